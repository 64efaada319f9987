/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import io.millrace.compiler.token.Quoted;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.RaisedErrors;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;

/**
 * The empty text in a column that a table is partitioned by. Delta keeps it as NULL: a value that
 * nobody wrote, in a column that may be NOT NULL, and that no later condition finds again.
 */
public final class PartitionText {

    private PartitionText() {}

    /**
     * Rows that fail when one has the empty text in such a column; the same rows where no column
     * can have it.
     *
     * @param table how messages call the table
     */
    public static Dataset<Row> refuseEmpty(
            Dataset<Row> rows, String table, List<String> partitionColumns) {
        boolean[] guarded = {false};
        Column[] columns =
                Arrays.stream(rows.schema().fields())
                        .map(
                                field -> {
                                    Column value = rows.col(Quoted.name(field.name()));
                                    if (!isText(field, partitionColumns)) {
                                        return value;
                                    }
                                    guarded[0] = true;
                                    return guarded(value, field, table);
                                })
                        .toArray(Column[]::new);
        return guarded[0] ? rows.select(columns) : rows;
    }

    private static boolean isText(StructField field, List<String> partitionColumns) {
        return field.dataType() instanceof StringType
                && partitionColumns.stream().anyMatch(field.name()::equalsIgnoreCase);
    }

    private static Column guarded(Column value, StructField field, String table) {
        String name = Quoted.name(field.name());
        Column error =
                RaisedErrors.raise(
                        RunErrorCode.MILLRACE_PARTITION_VALUE_EMPTY,
                        "a row has '' in %s, by which `%s` is partitioned, and there '' cannot be told"
                                        .formatted(name, table)
                                + " from NULL",
                        "write CLUSTER BY (%s) in place of PARTITIONED BY, nullif(%s, '') in the query"
                                        .formatted(name, name)
                                + " where NULL is meant, or keep such rows out with an expectation",
                        field.dataType());
        return functions
                .when(value.equalTo(functions.lit("")), error)
                .otherwise(value)
                .as(field.name(), field.metadata());
    }
}
