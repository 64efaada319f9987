/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.check;

import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.delta.TableHistory;
import io.millrace.spark.execution.checkpoint.FlowCheckpoint;
import io.millrace.spark.execution.checkpoint.KeptProgress;
import io.millrace.spark.execution.checkpoint.MovedSources;
import io.millrace.spark.execution.error.StreamTexts;
import io.millrace.spark.execution.intent.UpdateIntent;
import io.millrace.spark.execution.parallel.ParallelWork;
import io.millrace.spark.execution.resolve.ResolvedGraph;
import io.millrace.spark.execution.table.TableLocations;
import io.millrace.spark.execution.table.TableTarget;
import io.millrace.spark.problem.CommandOptions;
import io.millrace.spark.state.FlowState;
import io.millrace.spark.state.TableState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.SparkSession;

/**
 * Finds flows that cannot go on from their checkpoints: because it is gone or damaged, because it
 * does not go with the table, because the query reads other streams, or because it keeps other
 * state. Structured Streaming would tell in the middle of the run, or give wrong rows.
 */
final class CheckpointCheck {

    private final UpdateIntent intent;
    private final FlowGraph graph;
    private final ResolvedGraph resolved;
    private final TableLocations locations;
    private final KeptProgress progress;
    private final PlanProblems problems;
    private final SourceCheck sources;

    CheckpointCheck(
            SparkSession session,
            UpdateIntent intent,
            ResolvedGraph resolved,
            TableLocations locations,
            KeptProgress progress,
            PlanProblems problems,
            MovedSources moved) {
        this.intent = intent;
        this.graph = intent.graph();
        this.resolved = resolved;
        this.locations = locations;
        this.progress = progress;
        this.problems = problems;
        this.sources = new SourceCheck(session, intent, problems, moved);
    }

    void check() {
        List<Flow> flows = graph.flows().stream().filter(this::goesOn).toList();
        Map<Flow, Reached> all = new ConcurrentHashMap<>();
        try (ParallelWork work = new ParallelWork("millrace-checkpoint")) {
            work.forEach(flows, flow -> all.put(flow, look(flow)));
        }
        for (Flow flow : flows) {
            Reached now = all.get(flow);
            if (now.damage().isPresent()) {
                QueryException damage = now.damage().get();
                problems.error(flow, StreamTexts.damaged(flow, damage.getMessage(), damage));
                continue;
            }
            PlannedQuery query = resolved.planned(flow);
            TableState table = intent.target(flow);
            FlowCheckpoint checkpoint = now.checkpoint();
            Optional<FlowCheckpoint.Progress> reached = now.progress();
            if (reached.isEmpty()) {
                checkGone(flow, table, checkpoint);
                continue;
            }
            checkTarget(flow, table, checkpoint, reached.get());
            Optional<List<String>> offsets =
                    Optional.of(reached.get().offsets()).filter(found -> !found.isEmpty());
            Optional<FlowState> known = intent.known(flow);
            boolean sameSources =
                    offsets.isEmpty()
                            || sources.check(flow, query, checkpoint, offsets.get(), known);
            if (sameSources && known.isPresent() && !known.get().sources().isEmpty()) {
                checkState(flow, known.get().operators(), KeptOperators.of(query));
            }
        }
        sources.checkMoves();
    }

    /** Whether the flow goes on from a checkpoint, if it has one. */
    private boolean goesOn(Flow flow) {
        return resolved.query(flow).isPresent()
                && flow.isStream()
                && intent.selection().refreshes(flow.target())
                && !intent.selection().startsAnew(flow);
    }

    /** How far a flow has come, or why that cannot be told. */
    private record Reached(
            FlowCheckpoint checkpoint,
            Optional<FlowCheckpoint.Progress> progress,
            Optional<QueryException> damage) {}

    private Reached look(Flow flow) {
        FlowCheckpoint checkpoint =
                progress.checkpoint(flow.target(), flow.name(), intent.target(flow));
        try {
            return new Reached(checkpoint, checkpoint.progress(), Optional.empty());
        } catch (QueryException e) {
            return new Reached(checkpoint, Optional.empty(), Optional.of(e));
        }
    }

