/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;

import io.millrace.compiler.graph.ScdType;
import io.millrace.spark.catalyst.Columns;
import io.millrace.spark.catalyst.InternalRows;
import io.millrace.spark.delta.FileSelection;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructField;

/** Folds a batch of any size on the executors. */
final class DistributedFold {

    private static final String EARLIEST = "__mr_earliest";

    private final Target target;
    private final RowShape shape;

    DistributedFold(Target target) {
        this.target = target;
        this.shape = target.shape();
    }

    /**
     * @param batch events that can be read again at no cost
     */
    Applied fold(Dataset<Row> batch) {
        BatchTotals totals = BatchTotals.of(target, batch);
        Object truncated = totals.truncated();
        Object[] horizonRow = target.truncates() ? Horizon.stored(target) : null;
        Object before = horizonRow == null ? null : horizonRow[shape.sequenceIndex()];
        boolean advances = shape.compareSequences(truncated, before) > 0;
        Object horizon = advances ? truncated : before;

        Dataset<Row> upserts = batch.where(BatchTotals.isTruncate().unary_$bang());
        boolean narrow = shape.isNarrow();
        Applied applied = folded(upserts, horizon, advances, narrow, totals.events());
        if (applied == null) {
            applied = folded(upserts, horizon, advances, false, totals.events());
        }
        return advances
                ? applied.with(target.horizonChange(truncated, horizonRow), shape)
                : applied;
    }

    /** Null when a row that was read without payload is needed whole. */
    private Applied folded(
            Dataset<Row> events, Object horizon, boolean advances, boolean narrow, long count) {
        Dataset<Row> input = events;
        if (!target.empty()) {
            input = events.unionAll(stored(events, advances, narrow));
        }
        FoldCounter.Distributed counter = FoldCounter.Distributed.in(events.sparkSession());
        KeyFold fold = BatchApplier.fold(target.spec(), shape, horizon, narrow);
        Dataset<Row> changes =
                InternalRows.mapByKey(
                                input,
                                shape.keyNames(),
                                shape.outputSchema(),
                                new KeyGroups(shape, fold, counter))
                        .localCheckpoint(true);
        if (!counter.isComplete()) {
            return null;
        }
        return new Applied.Remote(changes, changes.count(), counter.counts(count));
    }

    /** The stored rows that matter in input layout. */
    private Dataset<Row> stored(Dataset<Row> events, boolean all, boolean narrow) {
        List<String> columns = narrow ? target.narrowColumns() : target.allColumns();
        Column isKey = col(RowShape.OPERATION).notEqual(lit(EventIntake.TRUNCATE));
        if (all) {
            return aligned(scan(columns, FileSelection.all()).where(isKey));
        }
        Dataset<Row> keys =
                events.groupBy(keyColumns()).agg(min(col(RowShape.SEQUENCE)).as(EARLIEST));
        if (target.spec().type() != ScdType.TYPE_2) {
            return aligned(semi(scan(columns, FileSelection.all()).where(isKey), keys));
        }
        FileSelection current = FileSelection.partition(RowShape.CURRENT, "true");
        Dataset<Row> last = semi(scan(columns, current), keys);
        Dataset<Row> late =
                using(scan(target.narrowColumns(), current), keys, "inner")
                        .where(col(EARLIEST).leq(col(RowShape.SEQUENCE)))
                        .select(keyColumns())
                        .localCheckpoint(true);
        if (late.isEmpty()) {
            return aligned(last);
        }
        FileSelection closed = FileSelection.partition(RowShape.CURRENT, "false");
        return aligned(last.unionAll(semi(scan(columns, closed), late)));
    }

    private Dataset<Row> scan(List<String> columns, FileSelection files) {
        return target.transaction().scan(columns, files);
    }

    private Dataset<Row> semi(Dataset<Row> rows, Dataset<Row> keys) {
        return using(rows, keys.select(keyColumns()), "left_semi");
    }

    private Dataset<Row> using(Dataset<Row> rows, Dataset<Row> keys, String type) {
        return rows.join(keys, shape.keyNames().toArray(new String[0]), type);
    }

    private Column[] keyColumns() {
        return Columns.named(shape.keyNames());
    }

    private Dataset<Row> aligned(Dataset<Row> rows) {
        List<String> there = Arrays.asList(rows.columns());
        Column[] columns =
                Arrays.stream(shape.inputSchema().fields())
                        .map(field -> there.contains(field.name()) ? present(field) : absent(field))
                        .toArray(Column[]::new);
        return rows.select(columns);
    }

    private static Column present(StructField field) {
        return Columns.named(field.name()).cast(field.dataType()).as(field.name());
    }

    private static Column absent(StructField field) {
        return lit(null).cast(field.dataType()).as(field.name());
    }
}
