/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.CalendarIntervalType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimeType;
import org.apache.spark.sql.types.YearMonthIntervalType;

/**
 * Types of columns, and of what is in them, that a Delta table cannot hold: intervals, times of
 * day, text with a collation, and NULL of which nothing says of what type it is.
 */
public final class StorableTypes {

    private StorableTypes() {}

    /** A value that cannot be stored: the way to it, in dots, and its type. */
    private record Misfit(String path, DataType type) {}

    /**
     * Refuses columns that cannot be stored.
     *
     * @param table how messages call the table
     * @param columns that the table shall have
     * @param flows what its flows return, of which the first that gives such a type is to blame
     */
    public static void check(String table, StructType columns, Iterable<FlowSchema> flows) {
        for (StructField column : columns.fields()) {
            Optional<Misfit> found = misfit(column.name(), column.dataType());
            if (found.isEmpty()) {
                continue;
            }
            QueryException error = error(table, found.get());
            for (FlowSchema flow : flows) {
                boolean gives =
                        Schemas.find(flow.schema(), column.name())
                                .flatMap(field -> misfit(field.name(), field.dataType()))
                                .isPresent();
                if (gives) {
                    throw error.ofFlow(flow.flow());
                }
            }
            throw error;
        }
    }

    private static QueryException error(String table, Misfit misfit) {
        return misfit.type() instanceof NullType
                ? untyped(table, misfit.path())
                : unstorable(table, misfit);
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

    private static QueryException unstorable(String table, Misfit misfit) {
        return new QueryException(
                RunErrorCode.MILLRACE_TYPE_NOT_STORABLE,
                "column `%s` of `%s` is of type %s, which a Delta table cannot hold"
                        .formatted(misfit.path(), table, misfit.type().sql()),
                cure(misfit.type()));
    }

    private static String cure(DataType type) {
        if (type instanceof StringType) {
            return "write it without a collation, CAST(... AS STRING), and compare with COLLATE"
                    + " where it is read";
        }
        if (type instanceof TimeType) {
            return "store it as text, CAST(... AS STRING), or with its day as a TIMESTAMP";
        }
        if (type instanceof DayTimeIntervalType) {
            return "store it as a number, such as its seconds, or as text: CAST(... AS STRING)";
        }
        if (type instanceof YearMonthIntervalType) {
            return "store it as a number, such as its months, or as text: CAST(... AS STRING)";
        }
        return "store it as text: CAST(... AS STRING)";
    }

    private static Optional<Misfit> misfit(String path, DataType type) {
        if (type instanceof StructType struct) {
            for (StructField field : struct.fields()) {
                Optional<Misfit> found = misfit(path + "." + field.name(), field.dataType());
                if (found.isPresent()) {
                    return found;
                }
            }
            return Optional.empty();
        }
        if (type instanceof ArrayType array) {
            return misfit(path + ".element", array.elementType());
        }
        if (type instanceof MapType map) {
            return misfit(path + ".key", map.keyType())
                    .or(() -> misfit(path + ".value", map.valueType()));
        }
        return isStorable(type) ? Optional.empty() : Optional.of(new Misfit(path, type));
    }

    private static boolean isStorable(DataType type) {
        if (type instanceof StringType text) {
            return text.isUTF8BinaryCollation();
        }
        return !(type instanceof NullType
                || type instanceof CalendarIntervalType
                || type instanceof DayTimeIntervalType
                || type instanceof YearMonthIntervalType
                || type instanceof TimeType);
    }
}
