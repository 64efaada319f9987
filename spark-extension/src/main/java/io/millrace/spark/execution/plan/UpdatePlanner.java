/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.plan;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.compiler.sink.SinkFormat;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.delta.RecentSnapshots;
import io.millrace.spark.delta.SchemaChanges;
import io.millrace.spark.delta.TableDefinition;
import io.millrace.spark.delta.TableSnapshot;
import io.millrace.spark.execution.check.PlanProblems;
import io.millrace.spark.execution.check.UpdateChecks;
import io.millrace.spark.execution.checkpoint.FlowCheckpoint;
import io.millrace.spark.execution.checkpoint.KeptProgress;
import io.millrace.spark.execution.checkpoint.NewInput;
import io.millrace.spark.execution.flow.RefreshRecord;
import io.millrace.spark.execution.flow.ReplaceRecord;
import io.millrace.spark.execution.intent.UpdateIntent;
import io.millrace.spark.execution.resolve.CdcTargets;
import io.millrace.spark.execution.resolve.DatasetOrder;
import io.millrace.spark.execution.resolve.ResolvedGraph;
import io.millrace.spark.execution.resolve.StreamModes;
import io.millrace.spark.execution.stream.StreamOutlook;
import io.millrace.spark.execution.table.TableTarget;
import io.millrace.spark.plan.Change;
import io.millrace.spark.plan.DatasetPlan;
import io.millrace.spark.plan.FlowAction;
import io.millrace.spark.plan.FlowPlan;
import io.millrace.spark.plan.SourcePlan;
import io.millrace.spark.plan.UpdatePlan;
import io.millrace.spark.state.DatasetState;
import io.millrace.spark.state.FlowDigest;
import io.millrace.spark.state.FlowState;
import io.millrace.spark.state.TableState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/** Describes to a user what an update that was decided would do. */
public final class UpdatePlanner {

    private final SparkSession session;
    private final UpdateIntent intent;
    private final FlowGraph graph;
    private final Optional<FlowGraph> lastGraph;
    private final ResolvedGraph resolved;
    private final UpdateChecks checks;
    private final KeptProgress progress;
    private final RecentSnapshots tables;
    private final long begun = System.currentTimeMillis();
    private final List<String> warnings = new ArrayList<>();
    private final List<RunDiagnostic> failures = new ArrayList<>();
    private final Map<String, Boolean> mayChange = new HashMap<>();

    public UpdatePlanner(
            SparkSession session,
            UpdateIntent intent,
            Optional<FlowGraph> lastGraph,
            ResolvedGraph resolved,
            UpdateChecks checks,
            KeptProgress progress) {
        this.session = session;
        this.tables = new RecentSnapshots(session);
        this.intent = intent;
        this.graph = intent.graph();
        this.lastGraph = lastGraph;
        this.resolved = resolved;
        this.checks = checks;
        this.progress = progress;
    }

    /** Describes it, together with why it cannot be run, where that is so. */
    public UpdatePlan plan(List<RunDiagnostic> errors, PlanProblems problems) {
        Map<Dataset, DatasetPlan> plans = new LinkedHashMap<>();
        for (Dataset dataset : DatasetOrder.of(graph)) {
            plans.put(dataset, dataset(dataset));
        }
        List<DatasetPlan> datasets = new ArrayList<>();
        graph.datasets().forEach(dataset -> datasets.add(plans.get(dataset)));
        for (DatasetState state : intent.before().datasets().values()) {
            if (graph.dataset(state.name()).isEmpty()) {
                datasets.add(gone(state));
            }
        }
        warnings.addAll(0, problems.warnings());
        return new UpdatePlan(
                graph.pipeline(), datasets, warnings, problems.errors(), failures, errors);
    }

    private DatasetPlan gone(DatasetState state) {
        List<FlowPlan> flows = new ArrayList<>();
        state.flows().values().forEach(flow -> flows.add(gone(flow, state.active())));
        return new DatasetPlan(
                graph.displayName(state.name()),
                state.kind(),
                state.active() ? Change.REMOVED : Change.INACTIVE,
                Optional.empty(),
                List.of(),
                false,
                false,
                state.table().generation(),
                Optional.empty(),
                flows);
    }

