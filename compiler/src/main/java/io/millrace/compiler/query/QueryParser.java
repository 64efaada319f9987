/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.source.PositionMap;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.TextEdits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.SingleQueryContext;

/** Tells what a query reads and does, from its text alone. Safe for use by several threads. */
public final class QueryParser {

    private QueryParser() {}

    /**
     * Analyses the query that stands at a span. Never throws because of the text: everything that
     * is wrong with it is a diagnostic of the result, placed in the user's file.
     */
    public static QueryAnalysis analyze(SourceSpan span) {
        return analyze(span, UnaryOperator.identity());
    }

    /**
     * As {@link #analyze(SourceSpan)}.
     *
     * @param liveNames how the tables are to be written that the query calls {@code LIVE.x}; given
     *     the parts behind LIVE
     */
    public static QueryAnalysis analyze(SourceSpan span, UnaryOperator<List<String>> liveNames) {
        return Guarded.run(
                span,
                "the query",
                () -> parse(span, liveNames),
                problem -> failed(span, asWritten(span), List.of(problem)));
    }

    private static QueryAnalysis parse(SourceSpan span, UnaryOperator<List<String>> liveNames) {
        List<Diagnostic> lexical = LexicalCheck.check(span);
        RewrittenSql parsed = DialectRewrite.beforeParsing(span);
        if (!lexical.isEmpty()) {
            return failed(span, parsed, lexical);
        }
        Positions positions = new Positions(span, parsed.text(), parsed.positions());
        SparkSql.Outcome<SingleQueryContext> outcome =
                SparkSql.parse(parsed.text(), SqlBaseParser::singleQuery);
        if (outcome.problem().isPresent()) {
            Diagnostic problem =
                    SyntaxProblems.describe(outcome.problem().get(), positions, "query");
            return failed(span, parsed, List.of(problem));
        }
        SingleQueryContext tree = outcome.tree().orElseThrow();
        QueryWalker walker = new QueryWalker(positions, liveNames);
        walker.walk(tree);
        List<Diagnostic> problems = new ArrayList<>(walker.diagnostics());
        if (problems.isEmpty()) {
            problems.addAll(walker.catalyst().query(positions));
        }
        return new QueryAnalysis(
                span,
                finish(parsed, walker),
                walker.inputs(),
                walker.facts(),
                walker.isWatermarked(),
                OutputReader.read(tree.query(), positions),
                problems);
    }

    /** What has to change in the text after the tree has told what the names mean. */
    private static RewrittenSql finish(RewrittenSql parsed, QueryWalker walker) {
        TextEdits edits = new TextEdits(parsed.text());
        walker.addEdits(edits);
        if (edits.isEmpty()) {
            return parsed;
        }
        TextEdits.Result result = edits.apply();
        return new RewrittenSql(result.text(), parsed.positions().andThen(result.positions()));
    }

    private static RewrittenSql asWritten(SourceSpan span) {
        return new RewrittenSql(span.text(), PositionMap.shift(span.start()));
    }

    private static QueryAnalysis failed(
            SourceSpan span, RewrittenSql sql, List<Diagnostic> problems) {
        return new QueryAnalysis(
                span, sql, List.of(), List.of(), false, QueryOutput.unknown(), problems);
    }
}
