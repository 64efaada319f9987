/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.source.PositionMap;
import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.parser.DataTypeAstBuilder;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.SingleDataTypeContext;

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
        SparkSql.Outcome<SingleDataTypeContext> outcome =
                SparkSql.parse(text, SqlBaseParser::singleDataType);
        if (outcome.problem().isPresent()) {
            return failed(SyntaxProblems.describe(outcome.problem().get(), positions, "type"));
        }
        return SparkErrors.guard(
                positions,
                () -> {
                    var type =
                            new DataTypeAstBuilder()
                                    .visitSingleDataType(outcome.tree().orElseThrow());
                    return new DataTypeAnalysis(Optional.of(type.sql()), List.of());
                },
                TypeParser::failed);
    }

    private static DataTypeAnalysis failed(Diagnostic problem) {
        return new DataTypeAnalysis(Optional.empty(), List.of(problem));
    }
}