    private static FlowPlan gone(FlowState flow, boolean targetActive) {
        return new FlowPlan(
                flow.name(),
                flow.kind(),
                KeptProgress.isOnce(flow),
                flow.active() && targetActive ? Change.REMOVED : Change.INACTIVE,
                Optional.empty(),
                FlowAction.NONE,
                Optional.empty(),
                List.of(),
                List.of(),
                List.of());
    }

    private DatasetPlan dataset(Dataset dataset) {
        Optional<DatasetState> known = intent.before().dataset(dataset.name());
        boolean full = intent.selection().refreshesInFull(dataset.name());
        List<FlowPlan> flows = new ArrayList<>();
        if (!dataset.isView()) {
            graph.flowsInto(dataset.name()).forEach(flow -> flows.add(flow(dataset, flow)));
            known.ifPresent(
                    state ->
                            state.flows().values().stream()
                                    .filter(old -> isGone(dataset.name(), old))
                                    .forEach(old -> flows.add(gone(old, true))));
        }
        List<String> changes = changes(dataset, full);
        if (!changes.isEmpty() && dataset.isStored()) {
            // Other metadata is a commit too, which those see who read the table.
            mayChange.put(dataset.name().key(), true);
        }
        return new DatasetPlan(
                graph.displayName(dataset.name()),
                dataset.kind().name(),
                change(dataset, known, !changes.isEmpty()),
                intent.renames().before(dataset),
                changes,
                intent.selection().refreshes(dataset.name()),
                full && !dataset.isView(),
                dataset.isView() ? 0 : intent.table(dataset).generation(),
                dataset.sink().map(SinkFormat::guarantee),
                flows);
    }

    private boolean isGone(DatasetName target, FlowState old) {
        return graph.flowsInto(target).stream()
                .noneMatch(flow -> flow.name().equalsIgnoreCase(old.name()));
    }

    private Change change(Dataset dataset, Optional<DatasetState> known, boolean changed) {
        if (intent.renames().before(dataset).isPresent()) {
            return Change.RENAMED;
        }
        if (dataset.isView()) {
            Optional<Dataset> before = before(dataset);
            boolean same =
                    before.isPresent()
                            && queries(lastGraph.get(), before.get())
                                    .equals(queries(graph, dataset));
            return before.isEmpty()
                    ? Change.NEW
                    : same && !changed ? Change.UNCHANGED : Change.CHANGED;
        }
        if (known.isEmpty()) {
            return Change.NEW;
        }
        if (!known.get().active()) {
            return Change.RETURNED;
        }
        return changed ? Change.CHANGED : Change.UNCHANGED;
    }

    private static List<String> queries(FlowGraph of, Dataset dataset) {
        return of.flowsInto(dataset.name()).stream().map(FlowDigest::of).toList();
    }

    /** The dataset in the last update. */
    private Optional<Dataset> before(Dataset dataset) {
        return lastGraph.flatMap(last -> last.dataset(dataset.name()));
    }

    private List<String> changes(Dataset dataset, boolean full) {
        List<String> changes = new ArrayList<>();
        intent.before()
                .dataset(dataset.name())
                .flatMap(old -> DefinitionChanges.ofPlace(old, dataset))
                .ifPresent(changes::add);
        before(dataset).ifPresent(old -> changes.addAll(DefinitionChanges.describe(old, dataset)));
        Optional<StructType> schema = resolved.schema(dataset.name());
        Optional<StructType> existing =
                resolved.existing(dataset.name()).map(TableSnapshot::schema);
        if (schema.isPresent() && existing.isPresent()) {
            boolean rewritten = full || dataset.kind() == DatasetKind.MATERIALIZED_VIEW;
            boolean cdc = CdcTargets.isTarget(graph, dataset.name());
            changes.addAll(SchemaChanges.describe(existing.get(), schema.get(), rewritten, cdc));
        }
        resolved.cdc(dataset.name()).ifPresent(target -> changes.addAll(target.changes()));
        return changes;
    }

