/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowGraphJson;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.PipelineLocation;
import io.millrace.spark.PipelineRejectedException;
import io.millrace.spark.QueryException;
import io.millrace.spark.ResolveResult;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.UpdateListener;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.UpdateStatus;
import io.millrace.spark.catalyst.QueryPlanner;
import io.millrace.spark.catalyst.Sessions;
import io.millrace.spark.delta.CommitFences;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.delta.TableSnapshot;
import io.millrace.spark.event.EventLevel;
import io.millrace.spark.event.EventLog;
import io.millrace.spark.event.EventLogFunction;
import io.millrace.spark.failpoint.Failpoints;
import io.millrace.spark.function.TableFunctions;
import io.millrace.spark.lease.PipelineLease;
import io.millrace.spark.storage.StorageFiles;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import org.apache.spark.sql.SparkSession;

/**
 * One update of a pipeline, or the dry run of one: resolves the graph, makes the tables, runs the
 * flows and tells what happened. An object of this class is used once.
 */
public final class PipelineUpdate {

    private static final Map<String, String> PLANNING_SETTINGS =
            Map.of("spark.sql.streaming.schemaInference", "true");

    private final SparkSession session;
    private final FlowGraph graph;
    private final PipelineStorage storage;
    private final StorageFiles files;
    private final UpdateRequest request;
    private final UpdateListener listener;
    private final TableFunctions functions;
    private final ConcurrentMap<String, Object> memo = new ConcurrentHashMap<>();

    public PipelineUpdate(
            SparkSession session,
            FlowGraph graph,
            PipelineLocation location,
            UpdateRequest request,
            UpdateListener listener,
            TableFunctions functions) {
        this.session = Sessions.cloneWith(session, PLANNING_SETTINGS);
        this.session.conf().set(EventLogFunction.STORAGE, location.storage());
        this.graph = graph;
        this.storage = new PipelineStorage(location.storage());
        this.files = new StorageFiles(session.sparkContext().hadoopConfiguration());
        this.request = request;
        this.listener = listener;
        this.functions = functions;
    }

    /** Everything that is known before anything is written. */
    private record Prepared(
            UpdateSelection selection,
            TableLocations locations,
            Map<String, TableState> states,
            ResolvedGraph resolved) {}

    /** Resolves the graph without writing anything. */
    public ResolveResult resolve() {
        Prepared prepared;
        try {
            prepared = prepare(UpdateSelection.of(graph, UpdateRequest.refreshAll()));
        } catch (PipelineRejectedException e) {
            return new ResolveResult(List.of(), e.diagnostics());
        }
        List<ResolveResult.Schema> schemas = new ArrayList<>();
        for (Dataset dataset : graph.datasets()) {
            prepared.resolved()
                    .schema(dataset.name())
                    .ifPresent(
                            schema ->
                                    schemas.add(
                                            new ResolveResult.Schema(
                                                    graph.displayName(dataset.name()), schema)));
        }
        return new ResolveResult(schemas, prepared.resolved().diagnostics());
    }

    /**
     * Runs the update.
     *
     * @throws PipelineRejectedException when nothing was begun, because of errors
     */
    public UpdateResult run() {
        long begun = System.nanoTime();
        List<RunDiagnostic> problems = Executability.problems(graph);
        if (!problems.isEmpty()) {
            throw new PipelineRejectedException(problems);
        }
        String updateId = UUID.randomUUID().toString();
        try (PipelineLease lease =
                PipelineLease.acquire(files, storage.lease(), graph.pipeline(), updateId)) {
            CommitFences.set(session, updateId, lease);
            return run(lease, updateId, begun);
        } finally {
            CommitFences.remove(updateId);
        }
    }

    private UpdateResult run(PipelineLease lease, String updateId, long begun) {
        Prepared prepared = prepareOrWithdraw(lease);
        takeOver(lease, prepared);
        Failpoints.hit("update.before-record");
        files.write(storage.graph(updateId), FlowGraphJson.write(graph) + "\n");
        Failpoints.hit("update.after-record");
        try (EventLog events =
                new EventLog(
                        graph.pipeline(),
                        updateId,
                        files.lines(storage.events(updateId)),
                        Clock.systemUTC())) {
            UpdateReport report = new UpdateReport(graph, events, listener);
            report.created(request.fullRefreshAll());
            listener.updateStarted(updateId, runnable().size());
            for (Dataset dataset : graph.datasets()) {
                prepared.resolved()
                        .cdc(dataset.name())
                        .ifPresent(target -> target.warnings().forEach(listener::warning));
            }
            UpdateStatus status = executeToEnd(lease, prepared, report);
            EventLevel level = status == UpdateStatus.FAILED ? EventLevel.ERROR : EventLevel.INFO;
            report.progress(status.name(), level, Optional.empty());
            UpdateResult result =
                    new UpdateResult(
                            updateId,
                            graph.pipeline(),
                            status,
                            (System.nanoTime() - begun) / 1_000_000,
                            report.datasets(),
                            report.flows());
            listener.updateFinished(result);
            return result;
        }
    }

