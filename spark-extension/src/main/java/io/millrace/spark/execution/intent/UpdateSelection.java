/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.intent;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.execution.resolve.DatasetOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which datasets an update refreshes, and which of them in full. */
public final class UpdateSelection {

    /** The property that protects a table. */
    public static final String RESET_ALLOWED = "pipelines.reset.allowed";

    private final FlowGraph graph;
    private final GraphNames names;
    private final Set<String> refreshed = new HashSet<>();
    private final Set<String> full = new HashSet<>();
    private final Map<String, String> conditions = new HashMap<>();
    private final Set<Flow> reset = new LinkedHashSet<>();
    private final List<DatasetName> leftAlone = new ArrayList<>();

    private UpdateSelection(FlowGraph graph) {
        this.graph = graph;
        this.names = new GraphNames(graph);
    }

    /**
     * Reads the request.
     *
     * @param failed the datasets that the last update did not bring to their end
     * @throws QueryException when it names what is not there, names a dataset in two lists, or asks
     *     for the reset of a table that forbids it
     */
    static UpdateSelection of(
            FlowGraph graph, UpdateRequest request, Collection<DatasetName> failed) {
        UpdateSelection selection = new UpdateSelection(graph);
        if (request.failed()) {
            failed.forEach(dataset -> selection.refreshed.add(dataset.key()));
        } else if (request.fullRefreshAll()) {
            graph.datasets().forEach(dataset -> selection.addFull(dataset, false));
        } else if (request.refresh().isEmpty() && request.fullRefresh().isEmpty()) {
            graph.datasets().forEach(dataset -> selection.refreshed.add(dataset.name().key()));
        }
        selection.addNamed(request);
        selection.followOwners();
        request.replaceWhere().forEach(selection::replace);
        for (String name : request.resetCheckpoints()) {
            selection.reset.add(selection.names.flow(name));
        }
        return selection;
    }

    /** Everything, as an update without wishes does. */
    static UpdateSelection all(FlowGraph graph) {
        return of(graph, UpdateRequest.refreshAll(), List.of());
    }

    private void addNamed(UpdateRequest request) {
        Set<String> named = new HashSet<>();
        for (String name : request.refresh()) {
            named.add(named(name).name().key());
            expand(name).forEach(dataset -> refreshed.add(dataset.name().key()));
        }
        for (String name : request.fullRefresh()) {
            Dataset dataset = named(name);
            if (named.contains(dataset.name().key())) {
                throw new QueryException(
                        RunErrorCode.MILLRACE_SELECTION_INVALID,
                        "`%s` is named for a refresh and for a full refresh".formatted(bare(name)),
                        "name it once");
            }
            for (Dataset one : expand(name)) {
                addFull(one, one.equals(dataset));
            }
        }
    }

    private void addFull(Dataset dataset, boolean named) {
        refreshed.add(dataset.name().key());
        if (resetAllowed(dataset)) {
            full.add(dataset.name().key());
            return;
        }
        if (named) {
            throw new QueryException(
                    RunErrorCode.MILLRACE_RESET_NOT_ALLOWED,
                    "`%s` must not be refreshed in full: %s is false"
                            .formatted(graph.displayName(dataset.name()), RESET_ALLOWED),
                    "leave it out, or change the property");
        }
        leftAlone.add(dataset.name());
    }

    /** What a name stands for: with a sign it may be a view, which is in between. */
    private Dataset named(String name) {
        String bare = bare(name);
        return bare.equals(name) ? names.dataset(name) : names.datasetOrView(bare);
    }

    private static String bare(String name) {
        int start = name.startsWith("+") ? 1 : 0;
        int end = name.length() - (name.length() > start && name.endsWith("+") ? 1 : 0);
        return name.substring(start, end);
    }

    /** The dataset, behind what it reads and before what reads it, as the signs say. */
    private Set<Dataset> expand(String name) {
        Dataset dataset = named(name);
        checkOwner(dataset);
        Set<Dataset> all = new LinkedHashSet<>();
        if (name.startsWith("+")) {
            addUpstream(dataset, all);
        }
        if (!dataset.isView()) {
            all.add(dataset);
        }
        if (name.endsWith("+")) {
            addDownstream(dataset, all);
        }
        return all;
    }

