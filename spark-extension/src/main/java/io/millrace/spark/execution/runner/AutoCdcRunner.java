/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.runner;

import io.millrace.spark.catalyst.MicroBatch;
import io.millrace.spark.cdc.Batch;
import io.millrace.spark.cdc.BatchCounts;
import io.millrace.spark.cdc.CdcTarget;
import io.millrace.spark.cdc.EventJudge;
import io.millrace.spark.delta.TableWrite;
import io.millrace.spark.event.FlowCounts;
import io.millrace.spark.execution.flow.FlowRun;
import io.millrace.spark.execution.flow.FlowSettings;
import io.millrace.spark.execution.flow.OnceMark;
import io.millrace.spark.execution.report.FlowOutcome;
import io.millrace.spark.execution.stream.FlowBatches;
import io.millrace.spark.execution.stream.FlowStream;
import io.millrace.spark.expectation.JudgedQuery;
import io.millrace.spark.expectation.Judgements;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.OutputMode;
import org.apache.spark.sql.streaming.StreamingQuery;

/**
 * AUTO CDC flows: a streaming query whose micro-batches are change events, each applied in one
 * commit; with ONCE a batch query whose one commit also says that it is done.
 */
final class AutoCdcRunner implements FlowRunner {

    private static final Duration MAINTENANCE = Duration.ofMinutes(30);

    @Override
    public FlowOutcome run(FlowRun run) throws InterruptedException {
        return run.flow().once() ? once(run) : stream(run);
    }

    private static FlowOutcome once(FlowRun run) {
        SparkSession session =
                run.openSession(FlowSettings.forSources(run.session(), run.resolved().sources()));
        OnceMark mark = run.onceMark();
        CdcTarget target = target(run, session);
        long done = target.lastBatch(mark.application());
        if (done >= 0) {
            mark.warning(run.flow(), done).ifPresent(run.warning());
            return FlowOutcome.idle();
        }
        JudgedQuery judged = plan(run, session);
        BatchCounts counts =
                target.apply(
                        batch(run, judged.query().data(), mark.application(), mark.version(), true)
                                .judgedBy(
                                        judge(
                                                judged.rules(),
                                                "once:"
                                                        + run.target()
                                                                .state()
                                                                .folder(run.flow().name()),
                                                mark.mark())));
        written(run);
        if (counts.skipped()) {
            return FlowOutcome.idle();
        }
        return FlowOutcome.changed(changes(counts, maintain(target)), 1)
                .withQuality(judged.rules().take());
    }

    private static FlowOutcome stream(FlowRun run) throws InterruptedException {
        if (FlowStream.isIdle(run)) {
            return FlowOutcome.idle();
        }
        SparkSession session = FlowStream.openSession(run);
        Batches batches = new Batches(run);
        FlowStream.toEnd(run, () -> start(run, session, batches));
        if (batches.count() == 0) {
            return FlowOutcome.idle();
        }
        long dropped = maintain(target(run, session));
        return FlowOutcome.changed(changes(batches.total.get(), dropped), batches.count())
                .withQuality(batches.quality());
    }

    private static StreamingQuery start(FlowRun run, SparkSession session, Batches batches) {
        JudgedQuery judged = plan(run, session);
        batches.judgedBy(judged.rules());
        return FlowStream.start(
                judged.query().data(), OutputMode.Append(), judged.query(), batches);
    }

    /** Deletes and truncates are no rows of the target: nothing keeps them out. */
    private static JudgedQuery plan(FlowRun run, SparkSession session) {
        return run.plan(session, Optional.of(EventJudge.UPSERTS));
    }

    private static EventJudge judge(Judgements rules, String batch, TableWrite.Mark mark) {
        return new EventJudge() {
            @Override
            public Dataset<Row> keep(Dataset<Row> events) {
                return rules.diverts()
                        ? rules.divert(events, Optional.of(batch), Optional.of(mark))
                        : rules.keep(events);
            }

            @Override
            public boolean looksAtTable() {
                return rules.looksAtTable();
            }

            @Override
            public void judgeTable(Dataset<Row> others, Dataset<Row> fresh) {
                rules.judgeTable(others, fresh);
            }

            @Override
            public void check() {
                rules.check();
            }
        };
    }

    static long maintain(CdcTarget target) {
        return target.maintain(Instant.now());
    }

    static CdcTarget target(FlowRun run, SparkSession session) {
        return new CdcTarget(
                session,
                run.cdc().orElseThrow(),
                run.target().path(),
                run.target().pendingChange());
    }

    static Batch batch(FlowRun run, Dataset<Row> rows, String mark, long number, boolean always) {
        TableWrite.Mark generation = run.target().generationMark();
        return new Batch(
                rows, mark, number, generation.application(), generation.version(), always);
    }

    /** The first commit of a new generation may have brought other columns. */
    static void written(FlowRun run) {
        boolean first = run.target().pendingChange().isPresent();
        run.target().written();
        if (first) {
            run.publish().run();
        }
    }

    static FlowOutcome.Changes changes(BatchCounts counts, long tombstonesDropped) {
        return new FlowOutcome.Changes(
                counts.upserted(), counts.deleted(), counts.ties(), tombstonesDropped);
    }

    private static final class Batches extends FlowBatches {
        private final AtomicReference<BatchCounts> total =
                new AtomicReference<>(BatchCounts.NOTHING);
        private CdcTarget target;
        private Instant maintained = Instant.now();

        Batches(FlowRun run) {
            super(run);
        }

        @Override
        public void write(SparkSession session, long batchId, Dataset<Row> rows) {
            if (target == null) {
                target = target(run(), session);
            }
            String query = query(session);
            String mark = run().target().application(run().flow(), "cdc/" + query);
            BatchCounts counts =
                    target.apply(
                            batch(run(), MicroBatch.rows(rows), mark, batchId, false)
                                    .judgedBy(
                                            judge(
                                                    rules(),
                                                    query + ":" + batchId,
                                                    new TableWrite.Mark(mark, batchId))));
            written(run());
            total.accumulateAndGet(counts, BatchCounts::plus);
            report(batchId, FlowCounts.changes(counts.upserted(), counts.deleted(), counts.ties()));
            maintainNow();
        }

        /** A stream without an end must care for its table between batches. */
        private void maintainNow() {
            Instant now = Instant.now();
            if (run().interval().isPresent() && maintained.plus(MAINTENANCE).isBefore(now)) {
                maintained = now;
                maintain(target);
            }
        }
    }
}
