/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import io.millrace.compiler.diagnostic.NearestName;
import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.UpdateRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Which datasets an update refreshes, and which of them in full. */
final class UpdateSelection {

    private static final String RESET_ALLOWED = "pipelines.reset.allowed";

    private final Set<String> refreshed = new HashSet<>();
    private final Set<String> full = new HashSet<>();
    private final Set<Flow> reset = new HashSet<>();

    private UpdateSelection() {}

    /**
     * Reads the request.
     *
     * @throws QueryException when it names what is not there, names a dataset in two lists, or asks
     *     for the reset of a table that forbids it
     */
    static UpdateSelection of(FlowGraph graph, UpdateRequest request) {
        UpdateSelection selection = new UpdateSelection();
        boolean all = request.refresh().isEmpty() && request.fullRefresh().isEmpty();
        for (Dataset dataset : graph.datasets()) {
            if (all || request.fullRefreshAll()) {
                selection.refreshed.add(dataset.name().key());
            }
            if (request.fullRefreshAll() && resetAllowed(dataset)) {
                selection.full.add(dataset.name().key());
            }
        }
        for (String name : request.refresh()) {
            selection.refreshed.add(dataset(graph, name).name().key());
        }
        for (String name : request.fullRefresh()) {
            Dataset dataset = dataset(graph, name);
            if (!resetAllowed(dataset)) {
                throw new QueryException(
                        RunErrorCode.MILLRACE_RESET_NOT_ALLOWED,
                        "`%s` must not be refreshed in full: %s is false"
                                .formatted(graph.displayName(dataset.name()), RESET_ALLOWED),
                        "leave it out, or change the property");
            }
            if (request.refresh().stream()
                    .anyMatch(other -> dataset(graph, other).equals(dataset))) {
                throw new QueryException(
                        RunErrorCode.MILLRACE_SELECTION_INVALID,
                        "`%s` is named for a refresh and for a full refresh".formatted(name),
                        "name it once");
            }
            selection.refreshed.add(dataset.name().key());
            selection.full.add(dataset.name().key());
        }
        request.resetCheckpoints().forEach(name -> selection.reset.add(flow(graph, name)));
        return selection;
    }

    boolean refreshes(DatasetName dataset) {
        return refreshed.contains(dataset.key());
    }

    /** Whether the contents are to be made anew. Views of any kind have none. */
    boolean refreshesInFull(DatasetName dataset) {
        return full.contains(dataset.key());
    }

    /** The flows whose checkpoints are given up while the data stays. */
    Set<Flow> resetFlows() {
        return reset;
    }

    private static boolean resetAllowed(Dataset dataset) {
        String value = dataset.properties().getOrDefault(RESET_ALLOWED, "true");
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default ->
                    throw new QueryException(
                            RunErrorCode.MILLRACE_SELECTION_INVALID,
                            "the property %s of `%s` is `%s`"
                                    .formatted(RESET_ALLOWED, dataset.name().last(), value),
                            "write true or false");
        };
    }

    private static Dataset dataset(FlowGraph graph, String name) {
        List<Dataset> stored = graph.datasets().stream().filter(d -> !d.isView()).toList();
        return stored.stream()
                .filter(candidate -> isCalled(graph, candidate.name(), name))
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

    private static boolean isCalled(FlowGraph graph, DatasetName dataset, String name) {
        String wanted = name.replace("`", "");
        String two =
                dataset.parts().size() < 2
                        ? dataset.last()
                        : dataset.parts().get(dataset.parts().size() - 2) + "." + dataset.last();
        return graph.displayName(dataset).replace("`", "").equalsIgnoreCase(wanted)
                || String.join(".", dataset.parts()).equalsIgnoreCase(wanted)
                || two.equalsIgnoreCase(wanted);
    }

    private static Flow flow(FlowGraph graph, String name) {
        return graph.flows().stream()
                .filter(
                        flow ->
                                flow.name().equalsIgnoreCase(name)
                                        || (graph.displayName(flow.target()) + "." + flow.name())
                                                .equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                unknown(
                                        "flow",
                                        name,
                                        graph.flows().stream().map(Flow::name).toList()));
    }

    private static QueryException unknown(String what, String name, List<String> known) {
        Optional<String> near = NearestName.of(name, known);
        return new QueryException(
                RunErrorCode.MILLRACE_SELECTION_INVALID.name(),
                "the pipeline has no %s `%s`".formatted(what, name),
                near.map(candidate -> "did you mean `" + candidate + "`?"),
                Optional.empty(),
                null);
    }
}
