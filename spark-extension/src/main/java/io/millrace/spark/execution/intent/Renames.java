/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.intent;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.catalyst.KeptSource;
import io.millrace.spark.catalyst.SourcePlaces;
import io.millrace.spark.state.DatasetState;
import io.millrace.spark.state.FlowDigest;
import io.millrace.spark.state.FlowState;
import io.millrace.spark.state.PipelineState;
import io.millrace.spark.state.PipelineStorage;
import io.millrace.spark.state.TableState;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The renames that a user asks for. A flow or table that is renamed goes on with the checkpoints
 * and marks that it has; the state remembers under which names they are kept. So a rename is done
 * when the state is written, and asking for it again changes nothing.
 */
public final class Renames {

    private final FlowGraph graph;
    private final GraphNames names;
    private final Map<String, DatasetState> datasets;
    private final String pipeline;
    private final Optional<String> update;
    private final Map<String, String> flowNames = new HashMap<>();
    private final Map<String, String> datasetNames = new HashMap<>();
    private final Set<String> asNew = new HashSet<>();
    private final Map<String, String> places = new LinkedHashMap<>();

    private Renames(FlowGraph graph, PipelineState before) {
        this.graph = graph;
        this.names = new GraphNames(graph);
        this.datasets = new TreeMap<>(before.datasets());
        this.pipeline = before.pipeline();
        this.update = before.update();
    }

    /**
     * Reads the request.
     *
     * @throws QueryException when there is nothing of the old name, or the new one is in use
     */
    static Renames of(FlowGraph graph, PipelineState before, UpdateRequest request) {
        Renames renames = new Renames(graph, before);
        request.renames()
                .forEach(
                        (old, now) -> {
                            checkExchange(request.renames(), old, now);
                            renames.rename(old, now);
                        });
        request.asNew().forEach(renames::isNew);
        return renames;
    }

    /** Names go round: each is in use until the next one has moved away. */
    private static void checkExchange(Map<String, String> renames, String before, String after) {
        String last = following(renames, after);
        for (int i = 0; i < renames.size() && last != null; i++) {
            if (last.equalsIgnoreCase(before) && !after.equalsIgnoreCase(before)) {
                throw invalid(
                        "`%s` and `%s` cannot exchange their names in one update: each name is in use until the other has moved away"
                                .formatted(before, after),
                        "go by a third name, in three updates: give `%s` a name that was never used with --rename, then rename `%s` to `%s`, then the third name to `%s`"
                                .formatted(before, after, before, after));
            }
            last = following(renames, last);
        }
    }