    private void addUpstream(Dataset dataset, Set<Dataset> all) {
        for (Flow flow : graph.writers(dataset.name())) {
            for (DatasetName name : DatasetOrder.storedUpstream(graph, flow)) {
                Dataset upstream = owner(name);
                if (all.add(upstream)) {
                    addUpstream(upstream, all);
                }
            }
        }
    }

    private void addDownstream(Dataset dataset, Set<Dataset> all) {
        for (Flow flow : graph.flows()) {
            Dataset target = graph.dataset(flow.target()).orElseThrow();
            if (!target.isView() && reads(flow, dataset) && all.add(target)) {
                addDownstream(target, all);
            }
        }
    }

    private boolean reads(Flow flow, Dataset dataset) {
        if (dataset.isView()) {
            return flow.upstream().stream()
                    .flatMap(name -> graph.dataset(name).stream())
                    .filter(Dataset::isView)
                    .anyMatch(
                            view ->
                                    view.equals(dataset)
                                            || graph.flowsInto(view.name()).stream()
                                                    .anyMatch(inner -> reads(inner, dataset)));
        }
        return DatasetOrder.storedUpstream(graph, flow).stream()
                .anyMatch(name -> owner(name).equals(dataset));
    }

    private void replace(String name, String condition) {
        Dataset dataset = names.dataset(bare(name));
        boolean replaces =
                graph.flowsInto(dataset.name()).stream()
                        .anyMatch(flow -> flow.kind() == FlowKind.REPLACE_WHERE);
        if (!replaces) {
            throw new QueryException(
                    RunErrorCode.MILLRACE_SELECTION_INVALID,
                    "no REPLACE WHERE flow writes `%s`: it cannot be refreshed by a condition"
                            .formatted(graph.displayName(dataset.name())),
                    "leave the condition out");
        }
        conditions.put(dataset.name().key(), condition);
    }

    /** The condition for this update in the place of the flows' own. */
    public Optional<String> replaceWhere(DatasetName dataset) {
        return Optional.ofNullable(conditions.get(dataset.key()));
    }

    /** A side table is refreshed with the dataset of which it takes the rows. */
    private void followOwners() {
        for (Dataset table : graph.datasets()) {
            Optional<Dataset> owner = graph.quarantineOwner(table.name());
            if (owner.isPresent()) {
                follow(refreshed, table, owner.get());
                follow(full, table, owner.get());
            }
        }
    }

    private static void follow(Set<String> selected, Dataset table, Dataset owner) {
        if (selected.contains(owner.name().key())) {
            selected.add(table.name().key());
        } else {
            selected.remove(table.name().key());
        }
    }

    /** Whether the flows into a dataset run. */
    public boolean refreshes(DatasetName dataset) {
        return refreshed.contains(dataset.key());
    }

    /** Whether the contents are to be made anew. Views of any kind have none. */
    public boolean refreshesInFull(DatasetName dataset) {
        return full.contains(dataset.key());
    }

    /** The flows whose checkpoints are given up while the data stays. */
    public Set<Flow> resetFlows() {
        return reset;
    }

    /** Whether a flow starts from nothing: its target is made anew, or its checkpoint given up. */
    public boolean startsAnew(Flow flow) {
        return refreshesInFull(flow.target()) || reset.contains(flow);
    }

    /** The tables that forbid a full refresh, and were in a set that is to be refreshed in full. */
    public List<String> warnings() {
        return leftAlone.stream()
                .map(
                        name ->
                                "`%s` is refreshed, but not in full: %s is false"
                                        .formatted(graph.displayName(name), RESET_ALLOWED))
                .toList();
    }

    /** Whether a dataset says that its contents must not be made anew. */
    public static boolean forbidsReset(Dataset dataset) {
        return dataset.properties().getOrDefault(RESET_ALLOWED, "true").equalsIgnoreCase("false");
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

    /** The dataset, or that of which it takes the rows. */
    private Dataset owner(DatasetName name) {
        return graph.quarantineOwner(name).orElseGet(() -> graph.dataset(name).orElseThrow());
    }

    private void checkOwner(Dataset dataset) {
        Optional<Dataset> owner = graph.quarantineOwner(dataset.name());
        if (owner.isPresent()) {
            String of = graph.displayName(owner.get().name());
            throw new QueryException(
                    RunErrorCode.MILLRACE_SELECTION_INVALID,
                    "`%s` holds the rows that `%s` keeps out, and is refreshed with it"
                            .formatted(graph.displayName(dataset.name()), of),
                    "name `%s`".formatted(of));
        }
    }
}
