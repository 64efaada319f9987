/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.intent;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.spark.QueryException;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.catalyst.KeptSource;
import io.millrace.spark.state.DatasetState;
import io.millrace.spark.state.FlowState;
import io.millrace.spark.state.PipelineState;
import io.millrace.spark.state.PipelineStorage;
import io.millrace.spark.state.TableState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a request means for a pipeline in its present state: known before any query is looked at.
 *
 * @param before the state as the last update left it, with the renames of this one
 * @param tables the state that the tables of the graph will be in, by the datasets' keys
 */
public record UpdateIntent(
        FlowGraph graph,
        UpdateRequest request,
        PipelineState before,
        Renames renames,
        UpdateSelection selection,
        Map<String, TableState> tables) {

    /**
     * Reads the request.
     *
     * @throws QueryException when it cannot be done
     */
    public static UpdateIntent of(
            FlowGraph graph, PipelineState stored, UpdateRequest request, FailedTargets failed) {
        Renames renames = Renames.of(graph, stored, request);
        PipelineState before = renames.state();
        UpdateSelection selection =
                UpdateSelection.of(
                        graph, request, request.failed() ? failed.of(stored) : List.of());
        Map<String, TableState> tables = new HashMap<>();
        for (Dataset dataset : graph.datasets()) {
            if (!dataset.isView()) {
                tables.put(dataset.name().key(), table(graph, dataset, before, selection));
            }
        }
        return new UpdateIntent(graph, request, before, renames, selection, tables);
    }

    /** The datasets that the last update did not bring to their end. */
    @FunctionalInterface
    public interface FailedTargets {
        List<io.millrace.compiler.graph.DatasetName> of(PipelineState stored);
    }

    /** The state that the table of a dataset will be in. Not for views. */
    public TableState table(Dataset dataset) {
        return tables.get(dataset.name().key());
    }

    /** The state of the table that a flow writes. */
    public TableState target(Flow flow) {
        return tables.getOrDefault(flow.target().key(), TableState.FIRST);
    }

    /** The flow as it was known before, under whatever name. */
    public Optional<FlowState> known(Flow flow) {
        return before.dataset(flow.target()).flatMap(dataset -> dataset.flow(flow.name()));
    }

    /** The streams that a flow goes on reading, by their numbers in its checkpoint. */
    public List<KeptSource> keptSources(Flow flow) {
        return selection.startsAnew(flow)
                ? List.of()
                : known(flow).map(FlowState::sources).orElse(List.of());
    }

    private static TableState table(
            FlowGraph graph, Dataset dataset, PipelineState before, UpdateSelection selection) {
        Optional<DatasetState> known = before.dataset(dataset.name());
        TableState state = known.map(DatasetState::table).orElseGet(() -> unused(dataset, before));
        if (selection.refreshesInFull(dataset.name())) {
            return state.nextGeneration();
        }
        List<String> flows = new ArrayList<>();
        known.ifPresent(found -> found.flows().values().forEach(flow -> flows.add(flow.name())));
        for (Flow flow : graph.flowsInto(dataset.name())) {
            if (flows.stream().noneMatch(name -> name.equalsIgnoreCase(flow.name()))) {
                state = state.withNew(flow.name(), flows);
                flows.add(flow.name());
            }
        }
        for (Flow flow : selection.resetFlows()) {
            if (flow.target().key().equals(dataset.name().key())) {
                state = state.withReset(flow.name());
            }
        }
        return state;
    }

    /** The name of a table that was renamed is still that of its folders. */
    private static TableState unused(Dataset dataset, PipelineState before) {
        String own = PipelineStorage.encode(dataset.name());
        String free = own;
        for (int i = 2; isTaken(free, before); i++) {
            free = own + "~." + i;
        }
        return free.equals(own) ? TableState.FIRST : TableState.FIRST.withKeptAs(free);
    }

    private static boolean isTaken(String folder, PipelineState state) {
        return state.datasets().values().stream()
                .anyMatch(
                        dataset ->
                                PipelineStorage.tableFolder(dataset.name(), dataset.table())
                                        .equals(folder));
    }
}
