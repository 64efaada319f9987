/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import org.apache.spark.sql.catalyst.plans.logical.Expand;
import org.apache.spark.sql.catalyst.plans.logical.Generate;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.OneRowRelation;
import org.apache.spark.sql.catalyst.plans.logical.Range;
import org.apache.spark.sql.classic.Dataset;

/** Whether a query can return more rows than it reads. */
public final class RowBound {

    private RowBound() {}

    /** Whether the result has at most as many rows as the sources together; false when in doubt. */
    public static boolean holds(PlannedQuery query) {
        return !query.sources().isEmpty()
                && holds(((Dataset<?>) query.data()).queryExecution().analyzed());
    }

    private static boolean holds(LogicalPlan plan) {
        boolean more =
                plan instanceof Join
                        || plan instanceof Generate
                        || plan instanceof Expand
                        || plan instanceof Range
                        || plan instanceof OneRowRelation
                        || (plan instanceof LocalRelation local && !local.data().isEmpty());
        return !more && ScalaInterop.list(plan.children()).stream().allMatch(RowBound::holds);
    }
}
