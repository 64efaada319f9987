/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static org.apache.spark.sql.functions.col;

import io.millrace.compiler.graph.ScdType;
import io.millrace.compiler.token.Quoted;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.Sessions;
import io.millrace.spark.delta.ConcurrentChange;
import io.millrace.spark.delta.FileHealth;
import io.millrace.spark.delta.FileSelection;
import io.millrace.spark.delta.RowLevelTable;
import io.millrace.spark.delta.RowLevelTransaction;
import io.millrace.spark.delta.RowLocations;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Keeps a stored table quick to read, between batches: brings small files together, writes files
 * anew of which many rows are gone, and drops tombstones that no late event can need.
 */
final class CdcMaintenance {

    /** How long tombstones are kept, in seconds; two days by default. */
    static final String RETENTION = "pipelines.cdc.tombstoneGCThresholdInSeconds";

    /** The older spelling. */
    static final String OLD_RETENTION = "pipelines.applyChanges.tombstoneGCThresholdInSeconds";

    /** As the history calls the removal of old tombstones. */
    static final String CLEAN_UP = "AUTO CDC CLEAN UP";

    private static final long DEFAULT_RETENTION = 172_800;
    private static final int MANY_SMALL_FILES = 16;

    /** Nobody notices removed rows in a table of fewer rows. */
    private static final long SMALL_TABLE = 100_000;

    private static final double MANY_REMOVED_ROWS = 0.05;

    private final SparkSession session;
    private final CdcSpec spec;
    private final RowLevelTable table;

    CdcMaintenance(SparkSession session, CdcSpec spec, RowLevelTable table) {
        this.session = session;
        this.spec = spec;
        this.table = table;
    }

    /** Whether reading has become dearer than it need be. */
    boolean isDue() {
        FileHealth health = table.begin().health();
        return health.smallFiles() > MANY_SMALL_FILES
                || (health.rows() > SMALL_TABLE
                        && health.removedRows() > MANY_REMOVED_ROWS * health.rows());
    }

    /** Writes the files that slow readers down anew. */
    void compact() {
        SparkSession own =
                Sessions.cloneWith(
                        session,
                        Map.of(
                                "spark.databricks.delta.optimize.maxDeletedRowsRatio", "0",
                                "spark.databricks.delta.optimize.repartition.enabled", "true"));
        try {
            own.sql("OPTIMIZE delta." + Quoted.name(table.path()));
        } catch (RuntimeException e) {
            // Another flow wrote meanwhile: the next update tries again.
            if (!ConcurrentChange.is(e)) {
                throw e;
            }
        }
    }

    /**
     * Drops tombstones of type 1 that are older than the retention. Type 2 and bitemporal targets
     * need theirs: they are part of the history.
     *
     * @return how many went
     */
    long dropTombstones(Instant now) {
        if (spec.type() != ScdType.TYPE_1) {
            return 0;
        }
        long oldest = now.getEpochSecond() - retention(table.properties());
        RowLevelTransaction transaction = table.begin();
        FileSelection files =
                FileSelection.holdingAtMost(RowShape.OPERATION, RowShape.DELETE)
                        .and(FileSelection.holdingAtMost(RowShape.WRITTEN, oldest - 1));
        if (!transaction.holds(files)) {
            return 0;
        }
        Dataset<Row> old =
                transaction
                        .scan(List.of(RowShape.OPERATION, RowShape.WRITTEN), files)
                        .where(
                                col(RowShape.OPERATION)
                                        .equalTo(RowShape.DELETE)
                                        .and(col(RowShape.WRITTEN).lt(oldest)));
        RowLocations places =
                RowLocations.collect(
                        old.select(
                                RowLevelTransaction.FILE_COLUMN, RowLevelTransaction.ROW_COLUMN));
        if (places.isEmpty()) {
            return 0;
        }
        long dropped = places.rowCount();
        transaction.commit(
                CLEAN_UP,
                Map.of("numTombstonesDropped", Long.toString(dropped)),
                Map.of(),
                null,
                places,
                false);
        return dropped;
    }

    /** A number of seconds, with or without the {@code s} of the older spelling. */
    static long retention(Map<String, String> properties) {
        String text = properties.getOrDefault(RETENTION, properties.get(OLD_RETENTION));
        if (text == null) {
            return DEFAULT_RETENTION;
        }
        return Long.parseLong(digits(text));
    }

    private static String digits(String text) {
        return text.strip().replaceFirst("(?i)\\s*s(econds?)?$", "");
    }

    /** Refuses a retention that is no number of seconds. */
    static void checkRetention(String target, Map<String, String> properties) {
        for (String key : List.of(RETENTION, OLD_RETENTION)) {
            String value = properties.get(key);
            if (value != null && !digits(value).matches("\\d{1,18}")) {
                throw CdcError.of(
                        RunErrorCode.MILLRACE_CDC_TABLE_PROPERTY,
                        "write a number of seconds",
                        target,
                        key,
                        value);
            }
        }
    }
}
