/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.table;

import io.millrace.compiler.graph.FlowGraph;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.CatalogTables;
import io.millrace.spark.catalyst.WarehouseCatalog;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.failpoint.Failpoints;
import io.millrace.spark.storage.StorageFiles;
import org.apache.spark.sql.SparkSession;

/**
 * Moves the folders of renamed tables to where their new names say. A folder moves in one step, and
 * the state knows of the rename before: so an update that was killed in between is ended by the
 * next.
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
            String before = graph.displayName(move.before());
            String after = graph.displayName(move.dataset().name());
            boolean ours =
                    move.dataset().isPrivate()
                            || (WarehouseCatalog.forgets(session)
                                    && CatalogTables.isSessionCatalog(move.before().parts()));
            if (!ours) {
                throw new QueryException(
                        RunErrorCode.MILLRACE_RENAME_INVALID,
                        "the table `%s` is kept by a catalog, which has to rename it"
                                .formatted(before),
                        "run ALTER TABLE %s RENAME TO %s there, then the update again with --rename %s=%s"
                                .formatted(before, after, before, after));
            }
            if (!files.movesAtOnce(move.from()) || !files.movesAtOnce(move.to())) {
                throw new QueryException(
                        RunErrorCode.MILLRACE_RENAME_INVALID,
                        "the table `%s` lies in a storage that cannot move a folder in one step (%s)"
                                .formatted(before, move.from()),
                        "copy the folder to %s, remove it at the old place, and run the update again with --rename %s=%s"
                                .formatted(move.to(), before, after));
            }
        }
    }

    /** Moves the folders, and makes Spark forget where they were. */
    public void run(TableLocations locations) {
        for (TableLocations.Move move : locations.moves()) {
            Failpoints.hit("rename.before-move");
            files.move(move.from(), move.to());
            Failpoints.hit("rename.after-move");
            DeltaTableLog.forget(session, move.from());
            DeltaTableLog.forget(session, move.to());
            if (!move.dataset().isPrivate()) {
                CatalogTables.forget(session, move.before().parts());
            }
        }
    }
}
