/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowGraphJson;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.ContinuousMode;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.PipelineLocation;
import io.millrace.spark.PipelineRejectedException;
import io.millrace.spark.QueryException;
import io.millrace.spark.ResolveResult;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.UpdateListener;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.UpdateStatus;
import io.millrace.spark.catalyst.QueryPlanner;
import io.millrace.spark.catalyst.RuntimeVersions;
import io.millrace.spark.catalyst.Sessions;
import io.millrace.spark.delta.CommitFences;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.delta.TableSnapshot;
import io.millrace.spark.event.EventHistory;
import io.millrace.spark.event.EventLevel;
import io.millrace.spark.event.EventLog;
import io.millrace.spark.event.EventLogFunction;
import io.millrace.spark.execution.check.Executability;
import io.millrace.spark.execution.check.PlanProblems;
import io.millrace.spark.execution.check.UpdateChecks;
import io.millrace.spark.execution.checkpoint.FlowCheckpoint;
import io.millrace.spark.execution.checkpoint.KeptProgress;
import io.millrace.spark.execution.error.FlowErrors;
import io.millrace.spark.execution.error.MachineErrors;
import io.millrace.spark.execution.flow.SinkTarget;
import io.millrace.spark.execution.intent.FailedFlows;
import io.millrace.spark.execution.intent.UpdateIntent;
import io.millrace.spark.execution.intent.UpdateSelection;
import io.millrace.spark.execution.plan.UpdatePlanner;
import io.millrace.spark.execution.report.ExecutorTimes;
import io.millrace.spark.execution.report.UpdateReport;
import io.millrace.spark.execution.resolve.DatasetOrder;
import io.millrace.spark.execution.resolve.GraphResolver;
import io.millrace.spark.execution.resolve.ResolvedGraph;
import io.millrace.spark.execution.schedule.ContinuousFlows;
import io.millrace.spark.execution.schedule.FlowExecution;
import io.millrace.spark.execution.schedule.FlowScheduler;
import io.millrace.spark.execution.schedule.ParallelWork;
import io.millrace.spark.execution.schedule.TriggerIntervals;
import io.millrace.spark.execution.table.TableLocations;
import io.millrace.spark.execution.table.TableMoves;
import io.millrace.spark.execution.table.TableSetup;
import io.millrace.spark.execution.table.TableTarget;
import io.millrace.spark.execution.table.UpdateDatasets;
import io.millrace.spark.execution.table.ViewPublisher;
import io.millrace.spark.failpoint.Failpoints;
import io.millrace.spark.function.TableFunctions;
import io.millrace.spark.lease.PipelineLease;
import io.millrace.spark.plan.UpdatePlan;
import io.millrace.spark.state.PipelineState;
import io.millrace.spark.state.PipelineStorage;
import io.millrace.spark.state.StateFile;
import io.millrace.spark.state.TableState;
import io.millrace.spark.storage.StorageFiles;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
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
    private final PipelineLocation location;
    private final PipelineStorage storage;
    private final StorageFiles files;
    private final StateFile stateFile;
    private final UpdateRequest request;
    private final UpdateListener listener;
    private final TableFunctions functions;
    private final ConcurrentMap<String, Object> memo = new ConcurrentHashMap<>();

    /** Somebody wants the update to stop. */
    private boolean stopped;

    /** The thread was interrupted for it, and has been told so again in the end. */
    private boolean interrupted;

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
        this.location = location;
        this.storage = new PipelineStorage(location.storage());
        this.files = new StorageFiles(session.sparkContext().hadoopConfiguration());
        this.stateFile = new StateFile(files, storage, graph.pipeline());
        this.request = request;
        this.listener = listener;
        this.functions = functions;
    }

    /** Everything that is known before anything is written. */
    private record Prepared(
            UpdateIntent intent,
            TableLocations locations,
            ResolvedGraph resolved,
            KeptProgress progress,
            UpdateChecks checks,
            PlanProblems problems) {

        UpdateSelection selection() {
            return intent.selection();
        }

        List<RunDiagnostic> errors() {
            List<RunDiagnostic> errors = new ArrayList<>(resolved.diagnostics());
            errors.addAll(problems.errors());
            return errors;
        }
    }

    /** Resolves the graph without writing anything. */
    public ResolveResult resolve() {
        Prepared prepared;
        try {
            prepared = prepare();
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
        List<RunDiagnostic> errors = new ArrayList<>(prepared.errors());
        errors.removeIf(
                error -> error.code().equals(RunErrorCode.MILLRACE_RENAME_UNDECIDED.name()));
        return new ResolveResult(schemas, errors);
    }

    /** What the update would do; writes nothing. */
    public UpdatePlan plan() {
        Prepared prepared;
        try {
            prepared = prepare();
        } catch (QueryException e) {
            return impossible(List.of(RunDiagnostic.of(e)));
        } catch (PipelineRejectedException e) {
            return impossible(e.diagnostics());
        }
        List<RunDiagnostic> errors = new ArrayList<>(Executability.problems(graph));
        errors.addAll(prepared.resolved().diagnostics());
        return new UpdatePlanner(
                        session,
                        prepared.intent(),
                        stateFile.lastGraph(prepared.intent().before()),
                        prepared.resolved(),
                        prepared.checks(),
                        prepared.progress())
                .plan(errors, prepared.problems());
    }

    private UpdatePlan impossible(List<RunDiagnostic> errors) {
        return new UpdatePlan(graph.pipeline(), List.of(), List.of(), List.of(), errors);
    }

    /**
     * Runs the update. It is stopped by an interrupt of the thread, and by whoever cancels one of
     * its Spark jobs: alone, with the group or a tag of the statement that the update is run for,
     * or with all others.
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
        try (UpdateJobs jobs = new UpdateJobs(session.sparkContext(), updateId)) {
            return runLeased(jobs, updateId, begun);
        } catch (Throwable e) {
            // Scala does not declare what it throws.
            if (!isStop(e)) {
                throw e;
            }
            return new UpdateResult(
                    updateId,
                    graph.pipeline(),
                    UpdateStatus.CANCELED,
                    (System.nanoTime() - begun) / 1_000_000,
                    List.of(),
                    List.of());
        } finally {
            CommitFences.remove(updateId);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private UpdateResult runLeased(UpdateJobs jobs, String updateId, long begun) {
        try (PipelineLease lease =
                PipelineLease.acquire(files, storage.lease(), graph.pipeline(), updateId)) {
            CommitFences.set(session, updateId, lease);
            try {
                return run(lease, jobs, updateId, begun);
            } catch (Throwable e) {
                var unused = isStop(e);
                throw e;
            }
        }
    }

    /**
     * Whether the update fails because it is to stop. From then on the thread works undisturbed:
     * some file systems do not write for one that is interrupted.
     */
    private boolean isStop(Throwable error) {
        interrupted |= Thread.interrupted();
        stopped |= interrupted || FlowErrors.isInterruption(error);
        return stopped;
    }

    private UpdateResult run(PipelineLease lease, UpdateJobs jobs, String updateId, long begun) {
        Prepared prepared = prepareOrWithdraw(lease);
        takeOver(lease, prepared);
        Failpoints.hit("update.before-record");
        files.write(storage.graph(updateId), FlowGraphJson.write(graph) + "\n");
        Failpoints.hit("update.after-record");
        lease.check();
        if (!prepared.locations().moves().isEmpty()) {
            stateFile.write(prepared.intent().before().by(updateId), updateId);
            new TableMoves(session, graph, files).run(prepared.locations());
            prepared = prepareOrWithdraw(lease);
        }
        stateFile.write(prepared.checks().nextState().by(updateId), updateId);
        Prepared decided = prepared;
        try (EventLog events =
                        new EventLog(
                                identity(lease, updateId),
                                files.lines(storage.events(updateId)),
                                Clock.systemUTC(),
                                0,
                                lease::seemsHeld);
                ExecutorTimes times = new ExecutorTimes(session.sparkContext(), updateId)) {
            UpdateReport report =
                    new UpdateReport(
                            graph, events, flow -> flowId(flow, lease, decided), listener, times);
            report.update()
                    .created(
                            request,
                            "USER_ACTION",
                            storage.root(),
                            RuntimeVersions.settings(session));
            report.update().userAction("START");
            report.update().runtime(RuntimeVersions.of(session));
            listener.updateStarted(updateId, runnable().size());
            prepared.problems().warnings().forEach(listener::warning);
            for (Dataset dataset : graph.datasets()) {
                prepared.resolved()
                        .cdc(dataset.name())
                        .ifPresent(target -> target.warnings().forEach(listener::warning));
            }
            UpdateStatus status = executeToEnd(lease, jobs, decided, report, times);
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
    private UpdateStatus executeToEnd(
            PipelineLease lease,
            UpdateJobs jobs,
            Prepared prepared,
            UpdateReport report,
            ExecutorTimes times) {
        UpdateStatus status = UpdateStatus.FAILED;
        try {
            status = execute(lease, prepared, report, times);
            interrupted |= Thread.interrupted();
            return status;
        } catch (InterruptedException e) {
            interrupted = true;
            return UpdateStatus.CANCELED;
        } catch (Throwable e) {
            if (isStop(e)) {
                stopping(lease, report);
                return UpdateStatus.CANCELED;
            }
            report.progress(
                    UpdateStatus.FAILED.name(), EventLevel.ERROR, Optional.of(FlowErrors.of(e)));
            throw e;
        } finally {
            if (status != UpdateStatus.COMPLETED) {
                jobs.cancel();
            }
        }
    }

    private static void stopping(PipelineLease lease, UpdateReport report) {
        lease.ending();
        report.stopping();
    }

    private Prepared prepareOrWithdraw(PipelineLease lease) {
        try {
            Prepared prepared = prepare();
            if (!prepared.errors().isEmpty()) {
                throw new PipelineRejectedException(prepared.errors());
            }
            List<RunDiagnostic> intervals =
                    request.continuous()
                            .map(mode -> new TriggerIntervals(session, graph, mode).problems())
                            .orElse(List.of());
            if (!intervals.isEmpty()) {
                throw new PipelineRejectedException(intervals);
            }
            return prepared;
        } catch (Throwable e) {
            boolean stop = isStop(e);
            lease.withdraw();
            if (stop) {
                throw e;
            }
            if (e instanceof QueryException query) {
                throw new PipelineRejectedException(List.of(RunDiagnostic.of(query)));
            }
            Optional<QueryException> machine = MachineErrors.explain(e);
            if (machine.isPresent()) {
                throw new PipelineRejectedException(List.of(RunDiagnostic.of(machine.get())));
            }
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
            new UnfinishedUpdate(files, storage.events(unfinished), identity(lease, unfinished))
                    .close(Clock.systemUTC());
        }
        files.removeTemporaries(storage.states());
        files.removeTemporaries(storage.stateFiles());
        lease.unfinishedAreClosed();
        Failpoints.hit("lease.after-close-unfinished");
    }

    /**
     * Decides what the update does.
     *
     * @throws QueryException when the request or the state is at fault
     */
    private Prepared prepare() {
        KeptProgress progress = new KeptProgress(session, files, storage, graph.pipeline());
        PipelineState before = stateFile.read();
        if (before.update().isEmpty()) {
            before =
                    progress.adopt(
                            graph,
                            before,
                            TableLocations.of(session, graph, storage, before, files));
        }
        UpdateIntent intent = UpdateIntent.of(graph, before, request, this::failedTargets);
        TableLocations locations =
                TableLocations.of(session, graph, storage, intent.before(), files);
        new TableMoves(session, graph, files).check(locations);
        Map<String, TableSnapshot> existing = new ConcurrentHashMap<>();
        List<Dataset> stored = stored();
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
                                locations::path,
                                existing,
                                intent.selection()::refreshesInFull,
                                flow -> storage.functionState(flow, intent.target(flow)),
                                functions,
                                memo)
                        .resolve();
        UpdateChecks checks =
                new UpdateChecks(session, storage, files, intent, resolved, locations, progress);
        return new Prepared(intent, locations, resolved, progress, checks, checks.check());
    }

    private List<DatasetName> failedTargets(PipelineState stored) {
        EventHistory history = new EventHistory(files, location.storage());
        return stored.update()
                .map(update -> FailedFlows.targets(graph, history.update(update)))
                .orElse(List.of());
    }

    private List<Dataset> stored() {
        return graph.datasets().stream().filter(Dataset::isStored).toList();
    }

    private List<Flow> runnable() {
        return graph.flows().stream().filter(flow -> flow.kind() != FlowKind.VIEW).toList();
    }

    private UpdateStatus execute(
            PipelineLease lease, Prepared prepared, UpdateReport report, ExecutorTimes times)
            throws InterruptedException {
        report.progress("INITIALIZING", EventLevel.INFO, Optional.empty());
        graph.datasets().forEach(report::define);
        graph.flows().forEach(flow -> report.define(flow, prepared.resolved().query(flow)));
        if (stored().stream().anyMatch(d -> prepared.selection().refreshesInFull(d.name()))) {
            report.progress("RESETTING", EventLevel.INFO, Optional.empty());
        }
        report.progress("SETTING_UP_TABLES", EventLevel.INFO, Optional.empty());
        Map<String, TableTarget> targets = setUp(prepared);
        new ViewPublisher(session, graph).publish();
        report.progress("RUNNING", EventLevel.INFO, Optional.empty());
        QueryPlanner planner =
                new QueryPlanner(
                        graph,
                        new UpdateDatasets(
                                session,
                                prepared.locations(),
                                flow -> storage.functionState(flow, prepared.intent().target(flow)),
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
                        new SinkTarget.Factory(files, storage, prepared.intent()),
                        flow ->
                                new FlowCheckpoint(
                                        files,
                                        storage.checkpoint(flow, prepared.intent().target(flow))),
                        request.continuous().isPresent()
                                ? Integer.MAX_VALUE
                                : request.flowRetries(),
                        prepared.selection(),
                        report,
                        times,
                        () -> stopping(lease, report),
                        Optional.empty());
        Map<Flow, Set<Flow>> order = order(prepared.selection(), report);
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
        return goOn(request.continuous().get(), lease, prepared, execution, order.keySet());
    }

    /** All is as after an update that ends; now the flows go on until something stops them. */
    private UpdateStatus goOn(
            ContinuousMode mode,
            PipelineLease lease,
            Prepared prepared,
            FlowExecution execution,
            Set<Flow> flows)
            throws InterruptedException {
        Map<Flow, Duration> intervals =
                new TriggerIntervals(session, graph, mode).of(prepared.resolved());
        FlowScheduler.End end =
                new ContinuousFlows(
                                execution.continuous(intervals),
                                intervals,
                                request.maxConcurrentFlows(),
                                lease::check)
                        .run(flows);
        return switch (end) {
            case DONE -> UpdateStatus.COMPLETED;
            case FAILED -> UpdateStatus.FAILED;
            case STOPPED -> UpdateStatus.CANCELED;
        };
    }

    private EventLog.Update identity(PipelineLease lease, String updateId) {
        return new EventLog.Update(lease.series(), graph.pipeline(), updateId, lease.host());
    }

    /** Another one when the flow has started from the beginning. */
    private String flowId(Flow flow, PipelineLease lease, Prepared prepared) {
        String checkpoint = storage.checkpoint(flow, prepared.intent().target(flow));
        String identity = lease.series() + checkpoint.substring(storage.root().length());
        return UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8)).toString();
    }

    private Map<String, TableTarget> setUp(Prepared prepared) {
        prepared.checks().continuations().carryOut();
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
                        TableState state = prepared.intent().table(dataset);
                        boolean full = prepared.selection().refreshesInFull(dataset.name());
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
                graph.writers(upstream).stream()
                        .filter(order::containsKey)
                        .filter(before -> !before.equals(flow))
                        .forEach(order.get(flow)::add);
            }
        }
        return order;
    }
}
