/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.table;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.token.Quoted;
import io.millrace.spark.PipelineRejectedException;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.CatalogTables;
import io.millrace.spark.cdc.CdcViews;
import io.millrace.spark.execution.resolve.CdcTargets;
import io.millrace.spark.problem.CommandOptions;
import io.millrace.spark.state.DatasetState;
import io.millrace.spark.state.PipelineState;
import io.millrace.spark.state.PipelineStorage;
import io.millrace.spark.storage.StorageFiles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.SparkSession;

/**
 * Where the stored datasets of a pipeline are; looked up once for an update. Does not change; safe
 * for use by several threads.
 */
public final class TableLocations {

    private final SparkSession session;
    private final FlowGraph graph;
    private final PipelineStorage storage;
    private final Map<String, String> byKey = new HashMap<>();
    private final List<Move> moves = new ArrayList<>();

    private TableLocations(SparkSession session, FlowGraph graph, PipelineStorage storage) {
        this.session = session;
        this.graph = graph;
        this.storage = storage;
    }

    /**
     * A table that was renamed, has become private or public, or both, and lies where it was.
     *
     * @param before the name under which it lies, which may be the one that it has
     * @param wasPrivate whether it lies where private tables do
     */
    record Move(Dataset dataset, DatasetName before, boolean wasPrivate, String from, String to) {

        boolean isRename() {
            return !before.key().equals(dataset.name().key());
        }
    }

    /**
     * Looks up all of them.
     *
     * @param state tells which tables were renamed, and which were private
     * @throws PipelineRejectedException when a catalog cannot take a dataset, or has something else
     *     under its name
     */
    public static TableLocations of(
            SparkSession session,
            FlowGraph graph,
            PipelineStorage storage,
            PipelineState state,
            StorageFiles files) {
        TableLocations locations = new TableLocations(session, graph, storage);
        FormerPlaces former = new FormerPlaces(session, graph, storage, files);
        List<RunDiagnostic> problems = new ArrayList<>();
        Set<String> told = new HashSet<>();
        for (Dataset dataset : graph.datasets()) {
            try {
                locations.add(dataset);
                locations.follow(dataset, state, former);
            } catch (QueryException e) {
                // What is wrong with a catalog is wrong for all datasets in it: once is enough.
                if (told.add(e.getMessage())) {
                    problems.add(problem(graph, dataset, e));
                }
            }
        }
        if (!problems.isEmpty()) {
            throw new PipelineRejectedException(problems);
        }
        return locations;
    }

    private static RunDiagnostic problem(FlowGraph graph, Dataset dataset, QueryException error) {
        return new RunDiagnostic(
                error.condition(),
                error.getMessage(),
                error.hint(),
                Optional.of(graph.displayName(dataset.name())),
                Optional.empty(),
                Optional.empty(),
                Optional.of(dataset.place()));
    }

    private void add(Dataset dataset) {
        if (dataset.kind() == DatasetKind.VIEW) {
            checkView(dataset);
        } else if (dataset.isStored()) {
            byKey.put(dataset.name().key(), locate(dataset));
        }
    }

    /** A table whose place has changed is still where it was, until it has moved. */
    private void follow(Dataset dataset, PipelineState state, FormerPlaces former) {
        Optional<DatasetState> known =
                dataset.isStored() ? state.dataset(dataset.name()) : Optional.empty();
        known.flatMap(before -> former.move(dataset, before, path(dataset.name())))
                .ifPresent(
                        move -> {
                            moves.add(move);
                            byKey.put(dataset.name().key(), move.from());
                        });
    }

    private void checkView(Dataset view) {
        List<String> name = view.name().parts();
        checkViewsOf(name, "the view");
        if (CatalogTables.deltaLocation(session, name).isPresent()) {
            throw inTheWay(view, "table", "a view");
        }
    }

    private String locate(Dataset dataset) {
        if (dataset.isPrivate()) {
            return storage.privateTable(dataset.name());
        }
        List<String> name = dataset.name().parts();
        if (CdcTargets.isTarget(graph, dataset.name())) {
            checkViewsOf(name, "the target of AUTO CDC");
            if (CatalogTables.deltaLocation(session, name).isPresent()) {
                throw inTheWay(dataset, "table", "a target of AUTO CDC");
            }
            return CdcViews.storedTable(CatalogTables.defaultLocation(session, name));
        }
        Optional<String> there = CatalogTables.deltaLocation(session, name);
        if (there.isEmpty() && CatalogTables.exists(session, name)) {
            throw inTheWay(dataset, "view or table", "a Delta table");
        }
        return there.orElseGet(() -> CatalogTables.defaultLocation(session, name));
    }

    /** Other catalogs may have no views, or views that only they can read. */
    private void checkViewsOf(List<String> name, String what) {
        if (!CatalogTables.isSessionCatalog(name)) {
            throw new QueryException(
                    RunErrorCode.MILLRACE_CATALOG_UNUSABLE,
                    "%s `%s` cannot be kept in the catalog `%s`: views are kept in `spark_catalog` only"
                            .formatted(what, String.join(".", name), name.get(0)),
                    "name it spark_catalog.%s.%s, or make it a materialized view or TEMPORARY VIEW"
                            .formatted(
                                    Quoted.asNeeded(name.get(name.size() - 2)),
                                    Quoted.asNeeded(name.get(name.size() - 1))));
        }
    }

    private QueryException inTheWay(Dataset dataset, String found, String wanted) {
        return new QueryException(
                RunErrorCode.MILLRACE_TABLE_NOT_OURS,
                "there is a %s `%s` in the catalog that is not %s"
                        .formatted(found, graph.displayName(dataset.name()), wanted),
                "give the dataset another name, or drop the %s; if this pipeline made it, run a full refresh then (%s)"
                        .formatted(found, CommandOptions.fullRefresh(dataset.name().last())));
    }

    /** The path of a stored dataset of the pipeline. */
    public String path(DatasetName dataset) {
        return byKey.get(dataset.key());
    }

    /** The tables that have to move to where their names and PRIVATE say. */
    public List<Move> moves() {
        return List.copyOf(moves);
    }
}
