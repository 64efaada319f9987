/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import io.millrace.spark.catalyst.StreamStarter;
import io.millrace.spark.event.DataQuality;
import io.millrace.spark.event.FlowCounts;
import io.millrace.spark.expectation.Judgements;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.sql.SparkSession;

/**
 * Writes the micro-batches of a flow, and adds up what they come to. Batches are written one after
 * another by the query's thread; what they come to is read by the flow's.
 */
abstract class FlowBatches implements StreamStarter.BatchWriter {

    private static final String QUERY_ID = "sql.streaming.queryId";

    private final FlowRun run;
    private final AtomicLong count = new AtomicLong();
    private volatile DataQuality quality = DataQuality.NONE;
    private volatile Judgements rules;

    FlowBatches(FlowRun run) {
        this.run = run;
    }

    final FlowRun run() {
        return run;
    }

    /** The rules of the query, as it was planned last. */
    final Judgements rules() {
        return rules;
    }

    final void judgedBy(Judgements planned) {
        rules = planned;
    }

    /** How many batches have been written. */
    final long count() {
        return count.get();
    }

    final DataQuality quality() {
        return quality;
    }

    /** The streaming query that the batch is of: the same as long as its checkpoint lives. */
    static String query(SparkSession session) {
        return session.sparkContext().getLocalProperty(QUERY_ID);
    }

    /** Tells of a batch that is in the table, with how its rows fared against the rules. */
    final void report(long batchId, FlowCounts counts) {
        DataQuality found = rules.take();
        quality = quality.plus(found);
        count.incrementAndGet();
        run.progress().written(batchId, counts.withQuality(found));
    }
}
