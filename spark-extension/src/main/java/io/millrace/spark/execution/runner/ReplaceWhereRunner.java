/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.runner;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;

import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.delta.RowProjection;
import io.millrace.spark.delta.TableChange;
import io.millrace.spark.delta.TableSnapshot;
import io.millrace.spark.execution.flow.FlowRun;
import io.millrace.spark.execution.flow.FlowSettings;
import io.millrace.spark.execution.flow.ReplaceRecord;
import io.millrace.spark.execution.report.FlowOutcome;
import io.millrace.spark.execution.table.TableTarget;
import io.millrace.spark.expectation.JudgedQuery;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * REPLACE WHERE flows: a batch query, of which the rows that meet the condition take the place of
 * the table's rows that meet it, in one commit. A flow that is alone in its table also remembers
 * what the rows were made from; when that has not changed there is nothing to do.
 */
final class ReplaceWhereRunner implements FlowRunner {

    @Override
    public FlowOutcome run(FlowRun run) {
        TableTarget target = run.target();
        String predicate =
                ReplaceRecord.predicate(
                        run.session(), run.flow(), run.replaceWhere(), target.schema());
        Optional<String> made =
                run.tables()
                        .apply(target.path())
                        .map(table -> table.properties().get(ReplaceRecord.PROPERTY));
        Optional<String> record =
                run.alone()
                        ? ReplaceRecord.of(predicate, run.resolved(), run.tables())
                        : Optional.empty();
        boolean unchanged =
                !run.forced()
                        && record.isPresent()
                        && record.equals(made)
                        && run.hasNoPendingChange();
        if (unchanged) {
            return FlowOutcome.idle();
        }
        SparkSession session =
                run.openSession(FlowSettings.forSources(run.session(), run.resolved().sources()));
        JudgedQuery judged = run.plan(session);
        Dataset<Row> meets =
                RowProjection.fit(judged.query().data(), target.schema())
                        .where(coalesce(expr(predicate), lit(false)));
        TableSnapshot now = DeltaTableLog.at(run.session(), target.path()).snapshot().orElseThrow();
        Optional<TableChange> change =
                run.alone() && run.replaceWhere().isEmpty()
                        ? Optional.of(
                                target.change(now).withProperty(ReplaceRecord.PROPERTY, record))
                        : Optional.empty();
        long rows =
                target.replaceWhere(
                        session,
                        target.storable(
                                judged.rules().divertWhere(judged.rules().keep(meets), predicate)),
                        predicate,
                        change,
                        judged.rules()::check,
                        "flow " + run.flow().name());
        return FlowOutcome.completed(rows, 1).withQuality(judged.rules().take());
    }
}