    /** Whatever happens, the log of the update has an end. */
    private UpdateStatus executeToEnd(PipelineLease lease, Prepared prepared, UpdateReport report) {
        try {
            return execute(lease, prepared, report);
        } catch (RuntimeException | Error e) {
            if (Thread.currentThread().isInterrupted()) {
                return UpdateStatus.CANCELED;
            }
            report.progress(
                    UpdateStatus.FAILED.name(), EventLevel.ERROR, Optional.of(FlowErrors.of(e)));
            throw e;
        }
    }

    private Prepared prepareOrWithdraw(PipelineLease lease) {
        try {
            Prepared prepared = prepare(select());
            if (!prepared.resolved().diagnostics().isEmpty()) {
                throw new PipelineRejectedException(prepared.resolved().diagnostics());
            }
            return prepared;
        } catch (RuntimeException | Error e) {
            lease.withdraw();
            throw e;
        }
    }

    /** Ends what the holder before has left open, and bars its commits if it may still live. */
    private void takeOver(PipelineLease lease, Prepared prepared) {
        if (lease.isTakenFromLiving()) {
            for (Dataset dataset : graph.datasets()) {
                if (prepared.resolved().existing(dataset.name()).isPresent()) {
                    Failpoints.hit("lease.before-bar");
                    DeltaTableLog.at(session, prepared.locations().path(dataset.name()))
                            .mark(lease.mark());
                }
            }
        }
        if (lease.unfinishedUpdates().isEmpty()) {
            return;
        }
        for (String unfinished : lease.unfinishedUpdates()) {
            Failpoints.hit("lease.before-close-unfinished");
            new UnfinishedUpdate(files, storage.events(unfinished), graph.pipeline(), unfinished)
                    .close(Clock.systemUTC());
        }
        files.removeTemporaries(storage.tableStates());
        lease.unfinishedAreClosed();
        Failpoints.hit("lease.after-close-unfinished");
    }

    private UpdateSelection select() {
        try {
            return UpdateSelection.of(graph, request);
        } catch (QueryException e) {
            throw new PipelineRejectedException(
                    List.of(
                            new RunDiagnostic(
                                    e.condition(),
                                    e.getMessage(),
                                    e.hint(),
                                    Optional.empty(),
                                    Optional.empty(),
                                    Optional.empty(),
                                    Optional.empty())));
        }
    }

    private Prepared prepare(UpdateSelection selection) {
        TableLocations locations = TableLocations.of(session, graph, storage);
        Map<String, TableState> states = new HashMap<>();
        Map<String, TableSnapshot> existing = new ConcurrentHashMap<>();
        List<Dataset> stored = graph.datasets().stream().filter(Dataset::isStored).toList();
        for (Dataset dataset : stored) {
            states.put(dataset.name().key(), state(dataset.name(), selection));
        }
        try (ParallelWork work = new ParallelWork("millrace-prepare")) {
            work.forEach(
                    stored,
                    dataset ->
                            DeltaTableLog.at(session, locations.path(dataset.name()))
                                    .snapshot()
                                    .ifPresent(table -> existing.put(dataset.name().key(), table)));
        }
        ResolvedGraph resolved =
                new GraphResolver(
                                session,
                                graph,
                                locations,
                                existing,
                                selection::refreshesInFull,
                                flow -> functionState(flow, states),
                                functions,
                                memo)
                        .resolve();
        return new Prepared(selection, locations, states, resolved);
    }

    /** The state that the update will run in; not written yet. */
    private TableState state(DatasetName table, UpdateSelection selection) {
        TableState state = storedState(table);
        if (selection.refreshesInFull(table)) {
            return state.nextGeneration();
        }
        for (Flow flow : selection.resetFlows()) {
            if (flow.target().key().equals(table.key())) {
                state = state.withReset(flow.name());
            }
        }
        return state;
    }

    private TableState storedState(DatasetName table) {
        String file = storage.tableState(table);
        return files.read(file)
                .map(text -> TableState.fromJson(text, file))
                .orElse(TableState.FIRST);
    }

