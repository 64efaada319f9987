/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.runner;

import io.millrace.compiler.graph.Flow;
import io.millrace.spark.catalyst.MicroBatch;
import io.millrace.spark.delta.FlowSchema;
import io.millrace.spark.delta.RowProjection;
import io.millrace.spark.delta.TableWrite;
import io.millrace.spark.event.FlowCounts;
import io.millrace.spark.execution.flow.FlowRun;
import io.millrace.spark.execution.report.FlowOutcome;
import io.millrace.spark.execution.resolve.StreamModes;
import io.millrace.spark.execution.stream.FlowBatches;
import io.millrace.spark.execution.stream.FlowStream;
import io.millrace.spark.execution.stream.StreamNotes;
import io.millrace.spark.expectation.JudgedQuery;
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

    @Override
    public FlowOutcome run(FlowRun run) throws InterruptedException {
        if (StreamModes.isComplete(run.flow(), run.resolved(), run.alone())) {
            return new CompleteRunner().run(run);
        }
        if (FlowStream.isIdle(run)) {
            return FlowOutcome.idle();
        }
        BatchCommits commits = new BatchCommits(run);
        StreamingQuery stream = FlowStream.toEnd(run, () -> start(run, commits));
        StreamNotes.of(stream, run.resolved()).forEach(run::note);
        return FlowOutcome.completed(commits.total.get(), commits.count())
                .withQuality(commits.quality());
    }

    private static StreamingQuery start(FlowRun run, BatchCommits commits) {
        SparkSession session = FlowStream.openSession(run);
        JudgedQuery judged = run.plan(session);
        Dataset<Row> data = judged.query().data();
        run.target().evolve(session, new FlowSchema(run.flow().name(), data.schema()));
        commits.judgedBy(judged.rules());
        Dataset<Row> rows = judged.rules().keep(RowProjection.fit(data, run.target().schema()));
        return FlowStream.start(
                // Rows that are put aside need not fit the table.
                judged.rules().diverts() || judged.rules().looksBeforeAdding()
                        ? rows
                        : run.target().storable(rows),
                OutputMode.Append(),
                judged.query(),
                commits);
    }

    private static final class BatchCommits extends FlowBatches {
        private final AtomicLong total = new AtomicLong();

        BatchCommits(FlowRun run) {
            super(run);
        }

        @Override
        public void write(SparkSession session, long batchId, Dataset<Row> data) {
            Flow flow = run().flow();
            String query = query(session);
            TableWrite.Mark mark =
                    new TableWrite.Mark(
                            run().target().application(flow, "append/" + query), batchId);
            String description = "flow " + flow.name() + ", batch " + batchId;
            OptionalLong written =
                    rules().looksBeforeAdding()
                            ? run().target()
                                    .writeJudged(
                                            session,
                                            MicroBatch.rows(data),
                                            rules().judge(name(query, mark), mark),
                                            mark,
                                            rules()::check,
                                            description)
                            : run().target()
                                    .write(
                                            session,
                                            kept(session, data, mark, query),
                                            false,
                                            Optional.of(mark),
                                            Optional.empty(),
                                            rules()::check,
                                            description);
            total.addAndGet(written.orElse(0));
            report(batchId, FlowCounts.rows(written.orElse(0)));
        }

        /** What side tables call the batch. */
        private static String name(String query, TableWrite.Mark mark) {
            return query + ":" + mark.version();
        }

        /** A batch that is written already has its rows in the side tables. */
        private Dataset<Row> kept(
                SparkSession session, Dataset<Row> data, TableWrite.Mark mark, String query) {
            if (!rules().diverts() || run().target().has(session, mark)) {
                return data;
            }
            return run().target()
                    .storable(
                            rules().divert(
                                            MicroBatch.rows(data),
                                            Optional.of(name(query, mark)),
                                            Optional.of(mark)));
        }
    }
}
