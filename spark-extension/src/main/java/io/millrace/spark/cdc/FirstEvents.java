/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import io.millrace.compiler.graph.ScdType;
import io.millrace.spark.catalyst.Columns;
import io.millrace.spark.catalyst.InternalRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.util.LongAccumulator;

/**
 * What events come to in a target that holds nothing, when most keys have a single event: all
 * events are given the form that they have in the table if they stay alone, and only keys with
 * several are folded.
 */
final class FirstEvents {

    private final RowShape shape;
    private final KeyFold fold;
    private final FoldCounter.Distributed counter;
    private final LongAccumulator read;

    /**
     * @param fold of the target
     * @param read counts the events
     */
    FirstEvents(
            RowShape shape, KeyFold fold, FoldCounter.Distributed counter, LongAccumulator read) {
        this.shape = shape;
        this.fold = fold;
        this.counter = counter;
        this.read = read;
    }

    /** Whether an event tells all of the row that it becomes. */
    static boolean fits(CdcSpec spec, RowShape shape) {
        return spec.type() != ScdType.BITEMPORAL && shape.isPlain();
    }

    /**
     * The rows of the table.
     *
     * @param events in input layout
     */
    Dataset<Row> rows(Dataset<Row> events) {
        return InternalRows.foldByKey(
                alone(shape, events),
                shape.keyNames(),
                IntStream.rangeClosed(0, shape.operationIndex()).toArray(),
                new Rows(shape, fold, counter, read));
    }

    /** Each event as the stored row that it comes to when its key has no other. */
    static Dataset<Row> alone(RowShape shape, Dataset<Row> events) {
        return events.select(
                Arrays.stream(shape.tableSchema().fields())
                        .map(FirstEvents::alone)
                        .toArray(Column[]::new));
    }

    private static Column alone(StructField field) {
        Column given = Columns.named(field.name());
        Column lives = col(RowShape.OPERATION).equalTo(lit(RowShape.UPSERT));
        Column value =
                switch (field.name()) {
                    case RowShape.VISIBLE -> lives;
                    case RowShape.CURRENT -> lit(true);
                    case RowShape.START -> when(lives, col(RowShape.SEQUENCE));
                    case RowShape.WRITTEN -> lit(System.currentTimeMillis() / 1_000);
                    default -> given;
                };
        return value.as(field.name());
    }

    private record Rows(
            RowShape shape, KeyFold fold, FoldCounter.Distributed counter, LongAccumulator read)
            implements InternalRows.KeyFunction {

        private static final long serialVersionUID = 1L;

        @Override
        public void single(Object[] event) {
            LoadFold.checkPlace(shape, event);
            read.add(1);
            if ((Byte) event[shape.operationIndex()] == RowShape.UPSERT) {
                counter.upserted(1);
            }
        }

        @Override
        public List<Object[]> several(List<Object[]> rows) {
            List<Object[]> events = new ArrayList<>(rows.size());
            for (Object[] row : rows) {
                LoadFold.checkPlace(shape, row);
                events.add(Arrays.copyOf(row, shape.inputSize()));
            }
            read.add(events.size());
            Changes changes = new Changes(shape, counter);
            fold.fold(List.of(), KeyGroups.distinct(shape, events, changes), changes);
            List<Object[]> folded = new ArrayList<>();
            for (Object[] row = changes.poll(); row != null; row = changes.poll()) {
                folded.add(Arrays.copyOf(row, shape.fileIndex()));
            }
            return folded;
        }
    }
}
