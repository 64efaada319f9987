/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowGraphJson;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.PipelineRejectedException;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.UpdateListener;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.UpdateStatus;
import io.millrace.spark.catalyst.RuntimeVersions;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.event.EventLevel;
import io.millrace.spark.event.EventLog;
import io.millrace.spark.execution.error.FlowErrors;
import io.millrace.spark.execution.error.MachineErrors;
import io.millrace.spark.execution.report.ExecutorTimes;
import io.millrace.spark.execution.report.UpdateReport;
import io.millrace.spark.execution.schedule.TriggerIntervals;
import io.millrace.spark.execution.table.TableMoves;
import io.millrace.spark.failpoint.Failpoints;
import io.millrace.spark.lease.PipelineLease;
import io.millrace.spark.state.PipelineStorage;
import io.millrace.spark.storage.StorageFiles;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.sql.SparkSession;

/**
 * An update that holds the lease of its pipeline: takes over what the holder before has left,
 * records what it is about to do, does it, and tells how it went. Used once.
 */
final class LeasedUpdate {

    private final UpdateContext context;
    private final SparkSession session;
    private final FlowGraph graph;
    private final PipelineStorage storage;
    private final StorageFiles files;
    private final UpdateRequest request;
    private final UpdateListener listener;
    private final UpdatePreparation preparation;
    private final PipelineLease lease;
    private final UpdateJobs jobs;
    private final UpdateStop stop;
    private final String updateId;

    LeasedUpdate(
            UpdateContext context,
            PipelineLease lease,
            UpdateJobs jobs,
            UpdateStop stop,
            String updateId) {
        this.context = context;
        this.session = context.session();
        this.graph = context.graph();
        this.storage = context.storage();
        this.files = context.files();
        this.request = context.request();
        this.listener = context.listener();
        this.preparation = new UpdatePreparation(context);
        this.lease = lease;
        this.jobs = jobs;
        this.stop = stop;
        this.updateId = updateId;
    }

    /**
     * Runs the update from its preparation to its last event.
     *
     * @param begun what {@link System#nanoTime} was when the update began
     * @throws PipelineRejectedException when nothing was begun, because of errors
     */
    UpdateResult run(long begun) {
        PreparedUpdate prepared = prepareOrWithdraw();
        takeOver(prepared);
        Failpoints.hit("update.before-record");
        files.write(storage.graph(updateId), FlowGraphJson.write(graph) + "\n");
        Failpoints.hit("update.after-record");
        lease.check();
        if (!prepared.locations().moves().isEmpty()) {
            context.stateFile().write(prepared.intent().before().by(updateId), updateId);
            new TableMoves(session, graph, files).run(prepared.locations());
            prepared = prepareOrWithdraw();
        }
        prepared.checks().movedSources().record(session.sparkContext().hadoopConfiguration());
        context.stateFile().write(prepared.checks().nextState().by(updateId), updateId);
        PreparedUpdate decided = prepared;
        try (EventLog events =
                        new EventLog(
                                identity(updateId),
                                files.lines(storage.events(updateId)),
                                Clock.systemUTC(),
                                0,
                                lease::seemsHeld);
                ExecutorTimes times = new ExecutorTimes(session.sparkContext(), updateId)) {
            UpdateReport report =
                    new UpdateReport(graph, events, flow -> flowId(flow, decided), listener, times);
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
            UpdateStatus status = executeToEnd(decided, report, times);
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
            PreparedUpdate prepared, UpdateReport report, ExecutorTimes times) {
        UpdateStatus status = UpdateStatus.FAILED;
        try {
            status =
                    new UpdateExecution(
                                    context,
                                    prepared,
                                    report,
                                    times,
                                    () -> stopping(report),
                                    lease::check)
                            .run();
            stop.noticeInterrupt();
            return status;
        } catch (InterruptedException e) {
            stop.interrupted();
            return UpdateStatus.CANCELED;
        } catch (Throwable e) {
            if (stop.isReasonFor(e)) {
                stopping(report);
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

    private void stopping(UpdateReport report) {
        lease.ending();
        jobs.cancelUntilClosed();
        report.stopping();
    }

    private PreparedUpdate prepareOrWithdraw() {
        try {
            PreparedUpdate prepared = preparation.prepare();
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
            boolean stopped = stop.isReasonFor(e);
            lease.withdraw();
            if (stopped) {
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
    private void takeOver(PreparedUpdate prepared) {
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
            new UnfinishedUpdate(files, storage.events(unfinished), identity(unfinished))
                    .close(Clock.systemUTC());
        }
        files.removeTemporaries(storage.states());
        files.removeTemporaries(storage.stateFiles());
        lease.unfinishedAreClosed();
        Failpoints.hit("lease.after-close-unfinished");
    }

    private List<Flow> runnable() {
        return graph.flows().stream().filter(flow -> flow.kind() != FlowKind.VIEW).toList();
    }

    private EventLog.Update identity(String update) {
        return new EventLog.Update(lease.series(), graph.pipeline(), update, lease.host());
    }

    /** Another one when the flow has started from the beginning. */
    private String flowId(Flow flow, PreparedUpdate prepared) {
        String checkpoint = storage.checkpoint(flow, prepared.intent().target(flow));
        String identity = lease.series() + checkpoint.substring(storage.root().length());
        return UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8)).toString();
    }
}
