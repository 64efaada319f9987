/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import scala.jdk.javaapi.CollectionConverters;

/** What can be told of an expression before it runs. */
public final class ExpressionTraits {

    private ExpressionTraits() {}

    /**
     * Whether the expressions of the outermost select give the same results whenever they run over
     * the same row: no random numbers, no clock.
     */
    public static boolean isRepeatable(Dataset<Row> selected) {
        LogicalPlan plan =
                ((org.apache.spark.sql.classic.Dataset<Row>) selected).queryExecution().analyzed();
        for (Expression expression : CollectionConverters.asJava(plan.expressions())) {
            if (!expression.deterministic()
                    || expression.containsPattern(TreePattern.CURRENT_LIKE())) {
                return false;
            }
        }
        return true;
    }
}
