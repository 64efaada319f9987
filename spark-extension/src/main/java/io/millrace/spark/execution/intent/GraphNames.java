/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.intent;

import io.millrace.compiler.diagnostic.NearestName;
import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.problem.CommandOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds what a user names in a request: datasets and flows, in any letter case. */
final class GraphNames {

    private final FlowGraph graph;

    GraphNames(FlowGraph graph) {
        this.graph = graph;
    }

    /**
     * A dataset that an update can refresh.
     *
     * @throws QueryException when there is none of that name: says what else is called so, or
     *     nearly so
     */
    Dataset dataset(String name) {
        return findDataset(name).orElseThrow(() -> noDataset(name));
    }

    /** The same, or a view: what only stands for others here. */
    Dataset datasetOrView(String name) {
        return findDataset(name).or(() -> findView(name)).orElseThrow(() -> noDataset(name));
    }

    private Optional<Dataset> findView(String name) {
        return graph.datasets().stream()
                .filter(Dataset::isView)
                .filter(view -> isCalled(view.name(), name))
                .findFirst();
    }

    private QueryException noDataset(String name) {
        Optional<Dataset> view = findView(name);
        if (view.isPresent()) {
            String called = graph.displayName(view.get().name());
            return invalid(
                    "`%s` is a %s: it holds no rows, so there is nothing to refresh"
                            .formatted(
                                    called,
                                    view.get().kind() == DatasetKind.VIEW
                                            ? "view"
                                            : "temporary view"),
                    Optional.of(
                            "`+%s` refreshes what it reads, `%s+` what reads it"
                                    .formatted(called, called)));
        }
        String message = "the pipeline has no dataset `%s`".formatted(name);
        List<String> namesakes =
                graph.datasets().stream()
                        .filter(dataset -> isLast(dataset.name(), name))
                        .map(dataset -> "`" + graph.displayName(dataset.name()) + "`")
                        .toList();
        if (!namesakes.isEmpty()) {
            return invalid(
                    message,
                    Optional.of("did you mean %s?".formatted(String.join(" or ", namesakes))));
        }
        Optional<Flow> flow = findFlow(name);
        if (flow.isPresent()) {
            return invalid(
                    message + ", but a flow of that name",
                    Optional.of(
                            "name its target, `%s`; %s has the flow read its sources from the beginning"
                                    .formatted(
                                            graph.displayName(flow.get().target()),
                                            CommandOptions.resetCheckpoint(flow.get().name()))));
        }
        return invalid(message, nearest(name).map("did you mean `%s`?"::formatted));
    }

    /** Whether the last part of a name is that of a dataset, whatever stands before it. */
    private static boolean isLast(DatasetName dataset, String name) {
        String wanted = name.replace("`", "");
        return dataset.last().equalsIgnoreCase(wanted.substring(wanted.lastIndexOf('.') + 1));
    }

    /** The dataset that a mistyped name most likely meant, however much of its name was written. */
    private Optional<String> nearest(String name) {
        Map<String, String> all = new LinkedHashMap<>();
        for (Dataset dataset : graph.datasets()) {
            String called = graph.displayName(dataset.name());
            all.put(called, called);
            all.putIfAbsent(lastTwo(dataset.name()), called);
            all.putIfAbsent(dataset.name().last(), called);
        }
        return NearestName.of(name.replace("`", ""), all.keySet()).map(all::get);
    }

    Optional<Dataset> findDataset(String name) {
        return graph.datasets().stream()
                .filter(dataset -> !dataset.isView())
                .filter(dataset -> isCalled(dataset.name(), name))
                .findFirst();
    }

    /**
     * Whether messages call the dataset so, or it is the full name, or that without the catalog.
     */
    boolean isCalled(DatasetName dataset, String name) {
        String wanted = name.replace("`", "");
        return graph.displayName(dataset).replace("`", "").equalsIgnoreCase(wanted)
                || String.join(".", dataset.parts()).equalsIgnoreCase(wanted)
                || lastTwo(dataset).equalsIgnoreCase(wanted);
    }

    private static String lastTwo(DatasetName dataset) {
        int parts = dataset.parts().size();
        return parts < 2 ? dataset.last() : dataset.parts().get(parts - 2) + "." + dataset.last();
    }

    /** A flow, called by its name or by {@code target.name}. */
    Flow flow(String name) {
        return findFlow(name).orElseThrow(() -> noFlow(name));
    }

    private QueryException noFlow(String name) {
        String message = "the pipeline has no flow `%s`".formatted(name);
        List<String> ofDataset =
                findDataset(name).stream()
                        .flatMap(dataset -> graph.flowsInto(dataset.name()).stream())
                        .map(flow -> "`" + flow.name() + "`")
                        .toList();
        if (!ofDataset.isEmpty()) {
            return invalid(
                    message,
                    Optional.of(
                            "name a flow of that dataset: %s"
                                    .formatted(String.join(", ", ofDataset))));
        }
        List<String> known = writing().map(Flow::name).toList();
        return invalid(message, NearestName.of(name, known).map("did you mean `%s`?"::formatted));
    }

    /** All flows but the queries of views. */
    private Stream<Flow> writing() {
        return graph.flows().stream().filter(flow -> flow.kind() != FlowKind.VIEW);
    }

    Optional<Flow> findFlow(String name) {
        return writing().filter(flow -> isCalled(flow, name)).findFirst();
    }

    private boolean isCalled(Flow flow, String name) {
        return isFlowCalled(flow.target(), flow.name(), name);
    }

    boolean isFlowCalled(DatasetName target, String flow, String name) {
        String wanted = name.replace("`", "");
        return flow.replace("`", "").equalsIgnoreCase(wanted)
                || (graph.displayName(target) + "." + flow)
                        .replace("`", "")
                        .equalsIgnoreCase(wanted);
    }

    private static QueryException invalid(String message, Optional<String> hint) {
        return new QueryException(
                RunErrorCode.MILLRACE_SELECTION_INVALID.name(),
                message,
                hint,
                Optional.empty(),
                null);
    }
}
