/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import io.millrace.spark.catalyst.Columns;
import io.millrace.spark.catalyst.InternalRows;
import io.millrace.spark.delta.RowLevelTransaction;
import io.millrace.spark.delta.RowLocations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/** What a fold came to, before it is committed: on the driver or spread over the executors. */
sealed interface Applied {

    BatchCounts counts();

    boolean isEmpty();

    /** The rows to write in table layout, or null. */
    Dataset<Row> addedRows(SparkSession session, RowShape shape);

    RowLocations removed();

    /** The same with one more change. */
    Applied with(Object[] change, RowShape shape);

    /** The rows are in files already; nothing is removed. */
    record Staged(BatchCounts counts) implements Applied {

        @Override
        public boolean isEmpty() {
            return counts.events() == 0;
        }

        @Override
        public Dataset<Row> addedRows(SparkSession session, RowShape shape) {
            return null;
        }

        @Override
        public RowLocations removed() {
            return new RowLocations();
        }

        @Override
        public Applied with(Object[] change, RowShape shape) {
            return new Local(List.<Object[]>of(change), shape, counts);
        }
    }

    /** Changes at hand, in output layout. */
    record Local(List<Object[]> rows, RowShape shape, BatchCounts counts) implements Applied {

        @Override
        public boolean isEmpty() {
            return rows.isEmpty();
        }

        @Override
        public Dataset<Row> addedRows(SparkSession session, RowShape ignored) {
            List<Object[]> added = new ArrayList<>(rows.size());
            int width = shape.fileIndex();
            for (Object[] row : rows) {
                if ((Boolean) row[shape.extraIndex()]) {
                    added.add(Arrays.copyOf(row, width));
                }
            }
            return added.isEmpty()
                    ? null
                    : InternalRows.dataset(session, added, shape.tableSchema()).coalesce(1);
        }

        @Override
        public RowLocations removed() {
            RowLocations places = new RowLocations();
            for (Object[] row : rows) {
                if (row[shape.fileIndex()] != null) {
                    places.add(row[shape.fileIndex()].toString(), (Long) row[shape.rowIndex()]);
                }
            }
            return places;
        }

        @Override
        public Applied with(Object[] change, RowShape ignored) {
            List<Object[]> more = new ArrayList<>(rows);
            more.add(change);
            return new Local(more, shape, counts);
        }
    }

    /**
     * Changes on the executors, pinned there.
     *
     * @param pinned in output layout
     */
    record Remote(Dataset<Row> pinned, long size, BatchCounts counts) implements Applied {

        @Override
        public boolean isEmpty() {
            return size == 0;
        }

        @Override
        public Dataset<Row> addedRows(SparkSession session, RowShape shape) {
            Column[] columns = Columns.named(shape.tableSchema().fieldNames());
            return pinned.where(functions.col(RowShape.WRITE)).select(columns);
        }

        @Override
        public RowLocations removed() {
            return RowLocations.collect(
                    pinned.where(functions.col(RowLevelTransaction.FILE_COLUMN).isNotNull())
                            .select(
                                    RowLevelTransaction.FILE_COLUMN,
                                    RowLevelTransaction.ROW_COLUMN));
        }

        @Override
        public Applied with(Object[] change, RowShape shape) {
            Dataset<Row> more =
                    InternalRows.dataset(
                            pinned.sparkSession(), List.<Object[]>of(change), shape.outputSchema());
            return new Remote(pinned.unionAll(more), size + 1, counts);
        }
    }
}
