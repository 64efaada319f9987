/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import io.millrace.compiler.token.Quoted;
import io.millrace.spark.catalyst.SchemaTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.CharType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
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
                                && SchemaTypes.areAlike(from, SchemaTypes.withCharTypes(column))
                                && rows.schema().fields()[position].name().equals(column.name());
                columns.add(named(value(value, from, column), column));
            } else if (column.metadata().contains(DeclaredColumns.DEFAULT)) {
                same = false;
                columns.add(
                        functions
                                .expr(column.metadata().getString(DeclaredColumns.DEFAULT))
                                .cast(column.dataType())
                                .as(column.name()));
            } else if (!DeclaredColumns.isComputed(column)) {
                same = false;
                columns.add(absent(column.dataType()).as(column.name()));
            } else {
                same = false;
            }
            position++;
        }
        return same ? rows : rows.select(columns.toArray(Column[]::new));
    }

    /**
     * A value as a column of a table has it: fields of structs by name at every depth, also in
     * arrays and in the keys and values of maps, those that are not there NULL; CHAR padded.
     */
    public static Column value(Column value, DataType from, StructField column) {
        return convert(value, from, SchemaTypes.withCharTypes(column));
    }

    /** A value under the name of a column; Spark compares it to texts as it would the column. */
    public static Column named(Column value, StructField column) {
        return column.metadata().contains(Schemas.TEXT_TYPE)
                ? value.as(column.name(), Schemas.textType(column))
                : value.as(column.name());
    }

    private static Column convert(Column value, DataType from, DataType to) {
        if (SchemaTypes.areAlike(from, to)) {
            return value;
        }
        if (from instanceof StructType source && to instanceof StructType target) {
            return struct(value, source, target);
        }
        if (from instanceof ArrayType source && to instanceof ArrayType target) {
            return functions.transform(
                    value, element -> convert(element, source.elementType(), target.elementType()));
        }
        if (from instanceof MapType source && to instanceof MapType target) {
            return map(value, source, target);
        }
        if (to instanceof CharType text) {
            return padded(value.cast(DataTypes.StringType), text.length());
        }
        return value.cast(SchemaTypes.withoutCharTypes(to));
    }

    private static Column struct(Column value, StructType from, StructType to) {
        List<Column> fields = new ArrayList<>();
        for (StructField field : to.fields()) {
            Column inner =
                    Schemas.find(from, field.name())
                            .map(
                                    found ->
                                            convert(
                                                    value.getField(found.name()),
                                                    found.dataType(),
                                                    field.dataType()))
                            .orElseGet(() -> absent(field.dataType()));
            fields.add(inner.as(field.name()));
        }
        return functions.when(value.isNotNull(), functions.struct(fields.toArray(Column[]::new)));
    }

    private static Column map(Column value, MapType from, MapType to) {
        Column result = value;
        if (!SchemaTypes.areAlike(from.keyType(), to.keyType())) {
            result =
                    functions.transform_keys(
                            result, (key, element) -> convert(key, from.keyType(), to.keyType()));
        }
        if (!SchemaTypes.areAlike(from.valueType(), to.valueType())) {
            result =
                    functions.transform_values(
                            result,
                            (key, element) -> convert(element, from.valueType(), to.valueType()));
        }
        return result;
    }

    /** As Spark stores a CHAR; what is too long stays so, for the table's check to see. */
    private static Column padded(Column text, int length) {
        Column trimmed = functions.rtrim(text);
        return functions
                .when(
                        functions.length(trimmed).leq(functions.lit(length)),
                        functions.rpad(trimmed, length, " "))
                .otherwise(text);
    }

    private static Column absent(DataType type) {
        return functions.lit(null).cast(SchemaTypes.withoutCharTypes(type));
    }
}
