/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static java.util.Objects.requireNonNull;

import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.InternalRows;
import io.millrace.spark.delta.ConcurrentChange;
import io.millrace.spark.delta.RowLevelTable;
import io.millrace.spark.delta.RowLevelTransaction;
import io.millrace.spark.delta.TableChange;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Applies batches of events to a target: one commit a batch, or none. */
final class BatchApplier {

    /** How a batch is worked on. */
    enum Engine {
        /** What fits the batch. */
        AUTO,
        /** The batch and the rows that it touches come to the driver. */
        DRIVER,
        /** The fold runs on the executors. */
        DIRECT,
        /** The same, and a first load brings the events of a key together before it writes. */
        SHUFFLED
    }

    /** Another way to commit, for comparison. */
    interface Commit {
        void commit(Applied applied, Batch batch);
    }

    /** Where a crash can be made to happen. */
    enum Step {
        EVENTS_READ,
        FOLDED,
        COMMITTED
    }

    /** Told of each step; throws to play a crash. */
    interface Failpoint {
        void reached(Step step);
    }

    /** Batches of at most as many events are worked on by the driver. */
    static final int DRIVER_LIMIT = 50_000;

    /** Nor are batches of which the sources are known to be larger. */
    private static final long DRIVER_BYTES = 64L * 1024 * 1024;

    /** What the table's history calls a batch. */
    static final String OPERATION = "AUTO CDC";

    private static final int ATTEMPTS = 5;
    private static final ConcurrentMap<String, Object> LOCKS = new ConcurrentHashMap<>();

    private final CdcSpec spec;
    private final RowShape shape;
    private final RowLevelTable table;
    private final Object lock;
    private final Optional<TableChange> redefinition;
    private final Engine engine;
    private final Failpoint failpoint;
    private final Optional<Commit> otherCommit;

    /**
     * @param path of the table; batches into one path are applied one after the other
     * @param redefinition the metadata that comes with the first commit of a new generation
     */
    BatchApplier(
            CdcSpec spec,
            RowLevelTable table,
            String path,
            Optional<TableChange> redefinition,
            Engine engine,
            Failpoint failpoint) {
        this(spec, table, path, redefinition, engine, failpoint, Optional.empty());
    }

    /**
     * @param otherCommit what commits batches into a table that is not empty
     */
    BatchApplier(
            CdcSpec spec,
            RowLevelTable table,
            String path,
            Optional<TableChange> redefinition,
            Engine engine,
            Failpoint failpoint,
            Optional<Commit> otherCommit) {
        this.spec = requireNonNull(spec, "spec");
        this.shape = new RowShape(spec);
        this.table = requireNonNull(table, "table");
        this.lock = LOCKS.computeIfAbsent(requireNonNull(path, "path"), key -> new Object());
        this.redefinition = requireNonNull(redefinition, "redefinition");
        this.engine = requireNonNull(engine, "engine");
        this.failpoint = requireNonNull(failpoint, "failpoint");
        this.otherCommit = requireNonNull(otherCommit, "otherCommit");
    }

    BatchCounts apply(Batch batch) {
        return apply(batch, null, null);
    }

    /** Applies the events of a snapshot and remembers its version in the same commit. */
    BatchCounts applySnapshot(Batch batch, Object version, Object[] lastVersion) {
        return apply(batch, version, lastVersion);
    }

    private BatchCounts apply(Batch batch, Object version, Object[] lastVersion) {
        synchronized (lock) {
            for (int attempt = 1; ; attempt++) {
                try {
                    return applyOnce(batch, version, lastVersion);
                } catch (RuntimeException e) {
                    // Someone else's OPTIMIZE came between: what was read is no longer there.
                    if (attempt == ATTEMPTS || !ConcurrentChange.is(e)) {
                        throw e;
                    }
                }
            }
        }
    }

