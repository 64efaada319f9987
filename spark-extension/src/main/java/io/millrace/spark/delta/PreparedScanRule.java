/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.delta.DeltaTableUtils$;
import org.apache.spark.sql.delta.stats.PreparedDeltaFileIndex;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import scala.runtime.AbstractPartialFunction;

/**
 * Lets a query of a table with deletion vectors select its files once.
 *
 * <p>Delta selects the files of a query before it is planned. When the table may have deletion
 * vectors it selects them twice more, once to see whether a file has one and once because the
 * condition on deleted rows was not there the first time: two Spark jobs of each read, which take
 * most of the time of a small one. Has to run behind Delta's own rule, which is the case if Delta's
 * extension is named first; else it finds nothing to do.
 */
public final class PreparedScanRule extends Rule<LogicalPlan> {

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return plan.transformDownWithSubqueries(new Selected());
    }

    private static final class Selected extends AbstractPartialFunction<LogicalPlan, LogicalPlan> {

        @Override
        public boolean isDefinedAt(LogicalPlan node) {
            return node instanceof LogicalRelation relation
                    && relation.relation() instanceof HadoopFsRelation files
                    && files.location().getClass() == PreparedDeltaFileIndex.class;
        }

        @Override
        public LogicalPlan apply(LogicalPlan node) {
            HadoopFsRelation files = (HadoopFsRelation) ((LogicalRelation) node).relation();
            PreparedDeltaFileIndex prepared = (PreparedDeltaFileIndex) files.location();
            return DeltaTableUtils$.MODULE$.replaceFileIndex(node, new PreparedScanFiles(prepared));
        }
    }
}