    private String functionState(Flow flow, Map<String, TableState> states) {
        TableState state = states.getOrDefault(flow.target().key(), TableState.FIRST);
        return storage.functionState(flow, state.folder(flow.name()));
    }

    private List<Flow> runnable() {
        return graph.flows().stream().filter(flow -> flow.kind() != FlowKind.VIEW).toList();
    }

    private UpdateStatus execute(PipelineLease lease, Prepared prepared, UpdateReport report) {
        report.progress("INITIALIZING", EventLevel.INFO, Optional.empty());
        graph.datasets().forEach(report::define);
        graph.flows()
                .forEach(
                        flow ->
                                report.define(
                                        flow,
                                        Optional.ofNullable(prepared.resolved().query(flow))));
        report.progress("SETTING_UP_TABLES", EventLevel.INFO, Optional.empty());
        Map<String, TableTarget> targets = setUp(lease, prepared);
        new ViewPublisher(session, graph).publish();
        report.progress("RUNNING", EventLevel.INFO, Optional.empty());
        QueryPlanner planner =
                new QueryPlanner(
                        graph,
                        new UpdateDatasets(
                                session,
                                prepared.locations(),
                                flow -> functionState(flow, prepared.states()),
                                prepared.resolved()),
                        functions,
                        true,
                        memo);
        FlowExecution execution =
                new FlowExecution(
                        session,
                        graph,
                        prepared.resolved(),
                        planner,
                        targets,
                        flow ->
                                new FlowCheckpoint(
                                        files,
                                        storage.checkpoint(
                                                flow,
                                                prepared.states()
                                                        .get(flow.target().key())
                                                        .folder(flow.name()))),
                        request.flowRetries(),
                        prepared.selection(),
                        report);
        Map<Flow, Set<Flow>> order = order(prepared.selection(), report);
        try {
            ExecutorService threads = ParallelWork.threads("millrace-flow");
            try {
                new FlowScheduler(order, request.maxConcurrentFlows(), execution).run(threads);
            } finally {
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return UpdateStatus.CANCELED;
        }
        return report.updateStatus();
    }

    private Map<String, TableTarget> setUp(PipelineLease lease, Prepared prepared) {
        TableSetup setup =
                new TableSetup(session, graph, prepared.locations(), prepared.resolved());
        Map<String, TableTarget> targets = new ConcurrentHashMap<>();
        List<Dataset> selected =
                graph.datasets().stream()
                        .filter(Dataset::isStored)
                        .filter(
                                dataset ->
                                        prepared.selection().refreshes(dataset.name())
                                                || prepared.resolved()
                                                        .existing(dataset.name())
                                                        .isEmpty())
                        .toList();
        try (ParallelWork work = new ParallelWork("millrace-table")) {
            work.forEach(
                    selected,
                    dataset -> {
                        TableState state = prepared.states().get(dataset.name().key());
                        boolean full = prepared.selection().refreshesInFull(dataset.name());
                        if (!state.equals(storedState(dataset.name()))) {
                            lease.check();
                            Failpoints.hit("generation.before-state");
                            files.write(
                                    storage.tableState(dataset.name()),
                                    state.toJson(dataset.name().toString()));
                            Failpoints.hit("generation.after-state");
                        }
                        targets.put(dataset.name().key(), setup.prepare(dataset, state, full));
                    });
        }
        return targets;
    }

    /** The flows to run with what they wait for, in the order of the graph. */
    private Map<Flow, Set<Flow>> order(UpdateSelection selection, UpdateReport report) {
        Map<Flow, Set<Flow>> order = new LinkedHashMap<>();
        for (Dataset dataset : DatasetOrder.of(graph)) {
            for (Flow flow : graph.flowsInto(dataset.name())) {
                if (flow.kind() == FlowKind.VIEW) {
                    continue;
                }
                if (!selection.refreshes(flow.target())) {
                    report.status(flow, FlowStatus.EXCLUDED);
                    continue;
                }
                order.put(flow, new LinkedHashSet<>());
                report.status(flow, FlowStatus.QUEUED);
            }
        }
        for (Flow flow : order.keySet()) {
            for (DatasetName upstream : DatasetOrder.storedUpstream(graph, flow)) {
                graph.flowsInto(upstream).stream()
                        .filter(order::containsKey)
                        .filter(before -> !before.equals(flow))
                        .forEach(order.get(flow)::add);
            }
        }
        return order;
    }
}
