/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.Replace;
import io.millrace.spark.catalyst.MicroBatch;
import io.millrace.spark.catalyst.StreamStarter;
import io.millrace.spark.delta.FlowSchema;
import io.millrace.spark.delta.KeyedReplace;
import io.millrace.spark.delta.RowProjection;
import io.millrace.spark.delta.TableWrite;
import io.millrace.spark.event.DataQuality;
import io.millrace.spark.event.FlowCounts;
import io.millrace.spark.expectation.JudgedQuery;
import io.millrace.spark.expectation.Judgements;
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

    private static final String QUERY_ID = "sql.streaming.queryId";

    @Override
    public FlowOutcome run(FlowRun run) throws InterruptedException {
        Optional<FlowCheckpoint.Progress> progress = StreamChecks.check(run);
        if (run.interval().isEmpty()
                && !new NewInput(run.session(), run.checkpoint(), run.warning())
                        .exists(run.resolved().streamingSources(), progress)) {
            return FlowOutcome.idle();
        }
        Batches batches = new Batches(run);
        FlowStream.toEnd(run, () -> start(run, batches));
        return FlowOutcome.completed(batches.total.get(), batches.count.get())
                .withQuality(batches.quality);
    }

    private static StreamingQuery start(FlowRun run, Batches batches) {
        SparkSession session =
                run.openSession(FlowSettings.forSources(run.session(), run.resolved().sources()));
        StreamChecks.noteMissingFiles(run, session);
        JudgedQuery judged = run.plan(session);
        Dataset<Row> data = judged.query().data();
        run.target().evolve(session, new FlowSchema(run.flow().name(), data.schema()));
        batches.rules = judged.rules();
        return StreamStarter.start(
                judged.rules().keep(RowProjection.fit(data, run.target().schema())),
                run.flow().target().last() + "." + run.flow().name(),
                run.checkpoint().folder(),
                OutputMode.Append(),
                run.trigger(),
                batches);
    }

    private static final class Batches implements StreamStarter.BatchWriter {
        private final FlowRun run;
        private volatile DataQuality quality = DataQuality.NONE;
        private final AtomicLong total = new AtomicLong();
        private final AtomicLong count = new AtomicLong();

        /** The rules of the query, as it was planned last. */
        private volatile Judgements rules;

        Batches(FlowRun run) {
            this.run = run;
        }

        @Override
        public void write(SparkSession session, long batchId, Dataset<Row> data) {
            Flow flow = run.flow();
            Replace replace = flow.replace().orElseThrow();
            TableTarget target = run.target();
            String query = session.sparkContext().getLocalProperty(QUERY_ID);
            TableWrite.Mark mark =
                    new TableWrite.Mark(target.application(flow, "replace/" + query), batchId);
            if (target.has(session, mark)) {
                return;
            }
            Dataset<Row> kept =
                    rules.divert(
                            MicroBatch.rows(data),
                            Optional.of(query + ":" + batchId),
                            Optional.of(mark));
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
                                            rules::check,
                                            "flow " + flow.name() + ", batch " + batchId));
            target.written();
            DataQuality found = rules.take();
            quality = quality.plus(found);
            total.addAndGet(written.orElse(0));
            count.incrementAndGet();
            run.progress().written(batchId, FlowCounts.rows(written.orElse(0)).withQuality(found));
        }
    }
}
