/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import io.millrace.compiler.diagnostic.Diagnostic;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.ParserRuleContext;
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser$;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.AggregationClauseContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.CollateClauseContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.DataTypeContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.FunctionCallContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.HintContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.IdentifiedByClauseContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.IntervalContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.JoinRelationContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.NumericLiteralContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.OperatorPipeRightSideContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.PivotClauseContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.QueryOrganizationContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.RelationContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.SampleContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.StreamChangesClauseContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.TemporalClauseContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.TimestampaddContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.TimestampdiffContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.TransformClauseContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.TypeConstructorContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.UnpivotClauseContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.WindowClauseContext;

/**
 * Asks Catalyst about a text that its grammar accepts but its tree builder may refuse: a date that
 * is none, a type that does not exist, clauses that exclude each other. Loading Catalyst takes half
 * a second, so it is asked only when the text has a form of which that can be true.
 */
final class CatalystCheck {

    private static final Set<String> PLAIN_TYPES =
            Set.of(
                    "BIGINT",
                    "BINARY",
                    "BOOLEAN",
                    "BYTE",
                    "DATE",
                    "DECIMAL",
                    "DOUBLE",
                    "FLOAT",
                    "INT",
                    "INTEGER",
                    "LONG",
                    "SHORT",
                    "SMALLINT",
                    "STRING",
                    "TIMESTAMP",
                    "TIMESTAMP_LTZ",
                    "TIMESTAMP_NTZ",
                    "TINYINT",
                    "VARIANT");

    private static final Pattern PLAIN_DECIMAL =
            Pattern.compile("(DECIMAL|DEC|NUMERIC)\\(([12]?\\d|3[0-8])(,\\d)?\\)");

    private static final Pattern PLAIN_INTERVAL =
            Pattern.compile(
                    "INTERVAL'?\\d{1,6}'?(SECOND|MINUTE|HOUR|DAY|WEEK|MONTH|YEAR)S?",
                    Pattern.CASE_INSENSITIVE);

    private static final Pattern PLAIN_NUMBER = Pattern.compile("-?\\d{1,18}(\\.\\d{1,18})?");

    private ParserRuleContext suspect;

    /** Looks at a node of the tree. */
    void visit(ParserRuleContext context) {
        if (suspect == null && mayBeRefused(context)) {
            suspect = context;
        }
    }

    private static boolean mayBeRefused(ParserRuleContext context) {
        if (context instanceof DataTypeContext type) {
            String text = type.getText().toUpperCase(Locale.ROOT);
            return !PLAIN_TYPES.contains(text) && !PLAIN_DECIMAL.matcher(text).matches();
        }
        if (context instanceof IntervalContext) {
            return !PLAIN_INTERVAL.matcher(context.getText()).matches();
        }
        if (context instanceof NumericLiteralContext) {
            return !PLAIN_NUMBER.matcher(context.getText()).matches();
        }
        if (context instanceof QueryOrganizationContext organization) {
            return !organization.sort.isEmpty()
                    || !organization.clusterBy.isEmpty()
                    || !organization.distributeBy.isEmpty();
        }
        if (context instanceof RelationContext relation) {
            return relation.LATERAL() != null;
        }
        if (context instanceof JoinRelationContext join) {
            return join.LATERAL() != null || join.nearestByClause() != null;
        }
        if (context instanceof AggregationClauseContext group) {
            return group.kind != null || !group.groupingExpressionsWithGroupingAnalytics.isEmpty();
        }
        if (context instanceof FunctionCallContext call) {
            return call.WITHIN() != null;
        }
        return isRare(context);
    }

    private static boolean isRare(ParserRuleContext context) {
        return context instanceof CollateClauseContext
                || context instanceof HintContext
                || context instanceof IdentifiedByClauseContext
                || context instanceof OperatorPipeRightSideContext
                || context instanceof PivotClauseContext
                || context instanceof SampleContext
                || context instanceof StreamChangesClauseContext
                || context instanceof TemporalClauseContext
                || context instanceof TimestampaddContext
                || context instanceof TimestampdiffContext
                || context instanceof TransformClauseContext
                || context instanceof TypeConstructorContext
                || context instanceof UnpivotClauseContext
                || context instanceof WindowClauseContext;
    }

    List<Diagnostic> query(Positions positions) {
        return ask(positions, text -> CatalystSqlParser$.MODULE$.parseQuery(text));
    }

    List<Diagnostic> expression(Positions positions) {
        return ask(positions, text -> CatalystSqlParser$.MODULE$.parseExpression(text));
    }

    private List<Diagnostic> ask(Positions positions, Consumer<String> question) {
        if (suspect == null) {
            return List.of();
        }
        return SparkErrors.guard(
                positions,
                positions.span(suspect),
                () -> {
                    question.accept(positions.text());
                    return List.<Diagnostic>of();
                },
                List::of);
    }
}