    private BatchCounts applyOnce(Batch batch, Object version, Object[] lastVersion) {
        RowLevelTransaction transaction = table.begin();
        if (transaction.lastTransaction(batch.mark()) >= batch.number()) {
            return BatchCounts.SKIPPED;
        }
        boolean replace = transaction.lastTransaction(batch.generationMark()) < batch.generation();
        boolean empty = replace || transaction.isEmpty();
        Target target = new Target(spec, shape, transaction, empty, replace);
        Dataset<Row> events = batch.judge().keep(new EventIntake(spec, shape).events(batch.rows()));

        boolean local =
                engine == Engine.DRIVER
                        || (engine == Engine.AUTO
                                && InternalRows.sourceSize(events).orElse(0) <= DRIVER_BYTES);
        Applied applied = null;
        if (local) {
            var collected = InternalRows.collectAtMost(events, DRIVER_LIMIT, new int[0], null);
            if (collected.complete()) {
                failpoint.reached(Step.EVENTS_READ);
                applied = new DriverFold(target).fold(collected.rows());
                if (applied == null) {
                    events =
                            InternalRows.dataset(
                                    batch.rows().sparkSession(),
                                    collected.rows(),
                                    shape.inputSchema());
                }
            }
        }
        if (replace) {
            redefinition.ifPresent(transaction::redefine);
        }
        if (applied == null && !batch.judge().looksAtTable() && LoadFold.fits(target)) {
            failpoint.reached(Step.EVENTS_READ);
            applied = new LoadFold(target, engine != Engine.SHUFFLED).load(events);
        }
        if (applied == null) {
            Dataset<Row> pinned = events.localCheckpoint(true);
            failpoint.reached(Step.EVENTS_READ);
            applied = new DistributedFold(target).fold(pinned);
        }
        if (version != null) {
            applied = applied.with(target.horizonChange(version, lastVersion), shape);
        }
        failpoint.reached(Step.FOLDED);
        judgeTable(batch, target, applied);
        batch.judge().check();
        BatchCounts counts = applied.counts();
        checkTies(counts);
        if (applied.isEmpty() && !replace && !batch.always()) {
            return counts;
        }
        if (otherCommit.isPresent() && !empty) {
            otherCommit.get().commit(applied, batch);
        } else {
            transaction.commit(
                    OPERATION,
                    Map.of(
                            "numUpsertedRows", Long.toString(counts.upserted()),
                            "numDeletedRows", Long.toString(counts.deleted())),
                    batch.marks(),
                    applied.addedRows(batch.rows().sparkSession(), shape),
                    applied.removed(),
                    replace);
        }
        failpoint.reached(Step.COMMITTED);
        return counts;
    }

    private void judgeTable(Batch batch, Target target, Applied applied) {
        if (!batch.judge().looksAtTable()) {
            return;
        }
        SparkSession session = batch.rows().sparkSession();
        Dataset<Row> added = applied.addedRows(session, shape);
        if (added != null) {
            RowsAfter rows = new RowsAfter(target);
            batch.judge().judgeTable(rows.others(session, applied.removed()), rows.fresh(added));
        }
    }

    private void checkTies(BatchCounts counts) {
        boolean strict =
                "error".equalsIgnoreCase(table.properties().get(CdcLayout.ON_CONFLICTING_TIE));
        if (strict && counts.ties() > 0) {
            throw CdcError.of(
                    RunErrorCode.MILLRACE_CDC_CONFLICTING_TIE,
                    "make the sequence finer, for example a struct of time and number",
                    spec.flow(),
                    spec.target(),
                    counts.ties());
        }
    }

    static KeyFold fold(CdcSpec spec, RowShape shape, Object horizon, boolean narrow) {
        return switch (spec.type()) {
            case TYPE_1 -> new Type1Fold(shape, horizon, narrow);
            case TYPE_2 -> new Type2Fold(shape);
            case BITEMPORAL -> BitemporalFold.of(spec, shape);
        };
    }
}
