/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.Replace;
import io.millrace.spark.catalyst.MicroBatch;
import io.millrace.spark.catalyst.QuerySource;
import io.millrace.spark.catalyst.StreamStarter;
import io.millrace.spark.delta.KeyedReplace;
import io.millrace.spark.delta.RowProjection;
import io.millrace.spark.delta.TableWrite;
import io.millrace.spark.event.DataQuality;
import io.millrace.spark.event.FlowCounts;
import io.millrace.spark.expectation.JudgedQuery;
import io.millrace.spark.expectation.Judgements;
import java.util.List;
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
        List<QuerySource> sources = run.resolved().streamingSources();
        if (run.interval().isEmpty()
                && !new NewInput(run.session(), run.checkpoint(), run.warning()).exists(sources)) {
            return FlowOutcome.idle();
        }
        SparkSession session =
                run.openSession(FlowSettings.forSources(run.session(), run.resolved().sources()));
        JudgedQuery judged = run.plan(session);
        Dataset<Row> rows =
                judged.rules()
                        .keep(RowProjection.fit(judged.query().data(), run.target().schema()));
        Batches batches = new Batches(run, judged.rules());
        StreamingQuery stream =
                StreamStarter.start(
                        rows,
                        run.flow().target().last() + "." + run.flow().name(),
                        run.checkpoint().folder(),
                        OutputMode.Append(),
                        run.trigger(),
                        batches);
        StreamWait.await(stream, run.progress());
        return FlowOutcome.completed(batches.total.get(), batches.count.get())
                .withQuality(batches.quality);
    }

    private static final class Batches implements StreamStarter.BatchWriter {
        private final FlowRun run;
        private final Judgements rules;
        private volatile DataQuality quality = DataQuality.NONE;
        private final AtomicLong total = new AtomicLong();
        private final AtomicLong count = new AtomicLong();

        Batches(FlowRun run, Judgements rules) {
            this.run = run;
            this.rules = rules;
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
