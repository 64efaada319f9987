/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.report;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetExpectation;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.DatasetResult;
import io.millrace.spark.FlowError;
import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.UpdateListener;
import io.millrace.spark.UpdateStatus;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.event.EventLevel;
import io.millrace.spark.event.EventLog;
import io.millrace.spark.event.ExecutorTime;
import io.millrace.spark.event.FlowCounts;
import io.millrace.spark.event.FlowEvents;
import io.millrace.spark.event.GraphEvents;
import io.millrace.spark.event.StreamProgress;
import io.millrace.spark.event.UpdateEvents;
import io.millrace.spark.execution.resolve.StreamModes;
import io.millrace.spark.secret.SecretValues;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Where the flows of an update are, and what they have written in it, all tries together. Every
 * change goes to the event log and to the listener; safe for use by several threads.
 */
public final class UpdateReport {

    private static final String USER_ACTION = "USER_ACTION";

    private final FlowGraph graph;
    private final UpdateEvents updateEvents;
    private final GraphEvents graphEvents;
    private final Map<Flow, FlowKind> kinds = new ConcurrentHashMap<>();
    private final Map<Flow, FlowEvents> flowEvents = new ConcurrentHashMap<>();
    private final UpdateListener listener;
    private final ExecutorTimes times;
    private final Map<Flow, FlowResult> results = new HashMap<>();
    private final Map<Flow, Long> started = new HashMap<>();
    private final Map<Flow, Total> totals = new HashMap<>();
    private boolean stopping;

    /** What a flow has done so far in the update. */
    private record Total(FlowCounts counts, long batches, Optional<String> technique) {
        static final Total NOTHING = new Total(FlowCounts.NOTHING, 0, Optional.empty());

        Total plus(FlowCounts more, long moreBatches) {
            return new Total(counts.plus(more), batches + moreBatches, technique);
        }

        Total replacedBy(FlowCounts all, long moreBatches) {
            return new Total(all, batches + moreBatches, technique);
        }

        Total with(Optional<String> newTechnique) {
            return new Total(counts, batches, newTechnique);
        }
    }

    /**
     * @param flowIds see {@link GraphEvents}
     */
    public UpdateReport(
            FlowGraph graph,
            EventLog events,
            Function<Flow, String> flowIds,
            UpdateListener listener,
            ExecutorTimes times) {
        this.graph = graph;
        this.updateEvents = new UpdateEvents(events, graph);
        this.graphEvents = new GraphEvents(events, graph, flowIds);
        this.listener = listener;
        this.times = times;
    }

    /** The events that are about the update and none of its flows. */
    public UpdateEvents update() {
        return updateEvents;
    }

    /** The update is in another state, or has ended. */
    public void progress(String state, EventLevel level, Optional<FlowError> error) {
        boolean canceled = state.equals(UpdateStatus.CANCELED.name());
        updateEvents.progress(
                state, level, canceled ? Optional.of(USER_ACTION) : Optional.empty(), error);
    }

    /** The update was asked to stop. */
    public void stopping() {
        synchronized (this) {
            if (stopping) {
                return;
            }
            stopping = true;
        }
        updateEvents.userAction("STOP");
        updateEvents.progress(
                "STOPPING", EventLevel.INFO, Optional.of(USER_ACTION), Optional.empty());
    }

    /** Tells what a dataset is. */
    public void define(Dataset dataset) {
        graphEvents.define(dataset);
    }

    /** Tells what a flow is; without a query that works its columns are left out. */
    public void define(Flow flow, Optional<PlannedQuery> query) {
        query.map(planned -> StreamModes.kind(graph, flow, planned))
                .ifPresent(kind -> kinds.put(flow, kind));
        graphEvents.define(
                flow,
                kind(flow),
                query.map(planned -> planned.data().schema()),
                query.map(PlannedQuery::explained));
    }

