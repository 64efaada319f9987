/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.expectation;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.to_json;

import io.millrace.compiler.graph.DatasetName;
import io.millrace.spark.catalyst.Columns;
import io.millrace.spark.delta.ConcurrentChange;
import io.millrace.spark.delta.FileSelection;
import io.millrace.spark.delta.RowLevelTable;
import io.millrace.spark.delta.RowLevelTransaction;
import io.millrace.spark.delta.RowLocations;
import io.millrace.spark.delta.RowProjection;
import io.millrace.spark.delta.TableChange;
import io.millrace.spark.delta.TableWrite;
import io.millrace.spark.failpoint.Failpoints;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * A table of rows that are kept out of another one.
 *
 * <p>A batch is committed here first and in the main table then. When a crash comes between, the
 * batch comes again, and what it brings now takes the place of what it brought before: the main
 * table will get what this time is kept, which a rule over the clock may decide otherwise.
 *
 * @param generation a commit that begins a new one replaces everything that the table holds
 * @param change the metadata that comes with such a commit
 * @param written told of each commit
 */
public record SideTable(
        DatasetName name,
        String path,
        StructType schema,
        TableWrite.Mark generation,
        Supplier<Optional<TableChange>> change,
        Runnable written) {

    private static final int ATTEMPTS = 5;
    private static final String OPERATION = "QUARANTINE";
    private static final ConcurrentMap<String, Object> LOCKS = new ConcurrentHashMap<>();

    /**
     * Commits the rows of a batch, or nothing when there are none.
     *
     * @param rows cheap to run again
     */
    void write(SparkSession session, Dataset<Row> rows, long count, Quarantine.Batch batch) {
        synchronized (LOCKS.computeIfAbsent(path, key -> new Object())) {
            for (int attempt = 1; ; attempt++) {
                try {
                    commit(session, rows, count, batch);
                    return;
                } catch (RuntimeException e) {
                    if (attempt == ATTEMPTS || !ConcurrentChange.is(e)) {
                        throw e;
                    }
                }
            }
        }
    }

    private void commit(
            SparkSession session, Dataset<Row> rows, long count, Quarantine.Batch batch) {
        RowLevelTransaction transaction = RowLevelTable.at(session, path).begin();
        boolean fresh =
                transaction.lastTransaction(generation.application()) < generation.version();
        Optional<TableWrite.Mark> mark = batch.mark();
        boolean again =
                !fresh
                        && batch.name().isPresent()
                        && mark.isPresent()
                        && transaction.lastTransaction(mark.get().application())
                                >= mark.get().version();
        Dataset<Row> fitting = RowProjection.fit(rows, schema);
        Dataset<Row> added = count == 0 ? null : fitting;
        boolean replace = fresh;
        if (!fresh && (again || batch.replaces().isPresent())) {
            Dataset<Row> all = transaction.rows(FileSelection.all());
            Column goes =
                    again
                            ? Columns.named(QuarantineColumns.BATCH).eqNullSafe(batch.name().get())
                            : coalesce(expr(batch.replaces().get()), lit(false));
            if (isSame(all.where(goes), fitting)) {
                if (change.get().isEmpty()) {
                    return;
                }
            }
            Dataset<Row> others = all.where(not(goes));
            added = added == null ? others : others.unionByName(added);
            replace = true;
        } else if (added == null && !fresh) {
            return;
        }
        if (fresh || batch.replaces().filter("true"::equals).isPresent()) {
            change.get().ifPresent(transaction::redefine);
        }
        Map<String, Long> marks = new HashMap<>();
        marks.put(generation.application(), generation.version());
        mark.ifPresent(of -> marks.put(of.application(), of.version()));
        Failpoints.hit("quarantine.before-commit");
        transaction.commit(
                OPERATION,
                Map.of("numQuarantinedRows", Long.toString(count)),
                marks,
                added,
                new RowLocations(),
                replace);
        written.run();
    }

    /** Whether the batch brought the same rows, apart from when. */
    private boolean isSame(Dataset<Row> before, Dataset<Row> now) {
        Set<String> changing = Set.of(QuarantineColumns.UPDATE, QuarantineColumns.TIME);
        List<String> compared =
                Arrays.stream(schema.fieldNames())
                        .filter(name -> !changing.contains(name))
                        .toList();
        Dataset<Row> left = before.select(to_json(struct(Columns.named(compared))).as("row"));
        Dataset<Row> right = now.select(to_json(struct(Columns.named(compared))).as("row"));
        return left.exceptAll(right).isEmpty() && right.exceptAll(left).isEmpty();
    }
}
