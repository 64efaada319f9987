/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import io.millrace.compiler.graph.Flow;
import io.millrace.spark.catalyst.MicroBatch;
import io.millrace.spark.catalyst.StreamStarter;
import io.millrace.spark.delta.FlowSchema;
import io.millrace.spark.delta.RowProjection;
import io.millrace.spark.delta.TableWrite;
import io.millrace.spark.event.DataQuality;
import io.millrace.spark.event.FlowCounts;
import io.millrace.spark.expectation.JudgedQuery;
import io.millrace.spark.expectation.Judgements;
import io.millrace.spark.failpoint.Failpoints;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.OutputMode;
import org.apache.spark.sql.streaming.StreamingQuery;

/**
 * Append flows: a streaming query over all that is there now, with a checkpoint of its own. Each
 * micro-batch is one commit that carries the batch's number, so that a batch that comes again after
 * a crash is not written again.
 */
final class AppendRunner implements FlowRunner {

    private static final String QUERY_ID = "sql.streaming.queryId";

    @Override
    public FlowOutcome run(FlowRun run) throws InterruptedException {
        Optional<FlowCheckpoint.Progress> progress = StreamChecks.check(run);
        if (run.interval().isEmpty()
                && !new NewInput(run.session(), run.checkpoint(), run.warning())
                        .exists(run.resolved().streamingSources(), progress)) {
            return FlowOutcome.idle();
        }
        BatchCommits commits = new BatchCommits(run);
        StreamingQuery stream = FlowStream.toEnd(run, () -> start(run, commits));
        Failpoints.hit("append.after-checkpoint");
        StreamNotes.of(stream).forEach(note -> StreamTexts.note(run, note));
        return FlowOutcome.completed(commits.total.get(), commits.batches.get())
                .withQuality(commits.quality);
    }

    private static StreamingQuery start(FlowRun run, BatchCommits commits) {
        SparkSession session =
                run.openSession(FlowSettings.forSources(run.session(), run.resolved().sources()));
        StreamChecks.noteMissingFiles(run, session);
        JudgedQuery judged = run.plan(session);
        OutputMode mode = StreamModes.choose(run.flow(), judged.query(), run.alone());
        Dataset<Row> data = judged.query().data();
        run.target().evolve(session, new FlowSchema(run.flow().name(), data.schema()));
        commits.rules = judged.rules();
        commits.complete = mode.equals(OutputMode.Complete());
        return StreamStarter.start(
                judged.rules().keep(RowProjection.fit(data, run.target().schema())),
                run.flow().target().last() + "." + run.flow().name(),
                run.checkpoint().folder(),
                mode,
                run.trigger(),
                commits);
    }

    private static final class BatchCommits implements StreamStarter.BatchWriter {
        private final FlowRun run;
        private final AtomicLong total = new AtomicLong();
        private final AtomicLong batches = new AtomicLong();
        private volatile DataQuality quality = DataQuality.NONE;

        /** The rules of the query, as it was planned last. */
        private volatile Judgements rules;

        /** Whether a batch holds all rows and not only new ones. */
        private volatile boolean complete;

        BatchCommits(FlowRun run) {
            this.run = run;
        }

        @Override
        public void write(SparkSession session, long batchId, Dataset<Row> data) {
            Flow flow = run.flow();
            String query = session.sparkContext().getLocalProperty(QUERY_ID);
            TableWrite.Mark mark =
                    new TableWrite.Mark(run.target().application(flow, "append/" + query), batchId);
            OptionalLong written =
                    run.target()
                            .write(
                                    session,
                                    kept(session, data, mark, query),
                                    complete,
                                    Optional.of(mark),
                                    Optional.empty(),
                                    rules::check,
                                    "flow " + flow.name() + ", batch " + batchId);
            DataQuality found = rules.take();
            quality = quality.plus(found);
            total.addAndGet(written.orElse(0));
            batches.incrementAndGet();
            run.progress().written(batchId, FlowCounts.rows(written.orElse(0)).withQuality(found));
        }

        /** A batch that is written already has its rows in the side tables. */
        private Dataset<Row> kept(
                SparkSession session, Dataset<Row> data, TableWrite.Mark mark, String query) {
            if (!rules.diverts() || run.target().has(session, mark)) {
                return data;
            }
            Optional<String> batch =
                    complete ? Optional.empty() : Optional.of(query + ":" + mark.version());
            return rules.divert(MicroBatch.rows(data), batch, Optional.of(mark));
        }
    }
}