    private FlowPlan flow(Dataset target, Flow flow) {
        Optional<FlowState> known = intent.known(flow);
        PlannedQuery query = resolved.query(flow).orElse(null);
        List<String> notes = new ArrayList<>();
        List<String> after = after(flow);
        FlowAction action = FlowAction.RUN;
        FlowKind kind = query == null ? flow.kind() : StreamModes.kind(graph, flow, query);
        if (kind != flow.kind()) {
            notes.add(StreamModes.NO_GROUP_ENDS);
        }
        Optional<String> technique = Optional.empty();
        List<SourcePlan> reads = List.of();
        if (!intent.selection().refreshes(flow.target())) {
            action = FlowAction.EXCLUDED;
            after = List.of();
        } else if (query == null) {
            notes.add("its query has errors");
        } else if (flow.once()) {
            Optional<Instant> done = checks.onceDone(flow);
            action = done.isPresent() ? FlowAction.IDLE : FlowAction.RUN;
            reads = done.isPresent() ? List.of() : waiting().all(query.sources());
            Optional<String> warning = checks.onceWarning(flow, query);
            warning.ifPresent(warnings::add);
            if (warning.isPresent() || checks.hasRunOtherwise(flow)) {
                notes.add("its query has changed since it ran, and is not run again");
            }
            notes.add(done.map(time -> "ran on " + time).orElse("runs once, and has not run"));
        } else if (UpdateChecks.isMaterializedView(flow)) {
            boolean same = isUpToDate(target, flow, query);
            action = !same ? FlowAction.RUN : whenUnchanged(after);
            technique =
                    action == FlowAction.RUN_IF_INPUT
                            ? Optional.empty()
                            : Optional.of(
                                    same ? RefreshRecord.NO_OP : RefreshRecord.COMPLETE_RECOMPUTE);
            reads = same ? List.of() : waiting().all(query.sources());
            notes.addAll(why(flow, TableDefinition.REFRESH, RefreshRecord.of(query, this::table)));
        } else if (flow.isStream()) {
            Optional<String> imported = checks.continuations().importedFrom(flow);
            imported.ifPresent(from -> notes.add("continues the imported checkpoint " + from));
            FlowCheckpoint checkpoint =
                    imported.map(progress::checkpointIn)
                            .orElseGet(
                                    () ->
                                            progress.checkpoint(
                                                    flow.target(),
                                                    flow.name(),
                                                    intent.target(flow)));
            Optional<FlowCheckpoint.Progress> reached = reached(checkpoint);
            Optional<QueryException> failure =
                    reached.flatMap(
                            found ->
                                    new StreamOutlook(session, this::table)
                                            .failure(flow, query.streamingSources(), found));
            failure.ifPresent(
                    problem -> failures.add(PlanProblems.diagnostic(graph, flow, problem)));
            reads =
                    failure.isPresent()
                            ? List.of()
                            : waiting().next(query.sources(), checkpoint, reached);
            boolean input =
                    new NewInput(session, checkpoint, notes::add, this::table)
                            .exists(query.streamingSources(), reached);
            boolean finished = reached.map(FlowCheckpoint.Progress::committed).orElse(true);
            boolean nothing = !input || (finished && isAllEmpty(query, reads));
            action = nothing && failure.isEmpty() ? whenUnchanged(after) : FlowAction.RUN;
            failure.ifPresent(problem -> notes.add("would fail: " + problem.condition()));
        } else {
            boolean same = flow.kind() == FlowKind.REPLACE_WHERE && isReplaced(target, flow, query);
            action = same ? whenUnchanged(after) : FlowAction.RUN;
            reads = same ? List.of() : waiting().all(query.sources());
            if (flow.kind() == FlowKind.REPLACE_WHERE) {
                notes.addAll(
                        why(flow, ReplaceRecord.PROPERTY, RefreshRecord.of(query, this::table)));
            }
        }
        if (intent.selection().resetFlows().contains(flow)) {
            notes.add("its checkpoint is given up: it reads everything again");
        }
        boolean may = action == FlowAction.RUN || action == FlowAction.RUN_IF_INPUT;
        if (may && query != null) {
            notes.addAll(UniqueRuleCost.notes(session, target, flow, current(flow)));
        }
        mayChange.merge(flow.target().key(), may, Boolean::logicalOr);
        return new FlowPlan(
                flow.name(),
                kind.name(),
                flow.once(),
                change(flow, known),
                intent.renames().before(flow),
                action,
                technique,
                reads,
                after,
                notes);
    }

