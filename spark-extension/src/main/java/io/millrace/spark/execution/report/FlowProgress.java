/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.report;

import io.millrace.compiler.graph.Flow;
import io.millrace.spark.event.FlowCounts;
import io.millrace.spark.event.StreamProgress;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * The micro-batches of one try of a flow. A runner says of each batch what it has written, right
 * after the commit; what the streaming query says of the batch follows, and both become one event.
 * Safe for use by several threads.
 */
public final class FlowProgress {

    private final UpdateReport report;
    private final Flow flow;
    private final SourceBacklogs backlogs;
    private final BooleanSupplier stopping;
    private final Map<Long, FlowCounts> untold = new TreeMap<>();
    private FlowCounts written = FlowCounts.NOTHING;
    private long batches;
    private long observed = -1;

    /**
     * @param stopping whether the update is being stopped
     */
    public FlowProgress(
            UpdateReport report, Flow flow, SourceBacklogs backlogs, BooleanSupplier stopping) {
        this.report = report;
        this.backlogs = backlogs;
        this.stopping = stopping;
        this.flow = flow;
    }

    /** Whether it should end, even if its thread knows nothing of an interrupt any more. */
    public boolean isToStop() {
        return stopping.getAsBoolean();
    }

    /** A batch has been committed. */
    public synchronized void written(long batchId, FlowCounts counts) {
        untold.put(batchId, counts);
        written = written.plus(counts);
        batches++;
        report.written(flow, counts);
    }

    /** What the query says of its last batches; those that were told before are passed over. */
    public synchronized void observe(StreamProgress progress) {
        if (!progress.hasRun() || progress.batchId() <= observed) {
            return;
        }
        observed = progress.batchId();
        FlowCounts counts = untold.remove(observed);
        if (counts != null) {
            backlogs.addTo(progress);
            report.batch(flow, observed, counts, Optional.of(progress));
        }
    }

    /** Tells of the batches of which the query has said nothing. */
    public synchronized void finish() {
        untold.forEach((batch, counts) -> report.batch(flow, batch, counts, Optional.empty()));
        untold.clear();
    }

    /** The last batch that the query has told of. */
    public synchronized long observed() {
        return observed;
    }

    /** What all batches of the try have written. */
    public synchronized FlowCounts written() {
        return written;
    }

    /** How many batches of the try are committed. */
    public synchronized long batches() {
        return batches;
    }
}
