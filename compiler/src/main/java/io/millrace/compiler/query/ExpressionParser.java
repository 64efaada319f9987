/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.PositionMap;
import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.SingleExpressionContext;

/**
 * Tells what an expression that stands alone is made of: an expectation, a sequence, a condition, a
 * default or generated column. Safe for use by several threads.
 */
public final class ExpressionParser {

    private ExpressionParser() {}

    /**
     * Analyses the expression that stands at a span. Never throws because of the text: everything
     * that is wrong with it is a diagnostic of the result, placed in the user's file.
     */
    public static ExpressionAnalysis analyze(SourceSpan span) {
        return Guarded.run(
                span, "the expression", () -> parse(span), problem -> failed(span, problem));
    }

    private static ExpressionAnalysis parse(SourceSpan span) {
        List<Diagnostic> lexical = LexicalCheck.check(span);
        if (!lexical.isEmpty()) {
            return failed(span, lexical.get(0));
        }
        String text = span.text();
        Positions positions = new Positions(span, text, PositionMap.shift(span.start()));
        SparkSql.Outcome<SingleExpressionContext> outcome =
                SparkSql.parse(text, SqlBaseParser::singleExpression);
        if (outcome.problem().isPresent()) {
            return failed(
                    span,
                    SyntaxProblems.describe(outcome.problem().get(), positions, "expression"));
        }
        var named = outcome.tree().orElseThrow().namedExpression();
        if (named.name != null || named.identifierList() != null) {
            SourceSpan alias =
                    positions.span(named.name != null ? named.name : named.identifierList());
            return failed(
                    span,
                    Diagnostic.of(
                            ErrorCode.MILLRACE_QUERY_SYNTAX_ERROR,
                            alias,
                            "`" + alias.text() + "` does not fit here; an expression ends before"));
        }
        ExpressionWalker walker = new ExpressionWalker(positions);
        walker.walk(named.expression());
        return walker.result(span, named.expression());
    }

    private static ExpressionAnalysis failed(SourceSpan span, Diagnostic problem) {
        return new ExpressionAnalysis(
                span,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(problem));
    }
}
