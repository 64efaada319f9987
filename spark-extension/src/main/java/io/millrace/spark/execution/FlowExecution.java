/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.FlowError;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.catalyst.QueryPlanner;
import io.millrace.spark.catalyst.Sessions;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.spark.sql.SparkSession;

/** Runs flows by the runner of their kind, tries again what may pass, and reports. */
final class FlowExecution implements FlowScheduler.Work {

    private static final Map<FlowKind, FlowRunner> RUNNERS = runners();

    private final SparkSession session;
    private final FlowGraph graph;
    private final ResolvedGraph resolved;
    private final QueryPlanner planner;
    private final Map<String, TableTarget> targets;
    private final Function<Flow, FlowCheckpoint> checkpoints;
    private final int retries;
    private final UpdateSelection selection;
    private final UpdateReport report;
    private final Map<String, Set<Flow>> unfinished = new HashMap<>();

    FlowExecution(
            SparkSession session,
            FlowGraph graph,
            ResolvedGraph resolved,
            QueryPlanner planner,
            Map<String, TableTarget> targets,
            Function<Flow, FlowCheckpoint> checkpoints,
            int retries,
            UpdateSelection selection,
            UpdateReport report) {
        this.session = session;
        this.graph = graph;
        this.resolved = resolved;
        this.planner = planner;
        this.targets = targets;
        this.checkpoints = checkpoints;
        this.retries = retries;
        this.selection = selection;
        this.report = report;
        for (Flow flow : graph.flows()) {
            unfinished.computeIfAbsent(flow.target().key(), key -> new HashSet<>()).add(flow);
        }
    }

    private static Map<FlowKind, FlowRunner> runners() {
        Map<FlowKind, FlowRunner> runners = new EnumMap<>(FlowKind.class);
        runners.put(FlowKind.APPEND, new AppendRunner());
        runners.put(FlowKind.ONCE, new OnceRunner());
        runners.put(FlowKind.MATERIALIZED_VIEW, new MaterializedViewRunner());
        runners.put(FlowKind.AUTO_CDC, new AutoCdcRunner());
        runners.put(FlowKind.AUTO_CDC_SNAPSHOT, new AutoCdcSnapshotRunner());
        return runners;
    }

    @Override
    public boolean run(Flow flow) {
        report.status(flow, FlowStatus.STARTING);
        for (int attempt = 0; ; attempt++) {
            try {
                Sessions.activate(session);
                FlowOutcome outcome = RUNNERS.get(flow.kind()).run(describe(flow));
                finish(flow);
                report.ended(flow, outcome);
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                report.status(flow, FlowStatus.STOPPED);
                return false;
            } catch (Exception | LinkageError | StackOverflowError | OutOfMemoryError e) {
                if (Thread.currentThread().isInterrupted() || FlowErrors.isInterruption(e)) {
                    Thread.currentThread().interrupt();
                    report.status(flow, FlowStatus.STOPPED);
                    return false;
                }
                FlowError error = FlowErrors.of(flow, e);
                if (attempt >= retries || !FlowErrors.isRecoverable(e)) {
                    report.failed(flow, error);
                    return false;
                }
                report.retrying(flow, error);
            }
        }
    }

    private FlowRun describe(Flow flow) {
        return new FlowRun(
                session,
                flow,
                resolved.query(flow),
                resolved.cdc(flow.target()).map(target -> target.spec(flow.name())),
                planner,
                targets.get(flow.target().key()),
                graph.flowsInto(flow.target()).size() == 1,
                checkpoints.apply(flow),
                selection.refreshesInFull(flow.target()),
                () -> publish(targets.get(flow.target().key())),
                text -> report.warning(flow, text),
                (rows, batches) -> report.running(flow, rows, batches));
    }

    private void publish(TableTarget target) {
        if (!target.dataset().isPrivate()) {
            CdcTables.publish(session, target.dataset(), target.path(), resolved);
        }
    }

    /** When the last flow into a table is done, so is its new generation. */
    private void finish(Flow flow) {
        boolean last;
        synchronized (unfinished) {
            Set<Flow> open = unfinished.get(flow.target().key());
            open.remove(flow);
            last = open.isEmpty();
        }
        if (last) {
            TableTarget target = targets.get(flow.target().key());
            boolean emptied = target.pendingChange().isPresent();
            target.finishGeneration(session);
            if (emptied && CdcTables.isCdc(flow)) {
                publish(target);
            }
        }
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
