/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.when;

import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.Columns;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A table in which rows of a key give way to rows of the same key with a higher sequence. All rows
 * that share the highest sequence of their key stay, in whatever batches they come, so that the
 * table does not depend on how its input was cut.
 *
 * @param flow how messages call the flow
 * @param keys columns of the table
 * @param sequence a column of the table
 */
public record KeyedReplace(String path, String flow, List<String> keys, String sequence) {

    private static final String OPERATION = "REPLACE USING";
    private static final int ATTEMPTS = 5;
    private static final String HIGHEST = "__mr_highest";
    private static final String STORED = "__mr_stored";
    private static final String SEQUENCE = "__mr_sequence";
    private static final ConcurrentMap<String, Object> LOCKS = new ConcurrentHashMap<>();

    public KeyedReplace {
        keys = List.copyOf(keys);
    }

    /**
     * Commits a batch, unless its mark is there.
     *
     * @param write rows of the table's columns, which can be run again; when the table holds an
     *     older generation everything in it is removed
     * @return how many rows were written; empty for a batch that was committed before
     */
    public java.util.OptionalLong commit(SparkSession session, TableWrite write) {
        synchronized (LOCKS.computeIfAbsent(path, key -> new Object())) {
            for (int attempt = 1; ; attempt++) {
                try {
                    return commitOnce(session, write);
                } catch (RuntimeException e) {
                    if (attempt == ATTEMPTS || !ConcurrentChange.is(e)) {
                        throw e;
                    }
                }
            }
        }
    }

    private java.util.OptionalLong commitOnce(SparkSession session, TableWrite write) {
        RowLevelTransaction transaction = RowLevelTable.at(session, path).begin();
        TableWrite.Mark mark = write.mark().orElseThrow();
        if (transaction.lastTransaction(mark.application()) >= mark.version()) {
            return java.util.OptionalLong.empty();
        }
        boolean fresh =
                transaction.lastTransaction(write.generation().application())
                        < write.generation().version();
        Dataset<Row> batch = write.data().localCheckpoint(true);
        write.check().run();
        checkNulls(batch);
        Dataset<Row> highest =
                batch.groupBy(Columns.named(keys)).agg(max(Columns.named(sequence)).as(HIGHEST));
        Dataset<Row> top =
                batch.join(highest, names(), "inner")
                        .where(Columns.named(sequence).equalTo(col(HIGHEST)))
                        .drop(HIGHEST)
                        .select(Columns.named(batch.columns()));
        RowLocations removed = new RowLocations();
        Dataset<Row> added = top;
        if (!fresh && !transaction.isEmpty()) {
            Dataset<Row> stored = stored(transaction, highest).localCheckpoint(true);
            removed =
                    RowLocations.collect(
                            stored.where(col(SEQUENCE).lt(col(HIGHEST)))
                                    .select(
                                            RowLevelTransaction.FILE_COLUMN,
                                            RowLevelTransaction.ROW_COLUMN));
            Dataset<Row> before =
                    stored.groupBy(Columns.named(keys)).agg(max(col(SEQUENCE)).as(STORED));
            added =
                    top.join(before, names(), "left")
                            .where(
                                    col(STORED)
                                            .isNull()
                                            .or(Columns.named(sequence).geq(col(STORED))))
                            .select(Columns.named(batch.columns()));
        }
        Dataset<Row> rows = added.localCheckpoint(true);
        long written = rows.count();
        Map<String, Long> marks = new HashMap<>();
        marks.put(mark.application(), mark.version());
        marks.put(write.generation().application(), write.generation().version());
        if (fresh) {
            write.change().ifPresent(transaction::redefine);
        }
        transaction.commit(
                OPERATION,
                Map.of(
                        "numOutputRows",
                        Long.toString(written),
                        "numDeletedRows",
                        Long.toString(removed.rowCount())),
                marks,
                written == 0 ? null : rows,
                removed,
                fresh);
        return java.util.OptionalLong.of(written);
    }

    /** The table's rows of the batch's keys: keys, both sequences, and where they lie. */
    private Dataset<Row> stored(RowLevelTransaction transaction, Dataset<Row> highest) {
        List<String> read = new ArrayList<>(keys);
        if (keys.stream().noneMatch(sequence::equalsIgnoreCase)) {
            read.add(sequence);
        }
        return transaction
                .scan(read, FileSelection.all())
                .withColumn(SEQUENCE, Columns.named(sequence))
                .join(highest, names(), "inner");
    }

    private void checkNulls(Dataset<Row> batch) {
        Column isNull = Columns.named(sequence).isNull();
        for (String key : keys) {
            isNull = isNull.or(Columns.named(key).isNull());
        }
        Row totals = batch.agg(count(lit(1)), count(when(isNull, 1))).first();
        if (totals.getLong(1) > 0) {
            throw new QueryException(
                    RunErrorCode.MILLRACE_REPLACE_NULL_KEY_OR_SEQUENCE,
                    "flow `%s` brings %d row(s) of %d with NULL in a key or in the sequence `%s`"
                            .formatted(flow, totals.getLong(1), totals.getLong(0), sequence),
                    "leave them out in the query, or drop them with an expectation");
        }
    }

    private String[] names() {
        return keys.toArray(String[]::new);
    }
}
