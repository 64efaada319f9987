/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.analysis.PipelineOutline;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.parameter.ParameterSubstitution;
import io.millrace.compiler.parser.PipelineParser;
import io.millrace.compiler.source.PositionMap;
import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.Quoted;
import io.millrace.compiler.token.SqlScanner;
import io.millrace.compiler.token.SqlToken;
import io.millrace.compiler.token.TextEdits;
import io.millrace.spark.catalyst.Sessions;
import io.millrace.spark.catalyst.statement.StatementSource.Arguments;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/**
 * A text as a session has given it: parameters in place, parsed, and with the session's namespace
 * in front, which no message shows.
 *
 * @param file its effective text begins with the namespace
 * @param statements without those of the namespace
 * @param warnings of reading it
 */
record SessionText(
        SourceFile file,
        Namespace namespace,
        List<Statement> statements,
        List<Diagnostic> warnings) {

    private static final String NAME = "statement";

    SessionText {
        statements = List.copyOf(statements);
        warnings = List.copyOf(warnings);
    }

    /** The catalog and the schema in which a session looks for names. */
    record Namespace(String catalog, String schema) {

        static Namespace of(SparkSession session) {
            return new Namespace(
                    session.catalog().currentCatalog(), session.catalog().currentDatabase());
        }

        /** Statements that set it, on no line of their own. */
        String prelude() {
            return "USE CATALOG %s; USE SCHEMA %s; "
                    .formatted(Quoted.name(catalog), Quoted.name(schema));
        }

        CompileOptions options(String pipeline) {
            return new CompileOptions(pipeline, catalog, schema, Map.of(), Map.of());
        }
    }

    /** The text of a file behind words that no message shows. */
    static SourceFile hidden(String prelude, SourceFile file) {
        if (prelude.isEmpty()) {
            return file;
        }
        return file.withText(
                prelude + file.text(),
                new PositionMap(
                        List.of(
                                new PositionMap.Segment(0, 0, false),
                                new PositionMap.Segment(prelude.length(), 0, true))));
    }

    /**
     * Reads a text.
     *
     * @throws io.millrace.spark.catalyst.statement.StatementException when it has syntax errors
     */
    static SessionText read(SparkSession session, String text, Arguments arguments) {
        Diagnostics diagnostics = new Diagnostics();
        SourceFile written = positional(SourceFile.of(NAME, text), arguments.positional());
        SourceFile substituted =
                ParameterSubstitution.apply(
                        written, Sessions.settings(session), arguments.named(), diagnostics);
        Namespace namespace = Namespace.of(session);
        SourceFile file = hidden(namespace.prelude(), substituted);
        List<Statement> all = PipelineParser.parse(file, diagnostics);
        if (diagnostics.hasErrors()) {
            throw Problems.invalid(diagnostics.inSourceOrder());
        }
        int own = namespace.prelude().length();
        List<Statement> statements =
                all.stream().filter(statement -> statement.span().start() >= own).toList();
        return new SessionText(file, namespace, statements, diagnostics.inSourceOrder());
    }

    /** Puts the values of {@code ?} into a text, one after the other. */
    static SourceFile positional(SourceFile file, List<String> values) {
        if (values.isEmpty()) {
            return file;
        }
        TextEdits edits = new TextEdits(file.text());
        int next = 0;
        for (SqlToken token : SqlScanner.scan(file.text())) {
            if (token.isSymbol("?") && next < values.size()) {
                edits.replace(token.start(), token.end(), values.get(next++));
            }
        }
        TextEdits.Result result = edits.apply();
        return file.withText(result.text(), result.positions());
    }

    /**
     * The definition that an {@code EXPLAIN} is about.
     *
     * @param explained inside of the only statement
     */
    SessionText definition(SourceSpan explained) {
        SourceSpan head = file.span(statements.get(0).span().start(), explained.start());
        SourceFile blanked = without(List.of(head));
        List<Statement> all = PipelineParser.parse(blanked, new Diagnostics());
        int own = namespace.prelude().length();
        return new SessionText(
                blanked,
                namespace,
                all.stream().filter(statement -> statement.span().start() >= own).toList(),
                warnings);
    }

    /** What its statements define. */
    List<PipelineOutline.Item> items() {
        List<Statement> all = new ArrayList<>(PipelineParser.parse(file, new Diagnostics()));
        return PipelineOutline.of(namespace.options(NAME), all);
    }

    /** The text with some statements blanked out; all places stay where they are. */
    SourceFile without(List<SourceSpan> spans) {
        StringBuilder text = new StringBuilder(file.text());
        for (SourceSpan span : spans) {
            for (int i = span.start(); i < span.end(); i++) {
                if (text.charAt(i) != '\n' && text.charAt(i) != '\r') {
                    text.setCharAt(i, ' ');
                }
            }
        }
        return file.withText(text.toString(), PositionMap.identity());
    }
}
