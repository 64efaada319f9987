/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import io.millrace.compiler.graph.ScdType;
import io.millrace.spark.catalyst.StoredView;
import io.millrace.spark.delta.RowLevelTable;
import io.millrace.spark.delta.TableChange;
import io.millrace.spark.delta.TableCommit;
import io.millrace.spark.failpoint.Failpoints;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** The stored table of an AUTO CDC target, for one flow. */
public final class CdcTarget {

    private final SparkSession session;
    private final CdcSpec spec;
    private final RowLevelTable table;
    private final BatchApplier applier;

    /**
     * The target as one flow writes it.
     *
     * @param session the flow's own
     * @param path where the stored table lies
     * @param redefinition the metadata that comes with the first commit of a new generation
     */
    public CdcTarget(
            SparkSession session, CdcSpec spec, String path, Optional<TableChange> redefinition) {
        this.session = session;
        this.spec = spec;
        this.table = RowLevelTable.at(session, path);
        this.applier =
                new BatchApplier(
                        spec, table, path, redefinition, BatchApplier.Engine.AUTO, step -> {});
    }

    /**
     * The metadata of the stored table.
     *
     * @param properties the user's and the engine's own; the user's win over the defaults of AUTO
     *     CDC
     */
    public static TableChange definition(
            CdcSpec spec, Optional<String> comment, Map<String, String> properties) {
        RowShape shape = new RowShape(spec);
        Map<String, String> all = new LinkedHashMap<>(CdcLayout.defaults(shape));
        all.putAll(properties);
        all.putAll(CdcLayout.describe(spec, shape));
        return new TableChange(
                shape.tableSchema(), CdcLayout.partitions(spec.type()), List.of(), comment, all);
    }

    /** The columns of the stored table. */
    public static StructType storedColumns(CdcSpec spec) {
        return new RowShape(spec).tableSchema();
    }

    /** Applies a batch in one commit, or none when nothing changes. */
    public BatchCounts apply(Batch batch) {
        return applier.apply(batch);
    }

    /**
     * Applies a snapshot: what changed since the last one.
     *
     * @param version an expression over the snapshot; empty for the time at which it was taken
     * @param notice told of a snapshot that is older than the last one
     * @return skipped when the version is not greater than that of the last snapshot
     */
    public BatchCounts applySnapshot(
            Batch snapshot, Optional<String> version, Instant now, Consumer<String> notice) {
        return new SnapshotApply(spec, table, applier).apply(snapshot, version, now, notice);
    }

    /**
     * Tidies up after the batches of an update.
     *
     * @return how many tombstones were dropped because they were older than the retention
     */
    public long maintain(Instant now) {
        CdcMaintenance maintenance = new CdcMaintenance(session, spec, table);
        Failpoints.hit("cdc.before-maintenance");
        long dropped = maintenance.dropTombstones(now);
        Failpoints.hit("cdc.before-compaction");
        if (maintenance.isDue()) {
            maintenance.compact();
        }
        Failpoints.hit("cdc.after-maintenance");
        return dropped;
    }

    /** Whether a commit in the log of a stored table is one of AUTO CDC's. */
    public static boolean wrote(TableCommit commit) {
        return commit.operation().equals(BatchApplier.OPERATION)
                || commit.operation().equals(CdcMaintenance.CLEAN_UP);
    }

    /** The last batch that was committed under a mark, or -1. */
    public long lastBatch(String mark) {
        return table.lastTransaction(mark);
    }

    /** What the user sees of the stored table. */
    public static StoredView visible(CdcSpec spec) {
        String type = CdcLayout.scdType(spec.type());
        return new StoredView(
                CdcLayout.visible(type), CdcLayout.visibleColumns(type, spec.userOrder()));
    }

    /** Rows that are open now: keys and payload. */
    static Dataset<Row> live(SparkSession session, CdcSpec spec, String path) {
        Dataset<Row> rows = session.read().format("delta").load(path);
        return spec.type() == ScdType.TYPE_1
                ? rows.where(CdcLayout.visible("1"))
                : rows.where(RowShape.CURRENT + " AND " + RowShape.VISIBLE);
    }
}
