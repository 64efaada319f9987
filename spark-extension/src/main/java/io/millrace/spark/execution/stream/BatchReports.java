/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.stream;

import io.millrace.spark.event.DataQuality;
import io.millrace.spark.event.FlowCounts;
import io.millrace.spark.execution.flow.FlowRun;
import io.millrace.spark.expectation.Judgements;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells of the micro-batches of a flow that are written, and adds up what they come to. Batches are
 * written one after another; what they come to is read by the flow's thread.
 */
public class BatchReports {

    private final FlowRun run;
    private final AtomicLong count = new AtomicLong();
    private volatile DataQuality quality = DataQuality.NONE;
    private volatile Judgements rules;

    public BatchReports(FlowRun run) {
        this.run = run;
    }

    /** The flow whose batches these are. */
    public final FlowRun run() {
        return run;
    }

    /** The rules of the query, as it was planned last. */
    public final Judgements rules() {
        return rules;
    }

    /** The query was planned again, and its rows meet these rules from now on. */
    public final void judgedBy(Judgements planned) {
        rules = planned;
    }

    /** How many batches have been written. */
    public final long count() {
        return count.get();
    }

    /** How the rows of all batches fared against the rules. */
    public final DataQuality quality() {
        return quality;
    }

    /** Tells of a batch that is written, with how its rows fared against the rules. */
    public final void report(long batchId, FlowCounts counts) {
        report(batchId, counts, rules.take());
    }

    /**
     * The same where the rules have been asked before.
     *
     * @param found how the rows of the batch fared
     */
    public final void report(long batchId, FlowCounts counts, DataQuality found) {
        quality = quality.plus(found);
        count.incrementAndGet();
        run.progress().written(batchId, counts.withQuality(found));
    }
}