    /** A damaged checkpoint is among the plan's errors. */
    private static Optional<FlowCheckpoint.Progress> reached(FlowCheckpoint checkpoint) {
        try {
            return checkpoint.progress();
        } catch (QueryException e) {
            return Optional.empty();
        }
    }

    private static FlowAction whenUnchanged(List<String> after) {
        return after.isEmpty() ? FlowAction.IDLE : FlowAction.RUN_IF_INPUT;
    }

    /** Whether nothing waits in any stream. */
    private static boolean isAllEmpty(PlannedQuery query, List<SourcePlan> reads) {
        return !query.streamingSources().isEmpty()
                && reads.stream().filter(SourcePlan::streaming).allMatch(SourcePlan::isEmpty);
    }

    private WaitingInput waiting() {
        return new WaitingInput(progress);
    }

    private Optional<TableSnapshot> table(String path) {
        return tables.since(path, begun);
    }

    /** What has changed in the settings and functions that the contents were made with. */
    private List<String> why(Flow flow, String property, Optional<String> record) {
        Optional<String> made = current(flow).map(table -> table.properties().get(property));
        return made.isPresent() && record.isPresent()
                ? RefreshRecord.changes(made.get(), record.get())
                : List.of();
    }

    /** Whether a materialized view is made from what is there now. */
    private boolean isUpToDate(Dataset target, Flow flow, PlannedQuery query) {
        Optional<TableSnapshot> now = current(flow);
        Optional<StructType> schema = resolved.schema(target.name());
        return now.isPresent()
                && schema.isPresent()
                && DataType.equalsIgnoreNullability(now.get().schema(), schema.get())
                && holds(now.get(), TableDefinition.REFRESH, RefreshRecord.of(query, this::table));
    }

    /**
     * The same of the rows that a flow of REPLACE WHERE replaces, when no other writes the table.
     */
    private boolean isReplaced(Dataset target, Flow flow, PlannedQuery query) {
        Optional<TableSnapshot> now = current(flow);
        Optional<StructType> schema = resolved.schema(target.name());
        if (now.isEmpty() || schema.isEmpty() || graph.flowsInto(target.name()).size() > 1) {
            return false;
        }
        String predicate;
        try {
            predicate =
                    ReplaceRecord.predicate(
                            session,
                            flow,
                            intent.selection().replaceWhere(target.name()),
                            schema.get());
        } catch (QueryException e) {
            warnings.add(e.getMessage());
            return false;
        }
        return holds(
                now.get(), ReplaceRecord.PROPERTY, ReplaceRecord.of(predicate, query, this::table));
    }

    private static boolean holds(TableSnapshot table, String property, Optional<String> record) {
        return record.isPresent() && record.get().equals(table.properties().get(property));
    }

    /** The target's table, when the update does not begin a new generation of its contents. */
    private Optional<TableSnapshot> current(Flow flow) {
        if (intent.selection().refreshesInFull(flow.target())) {
            return Optional.empty();
        }
        TableState state = intent.target(flow);
        String mark = TableTarget.generationName(graph.pipeline(), flow.target(), state);
        return resolved.existing(flow.target())
                .filter(
                        table ->
                                state.generation() == 1
                                        || progress.transactionVersion(table, mark)
                                                        .orElse(Long.MIN_VALUE)
                                                >= state.generation());
    }

    /** The datasets that the flow reads and that may get rows in this update. */
    private List<String> after(Flow flow) {
        return DatasetOrder.storedUpstream(graph, flow).stream()
                .filter(name -> mayChange.getOrDefault(name.key(), false))
                .map(graph::displayName)
                .toList();
    }

    private Change change(Flow flow, Optional<FlowState> known) {
        if (intent.renames().before(flow).isPresent()) {
            return Change.RENAMED;
        }
        if (known.isEmpty()) {
            return Change.NEW;
        }
        if (!known.get().active()) {
            return Change.RETURNED;
        }
        boolean keepsDefinition =
                intent.selection().refreshes(flow.target()) && checks.hasRunOtherwise(flow);
        return keepsDefinition
                        || (known.get().query().equals(FlowDigest.of(flow))
                                && known.get().kind().equals(flow.kind().name()))
                ? Change.UNCHANGED
                : Change.CHANGED;
    }
}
