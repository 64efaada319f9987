/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.runner;

import io.millrace.compiler.graph.SqlText;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.cdc.BatchCounts;
import io.millrace.spark.cdc.CdcTarget;
import io.millrace.spark.execution.flow.FlowRun;
import io.millrace.spark.execution.flow.FlowSettings;
import io.millrace.spark.execution.flow.OnceMark;
import io.millrace.spark.execution.report.FlowOutcome;
import java.time.Clock;
import org.apache.spark.sql.SparkSession;

/**
 * AUTO CDC FROM SNAPSHOT flows: each update takes one snapshot and applies what changed; with ONCE
 * only the first does.
 */
final class AutoCdcSnapshotRunner implements FlowRunner {

    private final Clock clock = Clock.systemUTC();

    @Override
    public FlowOutcome run(FlowRun run) {
        SparkSession session =
                run.openSession(FlowSettings.forSources(run.session(), run.resolved().sources()));
        CdcTarget target = AutoCdcRunner.target(run, session);
        String mark = run.target().application(run.flow(), "snapshot");
        long number = 0;
        if (run.flow().once()) {
            OnceMark once = run.onceMark();
            mark = once.application();
            number = once.version();
            long done = target.lastBatch(mark);
            if (done >= 0) {
                once.warning(run.flow(), done).ifPresent(run.warning());
                return FlowOutcome.idle();
            }
        }
        PlannedQuery query = run.planner().plan(session, run.flow());
        BatchCounts counts =
                target.applySnapshot(
                        AutoCdcRunner.batch(run, query.data(), mark, number, true),
                        run.flow()
                                .autoCdc()
                                .flatMap(cdc -> cdc.snapshotVersion())
                                .map(SqlText::text),
                        clock.instant(),
                        run.warning());
        if (counts.skipped()) {
            return FlowOutcome.idle();
        }
        AutoCdcRunner.written(run);
        long dropped = AutoCdcRunner.maintain(target);
        return FlowOutcome.changed(AutoCdcRunner.changes(counts, dropped), 1);
    }
}
