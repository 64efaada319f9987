/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.compiler.graph.SqlText;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.optimizer.ComputeCurrentTime$;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.Dataset$;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** A condition on the rows of a table, as a query of the table's flow may write it. */
public final class TargetPredicate {

    private TargetPredicate() {}

    /**
     * The condition with the clock read once: it means the same wherever, and how often, it is used
     * from now on.
     *
     * @param condition may name columns behind an alias of the query
     * @param table the columns of the table
     * @return SQL over these columns
     * @throws QueryException when it is no condition on them
     */
    public static String resolve(SparkSession session, SqlText condition, StructType table) {
        try {
            return resolved(session, condition.text(), table).sql();
        } catch (Exception e) {
            // Scala does not declare what it throws.
            throw SqlErrors.translate(e, condition, List.of());
        }
    }

    /** The same for a condition that stands in no file. */
    public static String resolve(SparkSession session, String condition, StructType table) {
        try {
            return resolved(session, condition, table).sql();
        } catch (Exception e) {
            // Scala does not declare what it throws.
            throw new QueryException(
                    RunErrorCode.MILLRACE_REPLACE_NOT_POSSIBLE,
                    "the condition `%s` cannot be used: %s"
                            .formatted(condition, SqlErrors.message(e)),
                    "write a condition on columns of the table");
        }
    }

    private static Expression resolved(SparkSession session, String text, StructType table)
            throws ParseException {
        Dataset<Row> rows = session.createDataFrame(new ArrayList<>(), table);
        LogicalPlan plan =
                ((org.apache.spark.sql.classic.Dataset<Row>) rows).queryExecution().analyzed();
        Expression parsed =
                withoutAliases(
                        Sessions.classic(session).sessionState().sqlParser().parseExpression(text),
                        table);
        LogicalPlan analyzed =
                Dataset$.MODULE$
                        .ofRows(Sessions.classic(session), new Filter(parsed, plan))
                        .queryExecution()
                        .analyzed();
        Filter filter = (Filter) ComputeCurrentTime$.MODULE$.apply(analyzed);
        if (!filter.condition().dataType().equals(DataTypes.BooleanType)) {
            throw invalid("it is of type " + filter.condition().dataType().sql());
        }
        if (!filter.condition().deterministic()) {
            throw invalid("it gives another result each time");
        }
        return filter.condition();
    }

    private static QueryException invalid(String why) {
        return new QueryException(
                RunErrorCode.MILLRACE_REPLACE_NOT_POSSIBLE,
                "the condition of REPLACE WHERE cannot be used: " + why,
                "write a condition on columns of the table");
    }

    /** {@code f.day} is {@code day} where the table has no column {@code f}. */
    private static Expression withoutAliases(Expression expression, StructType table) {
        if (expression instanceof UnresolvedAttribute column) {
            List<String> parts = ScalaInterop.list(column.nameParts());
            int first = 0;
            while (first < parts.size() - 1 && !has(table, parts.get(first))) {
                first++;
            }
            return first == 0 || !has(table, parts.get(first))
                    ? column
                    : new UnresolvedAttribute(
                            ScalaInterop.seq(List.copyOf(parts.subList(first, parts.size()))));
        }
        return expression.mapChildren(Functions.of(child -> withoutAliases(child, table)));
    }

    private static boolean has(StructType table, String column) {
        return Arrays.stream(table.fieldNames()).anyMatch(column::equalsIgnoreCase);
    }
}
