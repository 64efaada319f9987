/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.runner;

import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.delta.RowProjection;
import io.millrace.spark.delta.TableChange;
import io.millrace.spark.delta.TableDefinition;
import io.millrace.spark.delta.TableSnapshot;
import io.millrace.spark.execution.flow.FlowRun;
import io.millrace.spark.execution.flow.FlowSettings;
import io.millrace.spark.execution.flow.RefreshRecord;
import io.millrace.spark.execution.report.FlowOutcome;
import io.millrace.spark.execution.table.TableTarget;
import io.millrace.spark.expectation.JudgedQuery;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Materialized views: the whole result replaces the contents in one commit, which also carries what
 * it was made from; when that has not changed since, there is nothing to do.
 */
final class MaterializedViewRunner implements FlowRunner {

    @Override
    public FlowOutcome run(FlowRun run) {
        TableTarget target = run.target();
        Optional<String> inputs = RefreshRecord.of(run.resolved(), run.tables());
        Optional<String> made =
                run.tables()
                        .apply(target.path())
                        .map(table -> table.properties().get(TableDefinition.REFRESH));
        boolean unchanged =
                !run.forced()
                        && inputs.isPresent()
                        && inputs.equals(made)
                        && run.hasNoPendingChange();
        if (unchanged) {
            return FlowOutcome.idle()
                    .withTechnique(RefreshRecord.NO_OP)
                    .withSources(RefreshRecord.sources(inputs, run.resolved()));
        }
        SparkSession session =
                run.openSession(FlowSettings.forSources(run.session(), run.resolved().sources()));
        JudgedQuery judged = run.plan(session);
        TableSnapshot now = DeltaTableLog.at(run.session(), target.path()).snapshot().orElseThrow();
        TableChange change = target.change(now).withProperty(TableDefinition.REFRESH, inputs);
        Dataset<Row> fitting =
                judged.rules().keep(RowProjection.fit(judged.query().data(), target.schema()));
        OptionalLong rows =
                target.write(
                        session,
                        target.storable(
                                judged.rules().divert(fitting, Optional.empty(), Optional.empty())),
                        true,
                        Optional.empty(),
                        Optional.of(change),
                        judged.rules()::check,
                        "refresh of " + run.flow().name());
        return FlowOutcome.completed(rows.orElse(0), 1)
                .withTechnique(RefreshRecord.COMPLETE_RECOMPUTE)
                .withQuality(judged.rules().take())
                .withSources(RefreshRecord.sources(inputs, run.resolved()));
    }
}
