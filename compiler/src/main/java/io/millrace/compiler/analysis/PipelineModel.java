/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.DatasetName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The whole pipeline with names resolved: what the checks look at and the graph is made from. */
final class PipelineModel {

    private final CompileOptions options;
    private final Declarations declarations;
    private final DatasetIndex index;
    private final List<ResolvedFlow> flows;
    private final BrokenStatements broken;
    private final Map<String, List<ResolvedFlow>> flowsByTarget = new LinkedHashMap<>();
    private final OpenAggregates openAggregates = new OpenAggregates(this);

    PipelineModel(
            CompileOptions options,
            Declarations declarations,
            DatasetIndex index,
            List<ResolvedFlow> flows,
            BrokenStatements broken) {
        this.options = requireNonNull(options, "options");
        this.declarations = requireNonNull(declarations, "declarations");
        this.index = requireNonNull(index, "index");
        this.flows = List.copyOf(flows);
        this.broken = requireNonNull(broken, "broken");
        for (ResolvedFlow flow : flows) {
            flowsByTarget.computeIfAbsent(flow.target().key(), key -> new ArrayList<>()).add(flow);
        }
    }

    CompileOptions options() {
        return options;
    }

    Declarations declarations() {
        return declarations;
    }

    /** Statements that could not be read, and so may have defined what is missing. */
    BrokenStatements broken() {
        return broken;
    }

    List<DatasetDeclaration> datasets() {
        return declarations.datasets();
    }

    DatasetIndex index() {
        return index;
    }

    /** In source order. */
    List<ResolvedFlow> flows() {
        return flows;
    }

    /** The flows that write a dataset, in source order; the query of a view is one. */
    List<ResolvedFlow> flowsInto(DatasetName target) {
        return flowsByTarget.getOrDefault(target.key(), List.of());
    }

    /** The flow that holds the query of a view or a materialized view. */
    Optional<ResolvedFlow> queryOf(DatasetDeclaration dataset) {
        return flowsInto(dataset.name()).stream()
                .filter(flow -> flow.declaration().owner().isPresent())
                .findFirst();
    }

    /** Whether an input is a view whose query is a stream. */
    boolean isStreamingView(ResolvedInput input) {
        return input.dataset()
                .filter(DatasetDeclaration::isView)
                .flatMap(this::queryOf)
                .filter(ResolvedFlow::streaming)
                .isPresent();
    }

    /** The aggregates of streams that no watermark ends. */
    OpenAggregates openAggregates() {
        return openAggregates;
    }

    /** How a dataset rewrites its rows, in the user's words; empty if it only appends. */
    Optional<String> rewriting(DatasetDeclaration dataset) {
        if (dataset.kind() == DatasetKind.MATERIALIZED_VIEW) {
            return Optional.of("a materialized view");
        }
        for (ResolvedFlow flow : flowsInto(dataset.name())) {
            if (flow.declaration().isCdc()) {
                return Optional.of("the target of AUTO CDC flow `" + flow.name() + "`");
            }
            if (openAggregates.isComplete(flow)) {
                return Optional.of("an aggregate without a watermark");
            }
            if (flow.declaration().isReplace()) {
                return Optional.of("the target of replace flow `" + flow.name() + "`");
            }
        }
        return Optional.empty();
    }
}
