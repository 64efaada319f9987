/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.runner;

import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.catalyst.CompleteQuery;
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
import io.millrace.spark.execution.table.TableTarget;
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
 * Flows whose groups never end: a streaming query of which each micro-batch holds all groups. What
 * the query makes of them takes the place of all rows of the table, in one commit that carries the
 * batch's number.
 */
final class CompleteRunner implements FlowRunner {

    @Override
    public FlowOutcome run(FlowRun run) throws InterruptedException {
        if (FlowStream.isIdle(run)) {
            return FlowOutcome.idle();
        }
        Batches batches = new Batches(run);
        StreamingQuery stream = FlowStream.toEnd(run, () -> start(run, batches));
        StreamNotes.ofAllGroups(stream).forEach(run::note);
        if (run.flow().kind() == FlowKind.APPEND) {
            run.note(StreamModes.NO_GROUP_ENDS);
        }
        return FlowOutcome.completed(batches.total.get(), batches.count())
                .withQuality(batches.quality());
    }

    private static StreamingQuery start(FlowRun run, Batches batches) {
        SparkSession session = FlowStream.openSession(run);
        JudgedQuery judged = run.plan(session);
        run.target()
                .evolve(session, new FlowSchema(run.flow().name(), judged.query().data().schema()));
        CompleteQuery query = CompleteQuery.of(run.flow(), judged.query());
        batches.judgedBy(judged.rules());
        batches.query = query;
        return FlowStream.start(query.groups(), OutputMode.Complete(), judged.query(), batches);
    }

    private static final class Batches extends FlowBatches {
        private final AtomicLong total = new AtomicLong();
        private volatile CompleteQuery query;

        Batches(FlowRun run) {
            super(run);
        }

        @Override
        public void write(SparkSession session, long batchId, Dataset<Row> data) {
            Flow flow = run().flow();
            TableTarget target = run().target();
            TableWrite.Mark mark =
                    new TableWrite.Mark(
                            target.application(flow, "append/" + query(session)), batchId);
            Dataset<Row> rows = rules().keep(RowProjection.fit(query.rows(data), target.schema()));
            // Of a batch that is written already the side tables have their rows too.
            Dataset<Row> kept =
                    rules().diverts() && !target.has(session, mark)
                            ? rules().divert(rows, Optional.empty(), Optional.of(mark))
                            : rows;
            OptionalLong written =
                    target.write(
                            session,
                            target.storable(kept),
                            true,
                            Optional.of(mark),
                            Optional.empty(),
                            rules()::check,
                            "flow " + flow.name() + ", batch " + batchId);
            total.addAndGet(written.orElse(0));
            report(batchId, FlowCounts.rows(written.orElse(0)));
        }
    }
}
