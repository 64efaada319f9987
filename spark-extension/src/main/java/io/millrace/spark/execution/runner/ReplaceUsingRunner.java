/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.runner;

import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.Replace;
import io.millrace.spark.catalyst.MicroBatch;
import io.millrace.spark.delta.FlowSchema;
import io.millrace.spark.delta.KeyedReplace;
import io.millrace.spark.delta.RowProjection;
import io.millrace.spark.delta.TableWrite;
import io.millrace.spark.event.FlowCounts;
import io.millrace.spark.execution.flow.FlowRun;
import io.millrace.spark.execution.report.FlowOutcome;
import io.millrace.spark.execution.stream.FlowBatches;
import io.millrace.spark.execution.stream.FlowStream;
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
 * REPLACE USING flows: a streaming query of which each micro-batch is one commit that puts rows in
 * the place of those with the same keys and a lower sequence.
 */
final class ReplaceUsingRunner implements FlowRunner {

    @Override
    public FlowOutcome run(FlowRun run) throws InterruptedException {
        if (FlowStream.isIdle(run)) {
            return FlowOutcome.idle();
        }
        Batches batches = new Batches(run);
        FlowStream.toEnd(run, () -> start(run, batches));
        return FlowOutcome.completed(batches.total.get(), batches.count())
                .withQuality(batches.quality());
    }

    private static StreamingQuery start(FlowRun run, Batches batches) {
        SparkSession session = FlowStream.openSession(run);
        JudgedQuery judged = run.plan(session);
        Dataset<Row> data = judged.query().data();
        run.target().evolve(session, new FlowSchema(run.flow().name(), data.schema()));
        batches.judgedBy(judged.rules());
        return FlowStream.start(
                judged.rules().keep(RowProjection.fit(data, run.target().schema())),
                OutputMode.Append(),
                judged.query(),
                batches);
    }

    private static final class Batches extends FlowBatches {
        private final AtomicLong total = new AtomicLong();

        Batches(FlowRun run) {
            super(run);
        }

        @Override
        public void write(SparkSession session, long batchId, Dataset<Row> data) {
            Flow flow = run().flow();
            Replace replace = flow.replace().orElseThrow();
            TableTarget target = run().target();
            String query = query(session);
            TableWrite.Mark mark =
                    new TableWrite.Mark(target.application(flow, "replace/" + query), batchId);
            if (target.has(session, mark)) {
                return;
            }
            Dataset<Row> kept =
                    target.storable(
                            rules().divert(
                                            MicroBatch.rows(data),
                                            Optional.of(query + ":" + batchId),
                                            Optional.of(mark)));
            OptionalLong written =
                    new KeyedReplace(
                                    target.path(),
                                    flow.name(),
                                    replace.keys(),
                                    replace.sequence().orElseThrow())
                            .commit(
                                    session,
                                    new TableWrite(
                                            kept,
                                            false,
                                            Optional.of(mark),
                                            target.generationMark(),
                                            target.pendingChange(),
                                            rules()::check,
                                            "flow " + flow.name() + ", batch " + batchId));
            target.written();
            total.addAndGet(written.orElse(0));
            report(batchId, FlowCounts.rows(written.orElse(0)));
        }
    }
}