    private static String following(Map<String, String> renames, String name) {
        return renames.entrySet().stream()
                .filter(rename -> rename.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    /** The state as if everything had always had its new name. */
    PipelineState state() {
        return new PipelineState(pipeline, update, datasets);
    }

    /** The name that a flow had. */
    public Optional<String> before(Flow flow) {
        return Optional.ofNullable(flowNames.get(key(flow)));
    }

    /** How messages called a dataset. */
    public Optional<String> before(Dataset dataset) {
        return Optional.ofNullable(datasetNames.get(dataset.name().key()));
    }

    /** Whether the user has said that it is no renamed one. */
    public boolean isDeclaredNew(Flow flow) {
        return asNew.contains(key(flow));
    }

    /** The same for a dataset. */
    public boolean isDeclaredNew(Dataset dataset) {
        return asNew.contains(dataset.name().key());
    }

    /** Whether the user has said that what a flow has read at one place is at another now. */
    public boolean isMoved(String before, String after) {
        return places.entrySet().stream()
                .anyMatch(
                        move ->
                                SourcePlaces.isCalled(before, move.getKey())
                                        && SourcePlaces.isCalled(after, move.getValue()));
    }

    /** The places of input that are said to have moved: the new one by the old. */
    public Map<String, String> places() {
        return places;
    }

    private static String key(Flow flow) {
        return flow.target().key() + "\u0000" + lower(flow.name());
    }

    private void isNew(String name) {
        Optional<Dataset> dataset = names.findDataset(name);
        dataset.ifPresent(
                found -> {
                    asNew.add(found.name().key());
                    graph.flowsInto(found.name()).forEach(flow -> asNew.add(key(flow)));
                });
        if (dataset.isEmpty()) {
            asNew.add(key(names.flow(name)));
        }
    }

    private void rename(String before, String after) {
        if (isPlace(before) && isPlace(after)) {
            places.put(before, after);
            return;
        }
        Optional<DatasetState> oldDataset =
                datasets.values().stream()
                        .filter(dataset -> names.isCalled(dataset.name(), before))
                        .filter(dataset -> graph.dataset(dataset.name()).isEmpty())
                        .findFirst();
        Optional<Dataset> newDataset = names.findDataset(after);
        boolean done =
                newDataset.isPresent()
                        && datasets.containsKey(newDataset.get().name().key())
                        && datasets.get(newDataset.get().name().key())
                                .renamedFrom()
                                .filter(old -> names.isCalled(old, before))
                                .isPresent();
        if (done) {
            return;
        }
        if (oldDataset.isPresent() && newDataset.isPresent()) {
            renameDataset(oldDataset.get(), newDataset.get());
            return;
        }
        renameFlow(before, names.flow(after));
    }

    /** A path or a URI, where nothing of the pipeline is called so. */
    private boolean isPlace(String text) {
        return text.contains("/")
                && names.findDataset(text).isEmpty()
                && names.findFlow(text).isEmpty();
    }

    private void renameFlow(String before, Flow after) {
        DatasetState dataset = datasets.get(after.target().key());
        Optional<FlowState> old =
                dataset == null
                        ? Optional.empty()
                        : dataset.flows().values().stream()
                                .filter(
                                        flow ->
                                                names.isFlowCalled(
                                                        dataset.name(), flow.name(), before))
                                .findFirst();
        if (old.isEmpty()) {
            boolean done =
                    dataset != null
                            && dataset.flow(after.name()).isPresent()
                            && dataset.table().flowsKeptAs().containsKey(lower(after.name()));
            if (done) {
                return;
            }
            throw invalid(
                    "no flow `%s` has written into `%s`"
                            .formatted(before, graph.displayName(after.target())),
                    "`millrace plan` lists the flows that have left the sources");
        }
        boolean stillThere =
                graph.flowsInto(after.target()).stream()
                        .anyMatch(flow -> flow.name().equalsIgnoreCase(old.get().name()));
        if (stillThere) {
            throw invalid(
                    "flow `%s` is still there, so `%s` cannot take its place"
                            .formatted(old.get().name(), after.name()),
                    "remove its statement first");
        }
        if (dataset.flow(after.name()).isPresent()) {
            throw invalid(
                    "flow `%s` has a checkpoint of its own already".formatted(after.name()),
                    "give the flow a name that no flow of `%s` has had"
                            .formatted(graph.displayName(after.target())));
        }
        flowNames.put(key(after), old.get().name());
        datasets.put(after.target().key(), renamed(dataset, old.get(), after.name()));
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static DatasetState renamed(DatasetState dataset, FlowState old, String after) {
        Map<String, FlowState> flows = new LinkedHashMap<>(dataset.flows());
        flows.remove(lower(old.name()));
        flows.put(lower(after), old.named(after));
        return new DatasetState(
                dataset.name(),
                dataset.kind(),
                dataset.active(),
                dataset.isPrivate(),
                dataset.table().withRenamed(old.name(), after),
                dataset.renamedFrom(),
                flows);
    }

    private void renameDataset(DatasetState old, Dataset after) {
        if (datasets.containsKey(after.name().key())) {
            throw invalid(
                    "`%s` has a table of its own already"
                            .formatted(graph.displayName(after.name())),
                    "give the dataset a name that the pipeline has not had");
        }
        if (!old.kind().equals(after.kind().name())) {
            throw invalid(
                    "`%s` was a %s, and `%s` is a %s"
                            .formatted(
                                    graph.displayName(old.name()),
                                    words(old.kind()),
                                    graph.displayName(after.name()),
                                    words(after.kind().name())),
                    "change the kind in an update of its own");
        }
        String oldName = graph.displayName(old.name());
        datasets.remove(old.name().key());
        TableState table =
                old.table().withKeptAs(PipelineStorage.tableFolder(old.name(), old.table()));
        DatasetState moved =
                new DatasetState(
                        after.name(),
                        old.kind(),
                        true,
                        old.isPrivate(),
                        table,
                        Optional.of(old.name()),
                        old.flows());
        for (Flow flow : graph.flowsInto(after.name())) {
            Optional<FlowState> counterpart = counterpart(moved, old, flow);
            if (counterpart.isPresent()) {
                flowNames.put(key(flow), counterpart.get().name());
                moved = renamed(moved, counterpart.get(), flow.name());
            }
        }
        datasetNames.put(after.name().key(), oldName);
        datasets.put(after.name().key(), moved);
        renameSources(old, after);
    }

    /** The flow that has another name in the renamed dataset: its default flow, or an equal one. */
    private Optional<FlowState> counterpart(DatasetState moved, DatasetState old, Flow flow) {
        if (moved.flow(flow.name()).isPresent()) {
            return Optional.empty();
        }
        List<FlowState> left =
                moved.flows().values().stream()
                        .filter(
                                state ->
                                        graph.flowsInto(flow.target()).stream()
                                                .noneMatch(
                                                        other ->
                                                                other.name()
                                                                        .equalsIgnoreCase(
                                                                                state.name())))
                        .toList();
        if (flow.name().equalsIgnoreCase(flow.target().last())) {
            Optional<FlowState> defaultFlow =
                    left.stream()
                            .filter(state -> state.name().equalsIgnoreCase(old.name().last()))
                            .findFirst();
            if (defaultFlow.isPresent()) {
                return defaultFlow;
            }
        }
        return left.stream().filter(state -> state.query().equals(FlowDigest.of(flow))).findFirst();
    }

    /** What flows are known to read is still the same table. */
    private void renameSources(DatasetState old, Dataset after) {
        String before = KeptSource.table(old.name());
        String now = KeptSource.table(after.name());
        datasets.replaceAll(
                (key, dataset) -> {
                    Map<String, FlowState> flows = new LinkedHashMap<>();
                    dataset.flows()
                            .forEach((name, flow) -> flows.put(name, flow.withSource(before, now)));
                    return new DatasetState(
                            dataset.name(),
                            dataset.kind(),
                            dataset.active(),
                            dataset.isPrivate(),
                            dataset.table(),
                            dataset.renamedFrom(),
                            flows);
                });
    }

    private static String words(String kind) {
        return kind.toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static QueryException invalid(String message, String hint) {
        return new QueryException(RunErrorCode.MILLRACE_RENAME_INVALID, message, hint);
    }
}
