/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.table;

import io.millrace.compiler.graph.FlowGraph;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.CatalogTables;
import io.millrace.spark.catalyst.WarehouseCatalog;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.failpoint.Failpoints;
import io.millrace.spark.problem.CommandOptions;
import io.millrace.spark.storage.StorageFiles;
import org.apache.spark.sql.SparkSession;

/**
 * Moves the folders of tables that were renamed, or have become private or public, to their new
 * places. A folder moves in one step, and the state knows of it before: so an update that was
 * killed in between is ended by the next.
 */
public final class TableMoves {

    private final SparkSession session;
    private final FlowGraph graph;
    private final StorageFiles files;

    public TableMoves(SparkSession session, FlowGraph graph, StorageFiles files) {
        this.session = session;
        this.graph = graph;
        this.files = files;
    }

    /**
     * Fails for tables that cannot be moved; moves nothing.
     *
     * @throws QueryException naming the way out
     */
    public void check(TableLocations locations) {
        for (TableLocations.Move move : locations.moves()) {
            checkCatalog(move);
            if (!files.movesAtOnce(move.from(), move.to())) {
                throw new QueryException(
                        code(move),
                        "the table `%s` lies in a storage that cannot move a folder to %s in one step (%s)"
                                .formatted(
                                        graph.displayName(move.before()), move.to(), move.from()),
                        "copy the folder to %s, remove it at the old place, and run the update again%s"
                                .formatted(move.to(), request(move)));
            }
        }
    }

    /** A catalog that keeps its tables would go on to show the name at the old place. */
    private void checkCatalog(TableLocations.Move move) {
        boolean forgotten =
                move.wasPrivate()
                        || (WarehouseCatalog.forgets(session)
                                && CatalogTables.isSessionCatalog(move.before().parts()));
        if (forgotten) {
            return;
        }
        String before = graph.displayName(move.before());
        String message = "the table `%s` is kept by a catalog, which has to ".formatted(before);
        if (move.dataset().isPrivate()) {
            throw new QueryException(
                    code(move),
                    message + "forget it before it can be private",
                    "leave it public; or move the folder %s to %s, then DROP TABLE %s in that catalog, and run the update again%s"
                            .formatted(
                                    move.from(),
                                    move.to(),
                                    graph.sqlName(move.before()),
                                    request(move)));
        }
        throw new QueryException(
                code(move),
                message + "rename it",
                "run ALTER TABLE %s RENAME TO %s there, then the update again%s"
                        .formatted(
                                graph.sqlName(move.before()),
                                graph.sqlName(move.dataset().name()),
                                request(move)));
    }

    private static RunErrorCode code(TableLocations.Move move) {
        return move.isRename()
                ? RunErrorCode.MILLRACE_RENAME_INVALID
                : RunErrorCode.MILLRACE_TABLE_NOT_MOVED;
    }

    private String request(TableLocations.Move move) {
        return move.isRename()
                ? " with "
                        + CommandOptions.rename(
                                graph.displayName(move.before()),
                                graph.displayName(move.dataset().name()))
                : "";
    }

    /** Moves the folders, and makes Spark forget where they were. */
    public void run(TableLocations locations) {
        for (TableLocations.Move move : locations.moves()) {
            Failpoints.hit("rename.before-move");
            files.move(move.from(), move.to());
            Failpoints.hit("rename.after-move");
            DeltaTableLog.forget(session, move.from());
            DeltaTableLog.forget(session, move.to());
            if (!move.wasPrivate()) {
                CatalogTables.forget(session, move.before().parts());
            }
        }
    }
}
