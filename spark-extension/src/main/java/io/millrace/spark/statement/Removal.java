/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.CatalogTables;
import io.millrace.spark.cdc.CdcViews;
import io.millrace.spark.state.PipelineState;
import io.millrace.spark.state.PipelineStorage;
import io.millrace.spark.state.StateFile;
import io.millrace.spark.storage.StorageFiles;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.SparkSession;

/** Takes datasets and flows out of a unit, while no update of it runs. */
final class Removal {

    private final SparkSession session;
    private final SessionHome home;
    private final SessionText.Namespace namespace;
    private final Definition definition;
    private final PipelineStorage storage;
    private final StorageFiles files;

    Removal(
            SparkSession session,
            SessionHome home,
            SessionText.Namespace namespace,
            Definition definition) {
        this.session = session;
        this.home = home;
        this.namespace = namespace;
        this.definition = definition;
        this.storage = new PipelineStorage(home.location(definition.unit()).storage());
        this.files = home.files();
    }

    /** Removes a flow; its rows stay, and its checkpoint does until its table is dropped. */
    void flow(Definition.Entry flow) {
        home.change(definition, () -> home.save(definition.without(List.of(flow))));
    }

    /** Removes a dataset with its table, its flows and their checkpoints. */
    void dataset(Definition.Entry dataset) {
        Optional<FlowGraph> graph = Unit.of(definition, namespace).graph();
        graph.ifPresent(known -> checkUnread(known, dataset.dataset()));
        Definition left =
                definition.without(
                        definition.entries().stream()
                                .filter(e -> e.dataset().key().equals(dataset.dataset().key()))
                                .toList());
        boolean last = left.datasets().isEmpty();
        home.change(
                definition,
                () -> {
                    // The name goes first: from here on the table is one like any other.
                    home.release(dataset.dataset());
                    dropTable(graph, dataset.dataset());
                    if (!last) {
                        forget(dataset.dataset());
                        home.save(left);
                    }
                });
        if (last) {
            home.remove(definition.unit());
        }
    }

    private void checkUnread(FlowGraph graph, DatasetName dataset) {
        List<String> readers =
                graph.flows().stream()
                        .filter(flow -> !flow.target().key().equals(dataset.key()))
                        .filter(flow -> reads(flow, dataset))
                        .map(flow -> "`" + graph.displayName(flow.target()) + "`")
                        .distinct()
                        .toList();
        if (!readers.isEmpty()) {
            throw Problems.invalid(
                    RunErrorCode.MILLRACE_DATASET_IN_USE,
                    "`%s` is read by %s of the same text"
                            .formatted(graph.displayName(dataset), String.join(", ", readers)),
                    "drop what reads it first, or define it without `%s`"
                            .formatted(dataset.last()));
        }
    }

    private static boolean reads(Flow flow, DatasetName dataset) {
        return flow.upstream().stream().anyMatch(name -> name.key().equals(dataset.key()));
    }

    private void dropTable(Optional<FlowGraph> graph, DatasetName dataset) {
        boolean isPrivate =
                graph.flatMap(known -> known.dataset(dataset))
                        .filter(d -> d.isPrivate())
                        .isPresent();
        boolean sink = dataset.parts().size() == 1;
        if (isPrivate) {
            files.deleteTree(storage.privateTable(dataset));
            return;
        }
        if (sink) {
            return;
        }
        boolean cdc =
                graph.stream()
                        .flatMap(known -> known.flowsInto(dataset).stream())
                        .anyMatch(Flow::isCdc);
        if (cdc) {
            session.sql("DROP VIEW IF EXISTS " + dataset.quoted());
            files.deleteTree(
                    CdcViews.storedTable(CatalogTables.defaultLocation(session, dataset.parts())));
            return;
        }
        session.sql("DROP TABLE IF EXISTS " + dataset.quoted());
    }

    /** The unit's state without the dataset: one of the same name begins anew. */
    private void forget(DatasetName dataset) {
        StateFile stateFile = new StateFile(files, storage, definition.pipeline());
        PipelineState state = stateFile.read();
        Optional<String> update = state.update();
        if (update.isEmpty() || state.dataset(dataset).isEmpty()) {
            return;
        }
        Map<String, io.millrace.spark.state.DatasetState> datasets =
                new TreeMap<>(state.datasets());
        datasets.remove(dataset.key());
        stateFile.write(new PipelineState(state.pipeline(), update, datasets), update.get());
        files.deleteTree(storage.checkpoints(dataset, state.table(dataset)));
    }
}
