/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.table;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.CatalogTables;
import io.millrace.spark.cdc.CdcViews;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.delta.TableDefinition;
import io.millrace.spark.execution.resolve.CdcTargets;
import io.millrace.spark.state.DatasetState;
import io.millrace.spark.state.PipelineStorage;
import io.millrace.spark.storage.StorageFiles;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;

/**
 * Where a table may lie whose dataset has got another name, or has become private or public. The
 * state tells what the dataset was when an update last ended its moves; one that was killed may
 * have moved the table, so the other place is looked at as well.
 */
final class FormerPlaces {

    private final SparkSession session;
    private final FlowGraph graph;
    private final PipelineStorage storage;
    private final StorageFiles files;

    FormerPlaces(
            SparkSession session, FlowGraph graph, PipelineStorage storage, StorageFiles files) {
        this.session = session;
        this.graph = graph;
        this.storage = storage;
        this.files = files;
    }

    /**
     * The move that brings the table to its place; empty when it is there, or nowhere.
     *
     * @param place where the table has to be
     * @throws QueryException when there are two tables of which either may be the dataset's
     */
    Optional<TableLocations.Move> move(Dataset dataset, DatasetState known, String place) {
        if (isTable(place)) {
            checkOnlyOne(dataset, known, place);
            return Optional.empty();
        }
        Optional<DatasetName> before = known.renamedFrom();
        return elsewhere(dataset, known, dataset.name(), !dataset.isPrivate(), place)
                .or(() -> before.flatMap(name -> renamed(dataset, known, name, place)))
                .or(
                        () ->
                                before.flatMap(
                                        name ->
                                                elsewhere(
                                                        dataset,
                                                        known,
                                                        name,
                                                        !known.isPrivate(),
                                                        place)));
    }

    private Optional<TableLocations.Move> renamed(
            Dataset dataset, DatasetState known, DatasetName before, String place) {
        String from = path(dataset, before, known.isPrivate());
        return isTable(from)
                ? Optional.of(
                        new TableLocations.Move(dataset, before, known.isPrivate(), from, place))
                : Optional.empty();
    }

    /** A place that only a table of this pipeline counts at: the name there may be another's. */
    private Optional<TableLocations.Move> elsewhere(
            Dataset dataset,
            DatasetState known,
            DatasetName before,
            boolean isPrivate,
            String place) {
        boolean never =
                !isPrivate && known.isPrivate() && !CatalogTables.isSessionCatalog(before.parts());
        boolean taken =
                graph.dataset(before)
                        .filter(other -> !other.name().key().equals(dataset.name().key()))
                        .isPresent();
        if (never || taken) {
            return Optional.empty();
        }
        String from = path(dataset, before, isPrivate);
        return isOurs(from)
                ? Optional.of(new TableLocations.Move(dataset, before, isPrivate, from, place))
                : Optional.empty();
    }

    /** A table at the new place that the dataset has not had, beside its own at the old one. */
    private void checkOnlyOne(Dataset dataset, DatasetState known, String place) {
        if (known.isPrivate() == dataset.isPrivate()) {
            return;
        }
        String before = path(dataset, dataset.name(), known.isPrivate());
        if (!isOurs(before)) {
            return;
        }
        String name = graph.displayName(dataset.name());
        throw new QueryException(
                RunErrorCode.MILLRACE_TABLE_NOT_MOVED,
                "`%s` was %s and becomes %s, but there is a table at both places: %s and %s"
                        .formatted(
                                name,
                                word(known.isPrivate()),
                                word(dataset.isPrivate()),
                                before,
                                place),
                "move the folder that is not wanted out of the way, and run the update again; or leave `%s` %s"
                        .formatted(name, word(known.isPrivate())));
    }

    private static String word(boolean isPrivate) {
        return isPrivate ? "private" : "public";
    }

    private String path(Dataset dataset, DatasetName name, boolean isPrivate) {
        if (isPrivate) {
            return storage.privateTable(name);
        }
        List<String> parts = name.parts();
        return CdcTargets.isTarget(graph, dataset.name())
                ? CdcViews.storedTable(CatalogTables.defaultLocation(session, parts))
                : CatalogTables.deltaLocation(session, parts)
                        .orElseGet(() -> CatalogTables.defaultLocation(session, parts));
    }

    private boolean isTable(String path) {
        return files.exists(path + "/_delta_log");
    }

    /** A table of somebody else may have the name, where the pipeline had none. */
    private boolean isOurs(String path) {
        return isTable(path)
                && DeltaTableLog.at(session, path)
                        .snapshot()
                        .map(table -> table.properties().get(TableDefinition.PIPELINE))
                        .filter(graph.pipeline()::equals)
                        .isPresent();
    }
}
