/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.ContinuousMode;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateStatus;
import io.millrace.spark.catalyst.QueryPlanner;
import io.millrace.spark.event.EventLevel;
import io.millrace.spark.execution.checkpoint.FlowCheckpoint;
import io.millrace.spark.execution.flow.SinkTarget;
import io.millrace.spark.execution.parallel.ParallelWork;
import io.millrace.spark.execution.report.ExecutorTimes;
import io.millrace.spark.execution.report.UpdateReport;
import io.millrace.spark.execution.resolve.DatasetOrder;
import io.millrace.spark.execution.schedule.ContinuousFlows;
import io.millrace.spark.execution.schedule.FlowExecution;
import io.millrace.spark.execution.schedule.FlowScheduler;
import io.millrace.spark.execution.schedule.TriggerIntervals;
import io.millrace.spark.execution.table.TableSetup;
import io.millrace.spark.execution.table.TableTargets;
import io.millrace.spark.execution.table.UpdateDatasets;
import io.millrace.spark.execution.table.ViewPublisher;
import io.millrace.spark.state.PipelineStorage;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import org.apache.spark.sql.SparkSession;

/** Does what an update is for, once it is decided and recorded. Used once. */
final class UpdateExecution {

    private final UpdateContext context;
    private final SparkSession session;
    private final FlowGraph graph;
    private final PipelineStorage storage;
    private final UpdateRequest request;
    private final PreparedUpdate prepared;
    private final UpdateReport report;
    private final ExecutorTimes times;
    private final Runnable stopping;
    private final Runnable stillOurs;

    /**
     * @param stopping called when the update is to stop, before what runs is interrupted
     * @param stillOurs throws when the update has lost the right to write
     */
    UpdateExecution(
            UpdateContext context,
            PreparedUpdate prepared,
            UpdateReport report,
            ExecutorTimes times,
            Runnable stopping,
            Runnable stillOurs) {
        this.context = context;
        this.session = context.session();
        this.graph = context.graph();
        this.storage = context.storage();
        this.request = context.request();
        this.prepared = prepared;
        this.report = report;
        this.times = times;
        this.stopping = stopping;
        this.stillOurs = stillOurs;
    }

    /**
     * Sets up tables and views and runs the flows, until they have ended or something stops them.
     *
     * @throws InterruptedException when the thread was interrupted; all flows have ended by then
     */
    UpdateStatus run() throws InterruptedException {
        report.progress("INITIALIZING", EventLevel.INFO, Optional.empty());
        graph.datasets().forEach(report::define);
        graph.flows().forEach(flow -> report.define(flow, prepared.resolved().query(flow)));
        if (context.stored().stream()
                .anyMatch(d -> prepared.selection().refreshesInFull(d.name()))) {
            report.progress("RESETTING", EventLevel.INFO, Optional.empty());
        }
        report.progress("SETTING_UP_TABLES", EventLevel.INFO, Optional.empty());
        TableTargets targets = setUp();
        new ViewPublisher(session, graph).publish(targets::isReady);
        report.progress("RUNNING", EventLevel.INFO, Optional.empty());
        QueryPlanner planner =
                new QueryPlanner(
                        graph,
                        new UpdateDatasets(
                                session,
                                prepared.locations(),
                                flow -> storage.functionState(flow, prepared.intent().target(flow)),
                                prepared.intent()::keptSources,
                                prepared.resolved()),
                        context.functions(),
                        true,
                        context.memo());
        FlowExecution execution =
                new FlowExecution(
                        session,
                        graph,
                        prepared.resolved(),
                        planner,
                        targets,
                        new SinkTarget.Factory(context.files(), storage, prepared.intent()),
                        flow ->
                                new FlowCheckpoint(
                                        context.files(),
                                        storage.checkpoint(flow, prepared.intent().target(flow))),
                        request.continuous().isPresent()
                                ? Integer.MAX_VALUE
                                : request.flowRetries(),
                        prepared.selection(),
                        report,
                        times,
                        stopping,
                        Optional.empty());
        Map<Flow, Set<Flow>> order = order();
        ExecutorService threads = ParallelWork.threads("millrace-flow");
        try {
            new FlowScheduler(order, request.maxConcurrentFlows(), execution).run(threads);
        } finally {
            threads.shutdownNow();
        }
        UpdateStatus status = report.updateStatus();
        if (request.continuous().isEmpty() || status != UpdateStatus.COMPLETED) {
            return status;
        }
        return goOn(request.continuous().get(), execution, order.keySet());
    }

    /** All is as after an update that ends; now the flows go on until something stops them. */
    private UpdateStatus goOn(ContinuousMode mode, FlowExecution execution, Set<Flow> flows)
            throws InterruptedException {
        Map<Flow, Duration> intervals =
                new TriggerIntervals(session, graph, mode).of(prepared.resolved());
        FlowScheduler.End end =
                new ContinuousFlows(
                                execution.continuous(intervals),
                                intervals,
                                request.maxConcurrentFlows(),
                                stillOurs)
                        .run(flows);
        return switch (end) {
            case DONE -> UpdateStatus.COMPLETED;
            case FAILED -> UpdateStatus.FAILED;
            case STOPPED -> UpdateStatus.CANCELED;
        };
    }

    private TableTargets setUp() {
        prepared.checks().continuations().carryOut();
        TableSetup setup =
                new TableSetup(session, graph, prepared.locations(), prepared.resolved());
        List<Dataset> selected =
                context.stored().stream()
                        .filter(
                                dataset ->
                                        prepared.selection().refreshes(dataset.name())
                                                || prepared.resolved()
                                                        .existing(dataset.name())
                                                        .isEmpty())
                        .toList();
        TableTargets targets =
                TableTargets.of(
                        selected,
                        dataset ->
                                setup.prepare(
                                        dataset,
                                        prepared.intent().table(dataset),
                                        prepared.selection().refreshesInFull(dataset.name())));
        // No flow would tell of these.
        selected.stream()
                .map(Dataset::name)
                .filter(name -> !prepared.selection().refreshes(name) || !hasFlows(name))
                .forEach(targets::find);
        return targets;
    }

    private boolean hasFlows(DatasetName name) {
        DatasetName owner = graph.quarantineOwner(name).map(Dataset::name).orElse(name);
        return !graph.flowsInto(owner).isEmpty();
    }

    /** The flows to run with what they wait for, in the order of the graph. */
    private Map<Flow, Set<Flow>> order() {
        Map<Flow, Set<Flow>> order = new LinkedHashMap<>();
        for (Dataset dataset : DatasetOrder.of(graph)) {
            for (Flow flow : graph.flowsInto(dataset.name())) {
                if (flow.kind() == FlowKind.VIEW) {
                    continue;
                }
                if (!prepared.selection().refreshes(flow.target())) {
                    report.status(flow, FlowStatus.EXCLUDED);
                    continue;
                }
                order.put(flow, new LinkedHashSet<>());
                report.status(flow, FlowStatus.QUEUED);
            }
        }
        for (Flow flow : order.keySet()) {
            for (DatasetName upstream : DatasetOrder.storedUpstream(graph, flow)) {
                graph.writers(upstream).stream()
                        .filter(order::containsKey)
                        .filter(before -> !before.equals(flow))
                        .forEach(order.get(flow)::add);
            }
        }
        return order;
    }
}
