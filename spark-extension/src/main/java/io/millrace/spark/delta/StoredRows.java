/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;

import io.millrace.spark.FilesRead;
import io.millrace.spark.catalyst.Columns;
import io.millrace.spark.catalyst.InternalRows;
import io.millrace.spark.catalyst.ScalaInterop;
import io.millrace.spark.catalyst.ValueSets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import scala.Option;

/**
 * What a table holds while rows are committed to it. A commit of another writer that adds rows
 * after this one has looked makes it fail as a conflict.
 */
public final class StoredRows {

    private final DeltaLog log;
    private final OptimisticTransaction transaction;
    private final boolean replaced;

    /**
     * @param replaced whether the commit removes what is there, so that it does not count
     */
    StoredRows(DeltaLog log, OptimisticTransaction transaction, boolean replaced) {
        this.log = log;
        this.transaction = transaction;
        this.replaced = replaced;
    }

    /** Some rows, and the files that hold them. */
    public record Found(Dataset<Row> rows, FilesRead read) {}

    /**
     * The rows that may have one of some keys; others may be among them. Files are left out whose
     * statistics or partition values lie outside of the least and the greatest key.
     *
     * @param keys columns that are called as the table calls them; cheap to run again
     * @return empty when no row of the table can have one of the keys
     */
    public Optional<Found> near(Dataset<Row> keys) {
        StructType stored = transaction.snapshot().schema();
        boolean there =
                Arrays.stream(keys.columns())
                        .allMatch(name -> Schemas.find(stored, name).isPresent());
        if (replaced || !there) {
            return Optional.empty();
        }
        List<StructField> bounded =
                Arrays.stream(keys.schema().fields())
                        .filter(
                                field ->
                                        hasBounds(field.dataType())
                                                && !Schemas.isChar(
                                                        Schemas.find(stored, field.name()).get()))
                        .toList();
        List<Column> conditions = bounds(keys, bounded);
        // Whoever adds rows meanwhile might add one of the keys.
        transaction.readWholeTable();
        List<Expression> tests = conditions.stream().map(this::expression).toList();
        List<AddFile> files =
                ScalaInterop.list(transaction.filterFiles(ScalaInterop.seq(tests), false));
        if (files.isEmpty()) {
            return Optional.empty();
        }
        Dataset<Row> rows = rows(files);
        for (Column condition : conditions) {
            rows = rows.where(condition);
        }
        long bytes = files.stream().mapToLong(AddFile::size).sum();
        return Optional.of(new Found(rows, new FilesRead(files.size(), bytes)));
    }

    /** Where the order of the type is that of the statistics. */
    private static boolean hasBounds(DataType type) {
        return type instanceof IntegralType
                || type instanceof DecimalType
                || type instanceof DateType
                || type instanceof TimestampType
                || type instanceof TimestampNTZType
                || (type instanceof StringType text && text.isUTF8BinaryCollation());
    }

    private static List<Column> bounds(Dataset<Row> keys, List<StructField> columns) {
        List<Column> conditions = new ArrayList<>();
        if (columns.isEmpty()) {
            return conditions;
        }
        List<Column> ends = new ArrayList<>();
        for (StructField column : columns) {
            ends.add(min(Columns.named(column.name())));
            ends.add(max(Columns.named(column.name())));
        }
        Object[] found = InternalRows.collect(keys.select(ends.toArray(Column[]::new))).get(0);
        for (int i = 0; i < columns.size(); i++) {
            StructField column = columns.get(i);
            Column value = Columns.named(column.name());
            conditions.add(value.geq(ValueSets.literal(found[2 * i], column.dataType())));
            conditions.add(value.leq(ValueSets.literal(found[2 * i + 1], column.dataType())));
        }
        return conditions;
    }

    private Expression expression(Column condition) {
        Dataset<Row> none = rows(List.of()).where(condition);
        return ((Filter)
                        ((org.apache.spark.sql.classic.Dataset<Row>) none)
                                .queryExecution()
                                .analyzed())
                .condition();
    }

    private Dataset<Row> rows(List<AddFile> files) {
        return log.createDataFrame(
                transaction.snapshot(), ScalaInterop.seq(files), false, Option.empty());
    }
}
