/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.spark.QueryException;
import io.millrace.spark.catalyst.KeptSource;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.delta.TableSnapshot;
import io.millrace.spark.event.EventHistory;
import io.millrace.spark.execution.check.UpdateChecks;
import io.millrace.spark.execution.checkpoint.KeptProgress;
import io.millrace.spark.execution.intent.FailedFlows;
import io.millrace.spark.execution.intent.UpdateIntent;
import io.millrace.spark.execution.parallel.ParallelWork;
import io.millrace.spark.execution.resolve.GraphResolver;
import io.millrace.spark.execution.resolve.ResolvedGraph;
import io.millrace.spark.execution.table.TableLocations;
import io.millrace.spark.execution.table.TableMoves;
import io.millrace.spark.state.PipelineState;
import io.millrace.spark.state.PipelineStorage;
import io.millrace.spark.storage.StorageFiles;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.SparkSession;

/** Finds out all that has to be known before an update may write, and writes nothing itself. */
final class UpdatePreparation {

    private final UpdateContext context;
    private final SparkSession session;
    private final FlowGraph graph;
    private final PipelineStorage storage;
    private final StorageFiles files;

    UpdatePreparation(UpdateContext context) {
        this.context = context;
        this.session = context.session();
        this.graph = context.graph();
        this.storage = context.storage();
        this.files = context.files();
    }

    /**
     * Decides what the update does.
     *
     * @throws QueryException when the request or the state is at fault
     */
    PreparedUpdate prepare() {
        long begun = System.currentTimeMillis();
        KeptProgress progress = new KeptProgress(session, files, storage, graph.pipeline());
        PipelineState before = context.stateFile().read();
        if (before.update().isEmpty()) {
            before =
                    progress.adopt(
                            graph,
                            before,
                            TableLocations.of(session, graph, storage, before, files));
        }
        UpdateIntent intent =
                UpdateIntent.of(graph, before, context.request(), this::failedTargets);
        TableLocations locations =
                TableLocations.of(session, graph, storage, intent.before(), files);
        new TableMoves(session, graph, files).check(locations);
        Map<String, TableSnapshot> existing = new ConcurrentHashMap<>();
        List<Dataset> stored = context.stored();
        try (ParallelWork work = new ParallelWork("millrace-prepare")) {
            work.forEach(
                    stored,
                    dataset ->
                            DeltaTableLog.newest(session, locations.path(dataset.name()), begun)
                                    .ifPresent(table -> existing.put(dataset.name().key(), table)));
        }
        ResolvedGraph resolved =
                new GraphResolver(
                                session,
                                graph,
                                locations::path,
                                existing,
                                intent.selection()::refreshesInFull,
                                new FlowStates(storage, intent),
                                context.functions(),
                                context.memo())
                        .resolve();
        UpdateChecks checks =
                new UpdateChecks(session, storage, files, intent, resolved, locations, progress);
        return new PreparedUpdate(intent, locations, resolved, progress, checks, checks.check());
    }

    private record FlowStates(PipelineStorage storage, UpdateIntent intent)
            implements GraphResolver.FlowState {

        @Override
        public String functionState(Flow flow) {
            return storage.functionState(flow, intent.target(flow));
        }

        @Override
        public List<KeptSource> keptSources(Flow flow) {
            return intent.keptSources(flow);
        }
    }

    private List<DatasetName> failedTargets(PipelineState stored) {
        EventHistory history = new EventHistory(files, storage.root());
        return stored.update()
                .map(update -> FailedFlows.targets(graph, history.update(update)))
                .orElse(List.of());
    }
}
