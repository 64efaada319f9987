/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.delta.TypeWidening;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.AtomicType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Which columns of some rows Delta does not append to a table (measured with Delta 4.4). An append
 * by the table's name casts values to the types of the table; one by its path does not.
 *
 * @param byName whether the table is written by its name
 * @param merges whether columns may come into the table
 * @param widens whether the table lets its types grow
 */
public record AppendedColumns(StructType table, boolean byName, boolean merges, boolean widens) {

    /** The table property that lets types grow. */
    public static final String WIDENING = "delta.enableTypeWidening";

    /**
     * A column that does not fit.
     *
     * @param name with the names of the structs around it
     * @param isNested whether it is a part of a column
     * @param stored the type in the table; empty when the table does not have the column
     * @param mayWiden whether the type of the table can grow to that of the rows
     */
    public record Misfit(
            String name,
            boolean isNested,
            Optional<DataType> stored,
            DataType rows,
            boolean mayWiden) {}

    /** In the order of the rows. */
    public List<Misfit> misfits(StructType rows) {
        List<Misfit> found = new ArrayList<>();
        if (!table.isEmpty()) {
            compare("", table, rows, found);
        }
        return found;
    }

    private void compare(String prefix, StructType stored, StructType rows, List<Misfit> found) {
        for (StructField field : rows.fields()) {
            String name = prefix + field.name();
            Optional<StructField> column = Schemas.find(stored, field.name());
            if (column.isPresent()) {
                compare(name, !prefix.isEmpty(), column.get().dataType(), field.dataType(), found);
            } else if (!merges) {
                found.add(
                        new Misfit(
                                name,
                                !prefix.isEmpty(),
                                Optional.empty(),
                                field.dataType(),
                                false));
            }
        }
    }

    private void compare(
            String name, boolean nested, DataType stored, DataType rows, List<Misfit> found) {
        if (stored.sameType(rows) || rows instanceof NullType) {
            return;
        }
        if (stored instanceof StructType before && rows instanceof StructType now) {
            compare(name + ".", before, now, found);
        } else if (stored instanceof ArrayType before && rows instanceof ArrayType now) {
            compare(name + ".element", true, before.elementType(), now.elementType(), found);
        } else if (stored instanceof MapType before && rows instanceof MapType now) {
            compare(name + ".key", true, before.keyType(), now.keyType(), found);
            compare(name + ".value", true, before.valueType(), now.valueType(), found);
        } else if (!fits(stored, rows)) {
            found.add(new Misfit(name, nested, Optional.of(stored), rows, mayWiden(stored, rows)));
        }
    }

    private boolean fits(DataType stored, DataType rows) {
        boolean grows = mayWiden(stored, rows);
        if (byName) {
            // The cast would cut what the table is meant to take.
            return !grows || !merges || widens;
        }
        // Parquet keeps these as one type, so Delta mixes them.
        boolean small = smallBytes(stored) > 0 && smallBytes(rows) > 0;
        return (small && (merges || smallBytes(rows) < smallBytes(stored)))
                || (grows && merges && widens);
    }

    private static int smallBytes(DataType type) {
        if (type instanceof ByteType) {
            return 1;
        }
        if (type instanceof ShortType) {
            return 2;
        }
        return type instanceof IntegerType ? 4 : 0;
    }

    private static boolean mayWiden(DataType stored, DataType rows) {
        return stored instanceof AtomicType before
                && rows instanceof AtomicType now
                && TypeWidening.isTypeChangeSupportedForSchemaEvolution(before, now, false);
    }
}
