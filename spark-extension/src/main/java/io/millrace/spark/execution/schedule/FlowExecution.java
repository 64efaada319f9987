/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.schedule;

import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.FlowError;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.catalyst.QueryPlanner;
import io.millrace.spark.catalyst.Sessions;
import io.millrace.spark.catalyst.files.QuoteTally;
import io.millrace.spark.delta.RecentSnapshots;
import io.millrace.spark.execution.checkpoint.FlowCheckpoint;
import io.millrace.spark.execution.error.FlowErrors;
import io.millrace.spark.execution.flow.FlowRun;
import io.millrace.spark.execution.flow.SinkTarget;
import io.millrace.spark.execution.intent.UpdateSelection;
import io.millrace.spark.execution.report.ExecutorTimes;
import io.millrace.spark.execution.report.FlowOutcome;
import io.millrace.spark.execution.report.FlowProgress;
import io.millrace.spark.execution.report.SourceBacklogs;
import io.millrace.spark.execution.report.UpdateReport;
import io.millrace.spark.execution.resolve.ResolvedGraph;
import io.millrace.spark.execution.runner.FlowRunners;
import io.millrace.spark.execution.schedule.FlowScheduler.End;
import io.millrace.spark.execution.table.CdcTables;
import io.millrace.spark.execution.table.TableTarget;
import io.millrace.spark.execution.table.TableTargets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.spark.sql.SparkSession;

/** Runs flows by the runner of their kind, tries again what may pass, and reports. */
public final class FlowExecution implements FlowScheduler.Work {

    /** How long a look at a source does for other flows too, in milliseconds. */
    private static final long LOOK_MS = 1000;

    private final SparkSession session;
    private final FlowGraph graph;
    private final ResolvedGraph resolved;
    private final QueryPlanner planner;
    private final TableTargets targets;
    private final SinkTarget.Factory sinks;
    private final Function<Flow, FlowCheckpoint> checkpoints;
    private final RetryLimits retries;
    private final UpdateSelection selection;
    private final UpdateReport report;
    private final ExecutorTimes times;
    private final Runnable stopping;
    private final Optional<Map<Flow, Duration>> intervals;
    private final Map<String, Set<Flow>> unfinished = new HashMap<>();
    private final RecentSnapshots tables;

    /** When a flow ended last that may have written something; at first, when this was made. */
    private final AtomicLong written = new AtomicLong(System.currentTimeMillis());

    /** A library that a flow is in may keep the interrupt to itself. */
    private volatile boolean isStopping;

    /**
     * @param stopping called when the update is to stop, before what runs is interrupted
     * @param intervals present for flows that go on: they are tried again as long as it may help,
     *     and say nothing when there was nothing to do
     */
    public FlowExecution(
            SparkSession session,
            FlowGraph graph,
            ResolvedGraph resolved,
            QueryPlanner planner,
            TableTargets targets,
            SinkTarget.Factory sinks,
            Function<Flow, FlowCheckpoint> checkpoints,
            int retries,
            UpdateSelection selection,
            UpdateReport report,
            ExecutorTimes times,
            Runnable stopping,
            Optional<Map<Flow, Duration>> intervals) {
        this.session = session;
        this.graph = graph;
        this.resolved = resolved;
        this.planner = planner;
        this.targets = targets;
        this.sinks = sinks;
        this.checkpoints = checkpoints;
        this.retries = new RetryLimits(graph, retries);
        this.selection = selection;
        this.report = report;
        this.times = times;
        this.stopping = stopping;
        this.intervals = intervals;
        this.tables = new RecentSnapshots(session);
        for (Flow flow : graph.flows()) {
            unfinished.computeIfAbsent(flow.target().key(), key -> new HashSet<>()).add(flow);
        }
    }

    /** The same flows in an update that goes on. */
    public FlowExecution continuous(Map<Flow, Duration> every) {
        return new FlowExecution(
                session,
                graph,
                resolved,
                planner,
                targets,
                sinks,
                checkpoints,
                Integer.MAX_VALUE,
                selection,
                report,
                times,
                stopping,
                Optional.of(every));
    }

    /** Whether the flow is a streaming query. */
    boolean isStream(Flow flow) {
        return resolved.planned(flow).streaming() && !flow.once();
    }

