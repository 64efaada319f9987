/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Cast$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetJsonObject;
import org.apache.spark.sql.catalyst.expressions.Literal$;
import org.apache.spark.sql.catalyst.expressions.SemiStructuredExtract;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import scala.Option;

/**
 * Paths into text that holds JSON: {@code details:flow_progress.status}. Spark has them for VARIANT
 * only.
 */
final class TextPaths {

    private static final String NOT_VARIANT = "COLUMN_IS_NOT_VARIANT_TYPE";

    private TextPaths() {}

    /** Analyzes a plan; if a path goes into text, all paths of the plan return text. */
    static Dataset<org.apache.spark.sql.Row> analyze(SparkSession session, LogicalPlan plan) {
        try {
            return Dataset.ofRows(session, plan);
        } catch (Exception e) {
            if (isIntoText(e)) {
                return Dataset.ofRows(session, ofText(plan));
            }
            throw e;
        }
    }

    /** Whether a query failed because a path goes into text; Spark lacks the text of its error. */
    static boolean isIntoText(Exception error) {
        return String.valueOf(error.getMessage()).contains(NOT_VARIANT);
    }

    private static LogicalPlan ofText(LogicalPlan plan) {
        LogicalPlan children = plan.mapChildren(Functions.of(TextPaths::ofText));
        return children.mapExpressions(Functions.of(TextPaths::ofText));
    }

    private static Expression ofText(Expression expression) {
        Expression result = expression.mapChildren(Functions.of(TextPaths::ofText));
        if (result instanceof SubqueryExpression subquery) {
            return subquery.withNewPlan(ofText(subquery.plan()));
        }
        if (!(result instanceof SemiStructuredExtract path)) {
            return result;
        }
        Expression text =
                new Cast(
                        path.child(),
                        DataTypes.StringType,
                        Option.empty(),
                        Cast$.MODULE$.apply$default$4());
        return new GetJsonObject(text, Literal$.MODULE$.apply(path.field()));
    }
}
