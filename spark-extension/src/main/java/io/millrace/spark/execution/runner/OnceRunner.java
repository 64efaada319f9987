/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.runner;

import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.delta.RowProjection;
import io.millrace.spark.execution.flow.FlowRun;
import io.millrace.spark.execution.flow.FlowSettings;
import io.millrace.spark.execution.flow.OnceMark;
import io.millrace.spark.execution.report.FlowOutcome;
import io.millrace.spark.execution.table.TableTarget;
import io.millrace.spark.expectation.JudgedQuery;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * ONCE flows: a batch query and one commit that carries the mark that it is done. A run that fails
 * leaves nothing, one that was done is never done again in the same generation.
 */
final class OnceRunner implements FlowRunner {

    @Override
    public FlowOutcome run(FlowRun run) {
        TableTarget target = run.target();
        OnceMark mark = run.onceMark();
        OptionalLong done = done(run, mark.application());
        if (done.isPresent()) {
            mark.warning(run.flow(), done.getAsLong()).ifPresent(run.warning());
            return FlowOutcome.idle();
        }
        SparkSession session =
                run.openSession(FlowSettings.forSources(run.session(), run.resolved().sources()));
        JudgedQuery judged = run.plan(session);
        Dataset<Row> fitting =
                judged.rules().keep(RowProjection.fit(judged.query().data(), target.schema()));
        String batch = "once:" + target.state().folder(run.flow().name());
        String description = "flow " + run.flow().name() + ", once";
        OptionalLong rows =
                judged.rules().looksBeforeAdding()
                        ? target.writeJudged(
                                session,
                                fitting,
                                judged.rules().judge(batch, mark.mark()),
                                mark.mark(),
                                judged.rules()::check,
                                description)
                        : target.write(
                                session,
                                target.storable(
                                        judged.rules()
                                                .divert(
                                                        fitting,
                                                        Optional.of(batch),
                                                        Optional.of(mark.mark()))),
                                false,
                                Optional.of(mark.mark()),
                                Optional.empty(),
                                judged.rules()::check,
                                description);
        return rows.isPresent()
                ? FlowOutcome.completed(rows.getAsLong(), 1).withQuality(judged.rules().take())
                : FlowOutcome.idle();
    }

    /** The version of the mark that is there. Whether it has come meanwhile, the commit checks. */
    private static OptionalLong done(FlowRun run, String application) {
        String table = run.target().path();
        Supplier<OptionalLong> inLog =
                () -> DeltaTableLog.at(run.session(), table).transactionVersion(application);
        return run.tables()
                .apply(table)
                .map(found -> found.transactionVersion(application, inLog))
                .orElseGet(inLog);
    }
}
