/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.intent;

import io.millrace.compiler.diagnostic.NearestName;
import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import java.util.List;
import java.util.Optional;

/** Finds what a user names in a request: datasets and flows, in any letter case. */
final class GraphNames {

    private final FlowGraph graph;

    GraphNames(FlowGraph graph) {
        this.graph = graph;
    }

    /** A dataset that an update can refresh. */
    Dataset dataset(String name) {
        List<Dataset> stored = graph.datasets().stream().filter(d -> !d.isView()).toList();
        return stored.stream()
                .filter(candidate -> isCalled(candidate.name(), name))
                .findFirst()
                .orElseThrow(
                        () ->
                                unknown(
                                        "dataset",
                                        name,
                                        stored.stream()
                                                .map(d -> graph.displayName(d.name()))
                                                .toList()));
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
        String two =
                dataset.parts().size() < 2
                        ? dataset.last()
                        : dataset.parts().get(dataset.parts().size() - 2) + "." + dataset.last();
        return graph.displayName(dataset).replace("`", "").equalsIgnoreCase(wanted)
                || String.join(".", dataset.parts()).equalsIgnoreCase(wanted)
                || two.equalsIgnoreCase(wanted);
    }

    /** A flow, called by its name or by {@code target.name}. */
    Flow flow(String name) {
        return findFlow(name)
                .orElseThrow(
                        () ->
                                unknown(
                                        "flow",
                                        name,
                                        graph.flows().stream().map(Flow::name).toList()));
    }

    Optional<Flow> findFlow(String name) {
        return graph.flows().stream().filter(flow -> isCalled(flow, name)).findFirst();
    }

    private boolean isCalled(Flow flow, String name) {
        return isFlowCalled(flow.target(), flow.name(), name);
    }

    boolean isFlowCalled(DatasetName target, String flow, String name) {
        return flow.equalsIgnoreCase(name)
                || (graph.displayName(target) + "." + flow).equalsIgnoreCase(name);
    }

    static QueryException unknown(String what, String name, List<String> known) {
        Optional<String> near = NearestName.of(name, known);
        return new QueryException(
                RunErrorCode.MILLRACE_SELECTION_INVALID.name(),
                "the pipeline has no %s `%s`".formatted(what, name),
                near.map(candidate -> "did you mean `" + candidate + "`?"),
                Optional.empty(),
                null);
    }
}