    /** A status without an outcome: queued, starting, skipped, excluded, stopped. */
    public void status(Flow flow, FlowStatus status) {
        if (status == FlowStatus.STARTING) {
            synchronized (this) {
                started.putIfAbsent(flow, System.nanoTime());
            }
        }
        EventLevel level =
                status == FlowStatus.SKIPPED || status == FlowStatus.STOPPED
                        ? EventLevel.WARN
                        : EventLevel.INFO;
        put(flow, status, level, FlowCounts.NOTHING, Optional.empty());
    }

    /** A batch has been committed; its event comes later. */
    void written(Flow flow, FlowCounts counts) {
        listener.flowChanged(
                result(flow, FlowStatus.RUNNING, add(flow, counts, 1), Optional.empty()));
    }

    /** The event of a batch. */
    void batch(Flow flow, long batchId, FlowCounts counts, Optional<StreamProgress> progress) {
        events(flow).batch(batchId, counts, times.take(flow), progress);
        if (counts.ties() > 0) {
            events(flow).ties(counts.ties());
        }
    }

    /** A flow has succeeded; what its batches have told before is not told again. */
    public void ended(Flow flow, FlowOutcome outcome, FlowProgress progress) {
        outcome.technique().ifPresent(name -> planned(flow, outcome));
        if (outcome.tombstonesDropped() > 0) {
            events(flow).tombstones(outcome.tombstonesDropped());
        }
        if (outcome.status() == FlowStatus.IDLE) {
            put(flow, FlowStatus.IDLE, EventLevel.INFO, nothing(flow), Optional.empty());
            return;
        }
        FlowCounts rest = outcome.counts().minus(progress.written());
        add(flow, rest, outcome.batches() - progress.batches());
        if (rest.ties() > 0) {
            events(flow).ties(rest.ties());
        }
        put(
                flow,
                FlowStatus.COMPLETED,
                EventLevel.INFO,
                progress.batches() > 0 ? FlowCounts.NOTHING : rest,
                Optional.empty());
    }

    private void planned(Flow flow, FlowOutcome outcome) {
        synchronized (this) {
            totals.merge(
                    flow,
                    Total.NOTHING.with(outcome.technique()),
                    (old, none) -> old.with(outcome.technique()));
        }
        events(flow).planning(outcome.techniques(), outcome.sources());
    }

    /** What an idle flow has done. */
    private static FlowCounts nothing(Flow flow) {
        return flow.isCdc() ? FlowCounts.changes(0, 0, 0) : FlowCounts.rows(0);
    }

    /** A try has failed, and there will be another. */
    public void retrying(Flow flow, FlowError error) {
        put(flow, FlowStatus.FAILED, EventLevel.WARN, FlowCounts.NOTHING, Optional.of(error));
    }

    /** A flow has failed for good. */
    public void failed(Flow flow, FlowError error) {
        put(flow, FlowStatus.FAILED, EventLevel.ERROR, FlowCounts.NOTHING, Optional.of(error));
    }

    /** Something about a flow that stops nothing. */
    public void warning(Flow flow, String text) {
        String masked = SecretValues.mask(text);
        events(flow).warning(masked);
        listener.warning(masked);
    }

    private synchronized Total add(Flow flow, FlowCounts counts, long batches) {
        return totals.merge(
                flow,
                Total.NOTHING.plus(counts, batches),
                (old, none) ->
                        // Each batch counts all rows again.
                        kind(flow) == FlowKind.COMPLETE && batches > 0
                                ? old.replacedBy(counts, batches)
                                : old.plus(counts, batches));
    }

    private void put(
            Flow flow,
            FlowStatus status,
            EventLevel level,
            FlowCounts counts,
            Optional<FlowError> error) {
        FlowResult result;
        synchronized (this) {
            result = result(flow, status, totals.getOrDefault(flow, Total.NOTHING), error);
            results.put(flow, result);
        }
        boolean worked = counts.output().isPresent() && status != FlowStatus.IDLE;
        if (worked) {
            times.settle();
        }
        events(flow)
                .progress(
                        status,
                        level,
                        counts,
                        worked ? times.take(flow) : ExecutorTime.NONE,
                        error);
        listener.flowChanged(result);
    }

