/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.check;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.delta.TableDefinition;
import io.millrace.spark.delta.TableSnapshot;
import io.millrace.spark.execution.checkpoint.KeptProgress;
import io.millrace.spark.execution.checkpoint.MovedSources;
import io.millrace.spark.execution.flow.OnceMark;
import io.millrace.spark.execution.intent.UpdateIntent;
import io.millrace.spark.execution.resolve.ResolvedGraph;
import io.millrace.spark.execution.table.TableLocations;
import io.millrace.spark.problem.CommandOptions;
import io.millrace.spark.sink.SinkRecord;
import io.millrace.spark.state.FlowDigest;
import io.millrace.spark.state.FlowState;
import io.millrace.spark.state.PipelineState;
import io.millrace.spark.state.PipelineStorage;
import io.millrace.spark.storage.StorageFiles;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.SparkSession;

/**
 * What is decided of an update once its queries are understood: whether it is refused, what the
 * user should know, and the state that it begins with. The same for a run and for a plan. Remembers
 * what it has looked up, so one is for one update and one thread.
 */
public final class UpdateChecks {

    private final SparkSession session;
    private final UpdateIntent intent;
    private final FlowGraph graph;
    private final ResolvedGraph resolved;
    private final TableLocations locations;
    private final KeptProgress progress;
    private final PlanProblems problems;
    private final Continuations continuations;

    private final MovedSources moved = new MovedSources();

    /** When a flow that runs once has run, by the flow. */
    private final Map<Flow, Optional<Instant>> onceDone = new HashMap<>();

    public UpdateChecks(
            SparkSession session,
            PipelineStorage storage,
            StorageFiles files,
            UpdateIntent intent,
            ResolvedGraph resolved,
            TableLocations locations,
            KeptProgress progress) {
        this.session = session;
        this.intent = intent;
        this.graph = intent.graph();
        this.resolved = resolved;
        this.locations = locations;
        this.progress = progress;
        this.problems = new PlanProblems(graph);
        this.continuations =
                new Continuations(session, storage, files, intent, resolved, progress, problems);
    }

    /** Runs all checks. */
    public PlanProblems check() {
        intent.selection().warnings().forEach(problems::warning);
        graph.datasets().forEach(this::checkKind);
        new RenameCheck(intent, locations, progress, problems).check();
        new CheckpointCheck(session, intent, resolved, locations, progress, problems, moved)
                .check();
        new CompleteFlowCheck(intent, resolved, locations, progress, problems).check();
        continuations.check();
        new DoubledInput(intent, resolved, flow -> onceDone(flow).isPresent(), problems).check();
        new ReaderCheck(intent, resolved, progress, problems).check();
        new FullRefreshCheck(intent, resolved, locations, progress, problems).check();
        new SinkCheck(
                        session,
                        intent,
                        resolved,
                        flow -> onceDone(flow).isPresent(),
                        progress,
                        problems)
                .check();
        return problems;
    }

    /** What flows go on from that is not theirs yet. */
    public Continuations continuations() {
        return continuations;
    }

    /** What has to be noted before the state that the update begins with is written. */
    public MovedSources movedSources() {
        return moved;
    }

    /** The state that the update begins with. */
    public PipelineState nextState() {
        return new NextState(intent, resolved, this::hasRunOtherwise).state();
    }

    /** When a flow that runs once has run into the present contents of its target. */
    public Optional<Instant> onceDone(Flow flow) {
        return onceDone.computeIfAbsent(flow, this::readOnceDone);
    }

    private Optional<Instant> readOnceDone(Flow flow) {
        if (flow.kind() == FlowKind.SINK) {
            return sinkRecord(flow).map(SinkRecord.Written::time);
        }
        if (resolved.existing(flow.target()).isEmpty()) {
            return Optional.empty();
        }
        String mark = progress.onceMark(flow, intent.target(flow));
        return progress.history(locations.path(flow.target()))
                .filter(history -> history.transactionVersion(mark).isPresent())
                .map(
                        history -> {
                            OptionalLong time = history.transactionTime(mark);
                            return Instant.ofEpochMilli(time.orElse(0));
                        });
    }

    private Optional<SinkRecord.Written> sinkRecord(Flow flow) {
        return progress.sinkRecord(flow.target(), flow.name(), intent.target(flow)).read();
    }

    /** Whether a flow that runs once has run with another definition than it has now. */
    public boolean hasRunOtherwise(Flow flow) {
        Optional<FlowState> known = intent.known(flow);
        return flow.once()
                && known.isPresent()
                && !known.get().query().equals(FlowDigest.of(flow))
                && onceDone(flow).isPresent();
    }

    /** What a run will say of a flow that has run with another query than it has now. */
    public Optional<String> onceWarning(Flow flow, PlannedQuery query) {
        if (onceDone(flow).isEmpty()) {
            return Optional.empty();
        }
        String mark = progress.onceMark(flow, intent.target(flow));
        if (flow.kind() == FlowKind.SINK) {
            long version = sinkRecord(flow).map(SinkRecord.Written::version).orElse(0L);
            return new OnceMark(mark, OnceMark.version(query)).warning(flow, version);
        }
        long done =
                progress.history(locations.path(flow.target()))
                        .map(history -> history.transactionVersion(mark).orElse(0))
                        .orElse(0L);
        return new OnceMark(mark, OnceMark.version(query)).warning(flow, done);
    }

    /** Rows that streams have brought must not vanish because a keyword has changed. */
    private void checkKind(Dataset dataset) {
        Optional<TableSnapshot> existing = resolved.existing(dataset.name());
        if (existing.isEmpty()
                || !intent.selection().refreshes(dataset.name())
                || intent.selection().refreshesInFull(dataset.name())) {
            return;
        }
        String before = existing.get().properties().get(TableDefinition.KIND);
        boolean wasView = DatasetKind.MATERIALIZED_VIEW.name().equals(before);
        boolean isView = dataset.kind() == DatasetKind.MATERIALIZED_VIEW;
        if (before == null || wasView == isView) {
            return;
        }
        String name = graph.displayName(dataset.name());
        problems.error(
                dataset,
                RunErrorCode.MILLRACE_DATASET_KIND_CHANGED,
                "`%s` was a %s and is a %s now: %s"
                        .formatted(
                                name,
                                words(before),
                                words(dataset.kind().name()),
                                isView
                                        ? "the rows that its flows have brought would be replaced"
                                        : "its flows would add rows to what the view has computed"),
                "run %s, or give the dataset another name"
                        .formatted(CommandOptions.fullRefresh(name)));
    }

    private static String words(String kind) {
        return kind.toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Whether a flow is a query of a materialized view. */
    public static boolean isMaterializedView(Flow flow) {
        return flow.kind() == FlowKind.MATERIALIZED_VIEW;
    }
}