    @Override
    public End run(Flow flow) {
        boolean quiet = intervals.isPresent() && !isStream(flow);
        if (!quiet) {
            report.status(flow, FlowStatus.STARTING);
        }
        int failures = 0;
        while (true) {
            if (isStopping) {
                return stopped(flow);
            }
            FlowProgress progress =
                    new FlowProgress(report, flow, backlogs(flow), () -> isStopping);
            try {
                Sessions.activate(session);
                times.begin(flow);
                FlowOutcome outcome = run(describe(flow, progress, looksSince(failures)));
                finish(flow);
                if (outcome.status() != FlowStatus.IDLE) {
                    written.set(System.currentTimeMillis());
                }
                if (!quiet || failures > 0 || outcome.status() != FlowStatus.IDLE) {
                    report.ended(flow, outcome, progress);
                }
                return End.DONE;
            } catch (InterruptedException e) {
                return stopped(flow);
            } catch (Exception
                    | LinkageError
                    | ServiceConfigurationError
                    | StackOverflowError
                    | OutOfMemoryError e) {
                written.set(System.currentTimeMillis());
                if (isStopping
                        || Thread.currentThread().isInterrupted()
                        || FlowErrors.isInterruption(e)) {
                    return stopped(flow);
                }
                // A try that got on counts as a fresh start where flows do not end.
                failures = intervals.isPresent() && progress.batches() > 0 ? 1 : failures + 1;
                FlowError error = FlowErrors.of(flow, e);
                if (failures > retries.of(flow) || !FlowErrors.isRecoverable(e)) {
                    report.failed(flow, error);
                    return End.FAILED;
                }
                report.retrying(flow, error);
            }
            try {
                RetryDelay.await(failures);
            } catch (InterruptedException e) {
                return stopped(flow);
            }
        }
    }

    private FlowOutcome run(FlowRun run) throws Exception {
        String reads = QuoteTally.begin(session.sparkContext());
        try {
            return FlowRunners.of(run.flow().kind()).run(run);
        } finally {
            QuoteTally.end(session.sparkContext(), reads, run.flow().name()).forEach(run.warning());
        }
    }

    private SourceBacklogs backlogs(Flow flow) {
        return new SourceBacklogs(session, resolved.planned(flow).streamingSources());
    }

    private End stopped(Flow flow) {
        // Some file systems do not write for a thread that is interrupted.
        boolean unused = Thread.interrupted();
        report.status(flow, FlowStatus.STOPPED);
        return End.STOPPED;
    }

    /**
     * How old a look at a source may be. What the update itself has written is seen in any case,
     * and after a failure everything is looked at anew.
     */
    private long looksSince(int failures) {
        long now = System.currentTimeMillis();
        return failures > 0 ? now : Math.max(written.get(), now - LOOK_MS);
    }

    private FlowRun describe(Flow flow, FlowProgress progress, long since) {
        return new FlowRun(
                session,
                flow,
                resolved.planned(flow),
                resolved.cdc(flow.target()).map(target -> target.spec(flow.name())),
                planner,
                graph.dataset(flow.target()).orElseThrow(),
                targets.find(flow.target()),
                flow.kind() == FlowKind.SINK ? Optional.of(sinks.of(flow)) : Optional.empty(),
                sideTables(flow),
                selection.replaceWhere(flow.target()),
                graph.flowsInto(flow.target()).size() == 1,
                checkpoints.apply(flow),
                intervals.isEmpty() && selection.refreshesInFull(flow.target()),
                () -> publish(target(flow)),
                text -> report.warning(flow, text),
                progress,
                intervals.map(every -> every.get(flow)),
                path -> tables.since(path, since));
    }

    private List<TableTarget> sideTables(Flow flow) {
        return graph.datasets().stream()
                .filter(
                        table ->
                                graph.quarantineOwner(table.name())
                                        .filter(owner -> owner.name().equals(flow.target()))
                                        .isPresent())
                .flatMap(table -> targets.find(table.name()).stream())
                .toList();
    }

    private TableTarget target(Flow flow) {
        return targets.find(flow.target()).orElseThrow();
    }

    private void publish(TableTarget target) {
        if (!target.dataset().isPrivate()) {
            CdcTables.publish(session, target.dataset(), target.path(), resolved);
        }
    }

    /** When the last flow into a table is done, so is its new generation. */
    private void finish(Flow flow) {
        if (flow.kind() == FlowKind.SINK) {
            return;
        }
        boolean last;
        synchronized (unfinished) {
            Set<Flow> open = unfinished.get(flow.target().key());
            open.remove(flow);
            last = open.isEmpty();
        }
        if (last) {
            TableTarget target = target(flow);
            boolean emptied = target.pendingChange().isPresent();
            target.finishGeneration(session);
            sideTables(flow).forEach(table -> table.finishGeneration(session));
            if (emptied && flow.isCdc()) {
                publish(target);
            }
        }
    }

    @Override
    public void stopping() {
        isStopping = true;
        stopping.run();
    }

    @Override
    public void skip(Flow flow) {
        report.status(flow, FlowStatus.SKIPPED);
    }

    @Override
    public void stop(Flow flow) {
        report.status(flow, FlowStatus.STOPPED);
    }
}
