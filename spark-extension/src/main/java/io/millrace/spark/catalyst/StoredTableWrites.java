/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.statement.StatementErrors;
import io.millrace.spark.problem.CommandOptions;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.spark.sql.catalyst.TimeTravel;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTable;
import org.apache.spark.sql.catalyst.plans.logical.CloneTableStatement;
import org.apache.spark.sql.catalyst.plans.logical.DeleteFromTable;
import org.apache.spark.sql.catalyst.plans.logical.InsertIntoStatement;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MergeIntoTable;
import org.apache.spark.sql.catalyst.plans.logical.RestoreTableStatement;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.plans.logical.TruncatePartition;
import org.apache.spark.sql.catalyst.plans.logical.TruncateTable;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.catalyst.plans.logical.UpdateTable;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.catalyst.plans.logical.WithCTE;

/**
 * Refuses statements that would change or copy a stored table under the name of its view, in the
 * user's words: Spark and Delta would show what is behind the view.
 */
final class StoredTableWrites {

    private static final String INVALID = "42000";

    private final Predicate<List<String>> stored;

    /**
     * @param stored whether a name is that of a view over a stored table
     */
    StoredTableWrites(Predicate<List<String>> stored) {
        this.stored = stored;
    }

    void check(LogicalPlan plan) {
        // An INSERT of several targets, and statements with common table expressions.
        if (plan instanceof Union || plan instanceof WithCTE) {
            ScalaInterop.list(plan.children()).forEach(this::check);
            return;
        }
        target(plan)
                .flatMap(StoredTableWrites::name)
                .filter(stored)
                .ifPresent(StoredTableWrites::refuseChange);
        if (plan instanceof CloneTableStatement clone) {
            name(clone.source()).filter(stored).ifPresent(StoredTableWrites::refuseClone);
        }
    }

    private static Optional<LogicalPlan> target(LogicalPlan plan) {
        if (plan instanceof InsertIntoStatement insert) {
            return Optional.of(insert.table());
        }
        if (plan instanceof UpdateTable update) {
            return Optional.of(update.table());
        }
        if (plan instanceof DeleteFromTable delete) {
            return Optional.of(delete.table());
        }
        if (plan instanceof MergeIntoTable merge) {
            return Optional.of(merge.targetTable());
        }
        if (plan instanceof TruncateTable truncate) {
            return Optional.of(truncate.table());
        }
        if (plan instanceof TruncatePartition truncate) {
            return Optional.of(truncate.table());
        }
        if (plan instanceof V2WriteCommand write) {
            return Optional.of((LogicalPlan) write.table());
        }
        return plan instanceof RestoreTableStatement restore
                ? Optional.of(restore.table())
                : Optional.empty();
    }

    private static Optional<List<String>> name(LogicalPlan table) {
        if (table instanceof SubqueryAlias alias) {
            return name(alias.child());
        }
        if (table instanceof TimeTravel travel) {
            return name(travel.relation());
        }
        if (table instanceof UnresolvedRelation relation) {
            return Optional.of(ScalaInterop.list(relation.multipartIdentifier()));
        }
        return table instanceof UnresolvedTable relation
                ? Optional.of(ScalaInterop.list(relation.multipartIdentifier()))
                : Optional.empty();
    }

    private static void refuseChange(List<String> name) {
        String table = String.join(".", name);
        throw StatementErrors.raise(
                RunErrorCode.MILLRACE_CDC_TARGET_READ_ONLY.name(),
                INVALID,
                "no statement may change the rows of `%s`: they follow from the events of its AUTO CDC flows, and the next ones would undo or contradict the change"
                        .formatted(table),
                "add a change event to the source of the flow; where the source itself was mended, run an update with "
                        + CommandOptions.fullRefresh(name.get(name.size() - 1)));
    }

    private static void refuseClone(List<String> name) {
        String table = String.join(".", name);
        throw StatementErrors.raise(
                RunErrorCode.MILLRACE_STATEMENT_NOT_POSSIBLE.name(),
                INVALID,
                "`%s` is a target of AUTO CDC and cannot be cloned: its files hold more than its rows"
                        .formatted(table),
                "CREATE TABLE ... AS SELECT * FROM " + table);
    }
}
