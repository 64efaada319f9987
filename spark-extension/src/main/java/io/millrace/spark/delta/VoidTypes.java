/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Columns, and what is in them, that are only ever NULL, so that nothing says of what type. */
public final class VoidTypes {

    private VoidTypes() {}

    /**
     * Refuses columns without a type.
     *
     * @param table how messages call the table
     * @param columns that the table shall have
     * @param flows what its flows return, of which the first that gives no type is to blame
     */
    public static void check(String table, StructType columns, Iterable<FlowSchema> flows) {
        for (StructField column : columns.fields()) {
            Optional<String> found = path(column.name(), column.dataType());
            if (found.isEmpty()) {
                continue;
            }
            QueryException error = untyped(table, found.get());
            for (FlowSchema flow : flows) {
                boolean gives =
                        Schemas.find(flow.schema(), column.name())
                                .flatMap(field -> path(field.name(), field.dataType()))
                                .isPresent();
                if (gives) {
                    throw error.ofFlow(flow.flow());
                }
            }
            throw error;
        }
    }

    private static QueryException untyped(String table, String path) {
        return new QueryException(
                RunErrorCode.MILLRACE_TYPE_CHANGED,
                "column `%s` of `%s` has no type: it is only ever NULL".formatted(path, table),
                path.endsWith(".element") || path.endsWith(".key")
                        ? "write CAST(NULL AS <type>), or CAST(array() AS ARRAY<type>) where"
                                + " nothing is in it"
                        : "write CAST(NULL AS <type>)");
    }

    /** The way to the first value without a type, in dots. */
    private static Optional<String> path(String name, DataType type) {
        if (type instanceof StructType struct) {
            for (StructField field : struct.fields()) {
                Optional<String> found = path(name + "." + field.name(), field.dataType());
                if (found.isPresent()) {
                    return found;
                }
            }
            return Optional.empty();
        }
        if (type instanceof ArrayType array) {
            return path(name + ".element", array.elementType());
        }
        if (type instanceof MapType map) {
            return path(name + ".key", map.keyType())
                    .or(() -> path(name + ".value", map.valueType()));
        }
        return type instanceof NullType ? Optional.of(name) : Optional.empty();
    }
}
