/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.source.PositionMap;
import io.millrace.compiler.source.SourceSpan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.tree.ParseTree;
import org.apache.spark.sql.catalyst.parser.DataTypeAstBuilder;
import org.apache.spark.sql.catalyst.parser.PostProcessor$;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.DataTypeContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.PrimitiveDataTypeContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.SingleDataTypeContext;
import org.apache.spark.sql.types.DataType;

/** Reads data types as Spark does. Safe for use by several threads. */
public final class TypeParser {

    private TypeParser() {}

    /**
     * Reads the type that stands at a span, such as {@code BIGINT} or {@code STRUCT<a: INT>}. Never
     * throws because of the text.
     */
    public static DataTypeAnalysis analyze(SourceSpan span) {
        return Guarded.run(span, "the type", () -> parse(span), TypeParser::failed);
    }

    private static DataTypeAnalysis parse(SourceSpan span) {
        List<Diagnostic> lexical = LexicalCheck.check(span);
        if (!lexical.isEmpty()) {
            return failed(lexical.get(0));
        }
        String text = span.text();
        Positions positions = new Positions(span, text, PositionMap.shift(span.start()));
        SparkSql.Outcome<SingleDataTypeContext> outcome = SparkSql.parse(text, TypeParser::type);
        if (outcome.problem().isPresent()) {
            return failed(SyntaxProblems.describe(outcome.problem().get(), positions, "type"));
        }
        SingleDataTypeContext tree = outcome.tree().orElseThrow();
        for (DataTypeContext part : leaves(tree.dataType())) {
            DataTypeAnalysis analysis = build(part, positions);
            if (analysis.ddl().isEmpty()) {
                return analysis;
            }
        }
        return build(tree.dataType(), positions);
    }

    /** With Spark's own listener, which takes the back-ticks off the names of fields. */
    private static SingleDataTypeContext type(SqlBaseParser parser) {
        parser.addParseListener(PostProcessor$.MODULE$);
        return parser.singleDataType();
    }

    private static DataTypeAnalysis build(DataTypeContext type, Positions positions) {
        return SparkErrors.guard(
                positions,
                positions.span(type),
                () -> {
                    DataType built = (DataType) new DataTypeAstBuilder().visit(type);
                    return new DataTypeAnalysis(Optional.of(built.sql()), List.of());
                },
                TypeParser::failed);
    }

    /** The types inside other types, so that an error names the very one that is wrong. */
    private static List<DataTypeContext> leaves(DataTypeContext type) {
        List<DataTypeContext> result = new ArrayList<>();
        Deque<ParseTree> open = new ArrayDeque<>();
        open.push(type);
        while (!open.isEmpty()) {
            ParseTree node = open.pop();
            if (node instanceof PrimitiveDataTypeContext leaf && leaf != type) {
                result.add(leaf);
            }
            for (int i = node.getChildCount() - 1; i >= 0; i--) {
                open.push(node.getChild(i));
            }
        }
        return result;
    }

    private static DataTypeAnalysis failed(Diagnostic problem) {
        return new DataTypeAnalysis(Optional.empty(), List.of(problem));
    }
}
