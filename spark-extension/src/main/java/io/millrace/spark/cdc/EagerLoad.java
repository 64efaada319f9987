/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.xxhash64;

import io.millrace.spark.catalyst.Columns;
import io.millrace.spark.catalyst.InternalRows;
import io.millrace.spark.delta.RowLocations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Loads a target that holds nothing as fast as rows can be appended, on the assumption that hardly
 * any key has several events: each event is written as the row that it comes to alone, without a
 * shuffle, and the hash of its key goes to the driver. The few rows of keys that repeat are read
 * again from the new files, folded, and marked as deleted there; all of it is one commit.
 *
 * <p>When the assumption proves wrong, the new files are removed and nothing has happened.
 */
final class EagerLoad {

    /** Rows of repeated keys that the driver folds at most. */
    private static final int FOLDED_ROWS = 200_000;

    /** What can be hashed so that equal keys have equal hashes: -0.0 and collations stay out. */
    private static final Set<String> KEY_TYPES =
            Set.of(
                    "boolean",
                    "tinyint",
                    "smallint",
                    "int",
                    "bigint",
                    "string",
                    "binary",
                    "date",
                    "timestamp",
                    "timestamp_ntz");

    private final Target target;
    private final RowShape shape;

    EagerLoad(Target target) {
        this.target = target;
        this.shape = target.shape();
    }

    static boolean fits(Target target) {
        return FirstEvents.fits(target.spec(), target.shape())
                && target.transaction().writesPlainColumns()
                && target.spec().keys().stream()
                        .allMatch(key -> KEY_TYPES.contains(key.dataType().catalogString()));
    }

    /** Writes what the events come to; empty when too many keys repeat, and nothing is left. */
    Optional<Applied> load(Dataset<Row> events) {
        // Rows at hand would be computed by the optimizer, and who knows how often.
        if (InternalRows.areAtHand(events) || KeyHashes.seemToRepeat(events.select(keyHash()))) {
            return Optional.empty();
        }
        KeyHashes hashes = new KeyHashes(events.sparkSession().sparkContext());
        Dataset<Row> alone = FirstEvents.alone(shape, events);
        target.transaction()
                .stage(
                        alone.withColumn(
                                RowShape.OPERATION,
                                hashes.watched(
                                        keyHash(),
                                        BatchTotals.hasNoPlace(target),
                                        col(RowShape.OPERATION))));
        Optional<Applied> applied = hashes.repeated().flatMap(keys -> applied(keys, hashes));
        if (applied.isEmpty()) {
            target.transaction().unstage();
        }
        return applied;
    }

    private Optional<Applied> applied(Set<Long> repeated, KeyHashes hashes) {
        return repeated.isEmpty()
                ? Optional.of(new Applied.Staged(counts(hashes.rows(), hashes.upserts())))
                : folded(repeated, hashes.rows(), hashes.upserts());
    }

    private Column keyHash() {
        return xxhash64(Columns.named(shape.keyNames()));
    }

    private static BatchCounts counts(long read, long upserts) {
        return new BatchCounts(read, upserts, 0, 0, false);
    }

    private Optional<Applied> folded(Set<Long> repeated, long read, long upserts) {
        Dataset<Row> staged = target.transaction().staged(shape.tableSchema());
        var suspects =
                InternalRows.collectAtMost(
                        staged.where(keyHash().isin(repeated.toArray())),
                        FOLDED_ROWS,
                        new int[0],
                        null);
        if (!suspects.complete()) {
            return Optional.empty();
        }
        List<Object[]> rows = new ArrayList<>(suspects.rows());
        rows.sort(shape::compareKeys);
        RowLocations removed = new RowLocations();
        List<Object[]> events = new ArrayList<>();
        long lone = upserts;
        int from = 0;
        while (from < rows.size()) {
            int to = from + 1;
            while (to < rows.size() && shape.compareKeys(rows.get(from), rows.get(to)) == 0) {
                to++;
            }
            // Two keys may have one hash.
            for (int i = from; i < to && to > from + 1; i++) {
                Object[] row = rows.get(i);
                removed.add(row[shape.fileIndex()].toString(), (Long) row[shape.rowIndex()]);
                lone -= (Byte) row[shape.operationIndex()] == RowShape.UPSERT ? 1 : 0;
                Object[] event = Arrays.copyOf(row, shape.inputSize());
                event[shape.fileIndex()] = null;
                event[shape.rowIndex()] = null;
                events.add(event);
            }
            from = to;
        }
        FoldCounter counter = new FoldCounter();
        KeyFold fold = BatchApplier.fold(target.spec(), shape, null, false);
        List<Object[]> changes = new ArrayList<>();
        new KeyGroups(shape, fold, () -> counter)
                .apply(events.iterator())
                .forEachRemaining(changes::add);
        target.transaction().removeStaged(removed);
        BatchCounts all = counts(read, lone).plus(counter.counts(0));
        return Optional.of(
                changes.isEmpty()
                        ? new Applied.Staged(all)
                        : new Applied.Local(changes, shape, all));
    }
}