    private FlowEvents events(Flow flow) {
        return flowEvents.computeIfAbsent(flow, graphEvents::of);
    }

    private synchronized FlowResult result(
            Flow flow, FlowStatus status, Total total, Optional<FlowError> error) {
        FlowCounts counts = total.counts();
        long begun = started.getOrDefault(flow, System.nanoTime());
        return new FlowResult(
                flow.name(),
                graph.displayName(flow.target()),
                kindName(kind(flow)),
                status,
                flow.once(),
                counts.output(),
                counts.upserted(),
                counts.deleted(),
                counts.quality().dropped(),
                counts.quality().quarantined(),
                counts.quality().expectations(),
                total.technique(),
                total.batches(),
                (System.nanoTime() - begun) / 1_000_000,
                error);
    }

    /** What the flow turned out to be. */
    private FlowKind kind(Flow flow) {
        return kinds.getOrDefault(flow, flow.kind());
    }

    private static String kindName(FlowKind kind) {
        return switch (kind) {
            case APPEND, COMPLETE, ONCE, MATERIALIZED_VIEW, SINK, AUTO_CDC -> kind.name();
            case AUTO_CDC_SNAPSHOT -> "AUTO_CDC";
            case REPLACE_WHERE, REPLACE_USING -> "REPLACE";
            case VIEW -> throw new IllegalArgumentException("views are not run");
        };
    }

    /** Where the flows are, in the order of the graph; those without any status are left out. */
    public synchronized List<FlowResult> flows() {
        List<FlowResult> all = new ArrayList<>();
        for (Flow flow : graph.flows()) {
            if (results.containsKey(flow)) {
                all.add(results.get(flow));
            }
        }
        return all;
    }

    /** Where the datasets with rows of their own are, in the order of the graph. */
    public List<DatasetResult> datasets() {
        List<FlowResult> flows = flows();
        Map<String, String> owners = ownersOfSideTables();
        List<DatasetResult> all = new ArrayList<>();
        for (Dataset dataset : graph.datasets()) {
            if (dataset.isView()) {
                continue;
            }
            String name = graph.displayName(dataset.name());
            String filledWith = owners.getOrDefault(name, name);
            all.add(new DatasetResult(name, dataset.kind().name(), status(flows, filledWith)));
        }
        return all;
    }

    /** The tables whose flows fill a side table, by its name. */
    private Map<String, String> ownersOfSideTables() {
        Map<String, String> owners = new HashMap<>();
        for (Dataset dataset : graph.datasets()) {
            for (DatasetExpectation rule : dataset.expectations()) {
                rule.quarantine()
                        .ifPresent(
                                table ->
                                        owners.put(
                                                graph.displayName(table),
                                                graph.displayName(dataset.name())));
            }
        }
        return owners;
    }

    /** The status that says most; a dataset without flows has nothing to do. */
    private static String status(List<FlowResult> flows, String dataset) {
        List<FlowStatus> order =
                List.of(
                        FlowStatus.FAILED,
                        FlowStatus.STOPPED,
                        FlowStatus.SKIPPED,
                        FlowStatus.COMPLETED,
                        FlowStatus.IDLE);
        List<FlowStatus> found =
                flows.stream()
                        .filter(flow -> flow.target().equals(dataset))
                        .map(FlowResult::status)
                        .toList();
        if (found.isEmpty()) {
            return FlowStatus.IDLE.name();
        }
        return order.stream().filter(found::contains).findFirst().orElse(found.get(0)).name();
    }

    /** How the update has ended, once all its flows have. */
    public UpdateStatus updateStatus() {
        List<FlowStatus> found = flows().stream().map(FlowResult::status).toList();
        if (found.contains(FlowStatus.STOPPED)) {
            return UpdateStatus.CANCELED;
        }
        return found.contains(FlowStatus.FAILED) || found.contains(FlowStatus.SKIPPED)
                ? UpdateStatus.FAILED
                : UpdateStatus.COMPLETED;
    }
}
