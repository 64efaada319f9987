/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.check;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.execution.intent.PlannedSources;
import io.millrace.spark.execution.intent.UpdateIntent;
import io.millrace.spark.execution.resolve.ResolvedGraph;
import io.millrace.spark.state.DatasetState;
import io.millrace.spark.state.FlowDigest;
import io.millrace.spark.state.FlowState;
import io.millrace.spark.state.PipelineState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The state of the pipeline that an update begins with, made from the one before. */
final class NextState {

    private final UpdateIntent intent;
    private final FlowGraph graph;
    private final ResolvedGraph resolved;
    private final Predicate<Flow> keepsDefinition;

    /**
     * @param keepsDefinition whether a flow that runs once has run, with another definition than
     *     now: what is remembered is what it ran with
     */
    NextState(UpdateIntent intent, ResolvedGraph resolved, Predicate<Flow> keepsDefinition) {
        this.intent = intent;
        this.graph = intent.graph();
        this.resolved = resolved;
        this.keepsDefinition = keepsDefinition;
    }

    PipelineState state() {
        Map<String, DatasetState> datasets = new TreeMap<>();
        intent.before()
                .datasets()
                .forEach(
                        (key, dataset) -> {
                            if (graph.dataset(dataset.name()).isEmpty()) {
                                datasets.put(key, dataset.inactive());
                            }
                        });
        for (Dataset dataset : graph.datasets()) {
            Optional<DatasetState> before = intent.before().dataset(dataset.name());
            boolean known = before.isPresent() || intent.selection().refreshes(dataset.name());
            if (!dataset.isView() && known) {
                datasets.put(dataset.name().key(), dataset(dataset, before));
            }
        }
        return new PipelineState(intent.before().pipeline(), intent.before().update(), datasets);
    }

    private DatasetState dataset(Dataset dataset, Optional<DatasetState> before) {
        boolean full = intent.selection().refreshesInFull(dataset.name());
        Map<String, FlowState> flows = new LinkedHashMap<>();
        for (Flow flow : graph.flowsInto(dataset.name())) {
            Optional<FlowState> known = before.flatMap(found -> found.flow(flow.name()));
            flow(flow, known).ifPresent(state -> flows.put(key(flow.name()), state));
        }
        if (!full) {
            before.ifPresent(
                    found ->
                            found.flows()
                                    .forEach(
                                            (key, flow) ->
                                                    flows.putIfAbsent(key, flow.inactive())));
        }
        return new DatasetState(
                dataset.name(),
                dataset.kind().name(),
                true,
                dataset.isPrivate(),
                intent.table(dataset),
                before.flatMap(DatasetState::renamedFrom),
                flows);
    }

    /** Empty for a flow that is new and does not run yet. */
    private Optional<FlowState> flow(Flow flow, Optional<FlowState> known) {
        boolean runs = intent.selection().refreshes(flow.target());
        if (!runs && known.isEmpty()) {
            return Optional.empty();
        }
        if (known.isPresent() && (!runs || keepsDefinition.test(flow))) {
            FlowState old = known.get();
            return Optional.of(
                    new FlowState(
                            flow.name(),
                            old.kind(),
                            true,
                            old.query(),
                            old.sources(),
                            old.operators()));
        }
        Optional<PlannedQuery> query = flow.isStream() ? resolved.query(flow) : Optional.empty();
        return Optional.of(
                new FlowState(
                        flow.name(),
                        flow.kind().name(),
                        true,
                        FlowDigest.of(flow),
                        query.map(PlannedSources::of).orElse(List.of()),
                        query.map(KeptOperators::of).orElse(List.of())));
    }

    private static String key(String flow) {
        return flow.toLowerCase(Locale.ROOT);
    }

    /** Whether a flow of the graph writes rows; the query of a view does not. */
    static boolean writes(Flow flow) {
        return flow.kind() != FlowKind.VIEW;
    }
}