    /** Rows of the flow are there, and what it has read is not known any more. */
    private void checkGone(Flow flow, TableState table, FlowCheckpoint checkpoint) {
        if (resolved.existing(flow.target()).isEmpty()) {
            return;
        }
        Optional<TableHistory> history = progress.history(locations.path(flow.target()));
        String name = graph.displayName(flow.target());
        String generation =
                TableTarget.application(graph.pipeline(), flow.target(), flow.name(), "", table);
        boolean wrote =
                history.isPresent()
                        && history.get()
                                .hasTransaction(
                                        progress.marks(flow.target(), flow.name(), table, ""),
                                        generation.substring(generation.lastIndexOf('/')));
        if (!wrote) {
            return;
        }
        problems.error(
                flow,
                RunErrorCode.MILLRACE_CHECKPOINT_GONE,
                "flow `%s` has written into `%s`, but its checkpoint is gone (%s): it would read everything again"
                        .formatted(flow.name(), name, checkpoint.folder()),
                "give `storage` the place that it had or put the folder back; or run %s, or %s to read everything again into the rows that are there"
                        .formatted(
                                CommandOptions.fullRefresh(name),
                                CommandOptions.resetCheckpoint(flow.name())));
    }

    /** The checkpoint and the table must be at the same batch, or one that was left open. */
    private void checkTarget(
            Flow flow,
            TableState table,
            FlowCheckpoint checkpoint,
            FlowCheckpoint.Progress reached) {
        if (flow.kind() == FlowKind.SINK || resolved.existing(flow.target()).isEmpty()) {
            return;
        }
        boolean appends = flow.kind() == FlowKind.APPEND || flow.kind() == FlowKind.COMPLETE;
        String application =
                TableTarget.application(
                        graph.pipeline(),
                        flow.target(),
                        flow.name(),
                        (appends ? "append/" : "cdc/") + reached.queryId(),
                        table);
        long written =
                progress.transactionVersion(resolved.existing(flow.target()).get(), application)
                        .orElse(-1);
        if (written > reached.batch()) {
            problems.error(
                    flow,
                    StreamTexts.damaged(
                            flow,
                            "its checkpoint %s stands at batch %d, but the table holds batch %d: it is an older copy"
                                    .formatted(checkpoint.folder(), reached.batch(), written),
                            null));
            return;
        }
        // Events may come again; rows that are appended may not.
        if (appends
                && written < reached.lastCommitted()
                && checkpoint.importedBatch().orElse(-1) < reached.lastCommitted()) {
            problems.error(
                    flow,
                    new QueryException(
                            RunErrorCode.MILLRACE_TABLE_RESTORED,
                            "%s has written %d batch(es), but the table holds %d: it is an older copy, or another table"
                                    .formatted(
                                            StreamTexts.flow(flow),
                                            reached.lastCommitted() + 1,
                                            written + 1),
                            "bring the table back, or %s; with %s the sources are read again into what is there"
                                    .formatted(
                                            StreamTexts.fullRefresh(flow),
                                            StreamTexts.resetCheckpoint(flow)),
                            null));
        }
    }

    private void checkState(
            Flow flow, List<FlowState.KeptState> before, List<FlowState.KeptState> now) {
        String name = graph.displayName(flow.target());
        if (!kinds(before).equals(kinds(now))) {
            problems.error(
                    flow,
                    RunErrorCode.MILLRACE_CHECKPOINT_INCOMPATIBLE,
                    "flow `%s` of `%s` cannot go on from its checkpoint: it kept the state of %s and now keeps that of %s"
                            .formatted(flow.name(), name, words(before), words(now)),
                    "run %s, write the query as it was, or put the new query into a new table"
                            .formatted(CommandOptions.fullRefresh(name)));
            return;
        }
        for (int i = 0; i < now.size(); i++) {
            FlowState.KeptState old = before.get(i);
            FlowState.KeptState state = now.get(i);
            boolean readable = old.layout().equals(state.layout());
            boolean forced = intent.request().force();
            if (readable && (forced || old.meaning().equals(state.meaning()))) {
                continue;
            }
            problems.error(
                    flow,
                    RunErrorCode.MILLRACE_CHECKPOINT_INCOMPATIBLE,
                    "flow `%s` of `%s` cannot go on from its checkpoint: the state of its %s is %s, and the query now needs %s"
                            .formatted(
                                    flow.name(),
                                    name,
                                    old.what(),
                                    text(old, readable),
                                    text(state, readable)),
                    "run %s, write the query as it was, or put the new query into a new table"
                                    .formatted(CommandOptions.fullRefresh(name))
                            + (readable ? "; --force goes on with the old state" : ""));
            return;
        }
    }

    private static String text(FlowState.KeptState state, boolean readable) {
        return readable ? state.meaning() : state.layout();
    }

    private static String words(List<FlowState.KeptState> operators) {
        if (operators.isEmpty()) {
            return "nothing";
        }
        return String.join(", ", kinds(operators));
    }

    private static List<String> kinds(List<FlowState.KeptState> operators) {
        return operators.stream().map(FlowState.KeptState::what).toList();
    }
}
