/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;

import io.millrace.spark.catalyst.ScalaInterop;
import io.millrace.spark.failpoint.Failpoints;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.delta.actions.FileAction;
import scala.Option;

/**
 * Puts rows in the place of those that meet a condition, in one commit. Files that can hold none of
 * them stay; of the others the rows that do not meet the condition are written again.
 */
final class ConditionalReplace {

    private final DeltaTableLog table;
    private final String predicate;

    /**
     * @param predicate deterministic SQL over the table's columns
     */
    ConditionalReplace(DeltaTableLog table, String predicate) {
        this.table = table;
        this.predicate = predicate;
    }

    /** Returns the number of new rows. */
    long commit(TableWrite write) {
        OptimisticTransaction transaction = table.begin();
        boolean newGeneration = !DeltaTableLog.has(transaction, write.generation());
        List<AddFile> touched =
                newGeneration ? ScalaInterop.list(transaction.filterFiles()) : touched(transaction);
        List<Action> actions = new ArrayList<>();
        write.change()
                .ifPresent(
                        change ->
                                MetadataCommits.define(
                                        transaction, change, newGeneration, actions));
        List<FileAction> added = ScalaInterop.list(transaction.writeFiles(write.data()));
        write.check().run();
        actions.addAll(added);
        if (!newGeneration && !touched.isEmpty()) {
            Dataset<Row> stay =
                    rows(transaction, touched).where(not(coalesce(expr(predicate), lit(false))));
            actions.addAll(ScalaInterop.list(transaction.writeFiles(stay)));
        }
        touched.forEach(file -> actions.add(file.remove()));
        if (newGeneration) {
            actions.add(DeltaTableLog.transaction(write.generation()));
        }
        if (!actions.isEmpty() || write.change().isPresent()) {
            Failpoints.hit("table.before-commit");
            table.commit(
                    transaction,
                    actions,
                    DeltaTableLog.write(
                            SaveMode.Overwrite, write.description(), Optional.of(predicate)));
            Failpoints.hit("table.after-commit");
        }
        return DeltaTableLog.rows(added);
    }

    /** The files that may hold a row that meets the condition. */
    private List<AddFile> touched(OptimisticTransaction transaction) {
        Dataset<Row> none = rows(transaction, List.of()).where(expr(predicate));
        LogicalPlan plan =
                ((org.apache.spark.sql.classic.Dataset<Row>) none).queryExecution().analyzed();
        List<Expression> conditions = List.of(((Filter) plan).condition());
        return ScalaInterop.list(transaction.filterFiles(ScalaInterop.seq(conditions), false));
    }

    private Dataset<Row> rows(OptimisticTransaction transaction, List<AddFile> files) {
        return table.log()
                .createDataFrame(
                        transaction.snapshot(), ScalaInterop.seq(files), false, Option.empty());
    }
}
