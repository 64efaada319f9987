/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import io.millrace.compiler.token.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Fits the rows of a query to a table: by name, never by position, at every depth; with the table's
 * letter case, order and types. The schemas have been found to fit before, so that no cast loses
 * anything.
 */
public final class RowProjection {

    private RowProjection() {}

    /** The rows with the table's columns; what Delta computes or fills itself is left out. */
    public static Dataset<Row> fit(Dataset<Row> rows, StructType table) {
        List<Column> columns = new ArrayList<>();
        boolean same = rows.schema().length() == table.length();
        int position = 0;
        for (StructField column : table.fields()) {
            Optional<StructField> given = Schemas.find(rows.schema(), column.name());
            if (given.isPresent()) {
                Column value = rows.col(Quoted.name(given.get().name()));
                DataType from = given.get().dataType();
                same =
                        same
                                && from.sameType(column.dataType())
                                && rows.schema().fields()[position].name().equals(column.name());
                columns.add(convert(value, from, column.dataType()).as(column.name()));
            } else if (column.metadata().contains(DeclaredColumns.DEFAULT)) {
                same = false;
                columns.add(
                        functions
                                .expr(column.metadata().getString(DeclaredColumns.DEFAULT))
                                .cast(column.dataType())
                                .as(column.name()));
            } else if (!DeclaredColumns.isComputed(column)) {
                same = false;
                columns.add(functions.lit(null).cast(column.dataType()).as(column.name()));
            } else {
                same = false;
            }
            position++;
        }
        return same ? rows : rows.select(columns.toArray(Column[]::new));
    }

    private static Column convert(Column value, DataType from, DataType to) {
        if (from.sameType(to)) {
            return value;
        }
        if (from instanceof StructType source && to instanceof StructType target) {
            List<Column> fields = new ArrayList<>();
            for (StructField field : target.fields()) {
                Optional<StructField> given = Schemas.find(source, field.name());
                Column inner =
                        given.map(
                                        found ->
                                                convert(
                                                        value.getField(found.name()),
                                                        found.dataType(),
                                                        field.dataType()))
                                .orElseGet(() -> functions.lit(null).cast(field.dataType()));
                fields.add(inner.as(field.name()));
            }
            return functions
                    .when(value.isNull(), functions.lit(null))
                    .otherwise(functions.struct(fields.toArray(Column[]::new)));
        }
        if (from instanceof ArrayType source && to instanceof ArrayType target) {
            return functions.transform(
                    value, element -> convert(element, source.elementType(), target.elementType()));
        }
        if (from instanceof MapType source
                && to instanceof MapType target
                && source.keyType().sameType(target.keyType())) {
            return functions.transform_values(
                    value,
                    (key, element) -> convert(element, source.valueType(), target.valueType()));
        }
        return value.cast(to);
    }
}
