/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import io.millrace.spark.types.TypeUnion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The narrowest type that holds the values of two without loss, and that readers can read both as.
 */
final class TypeWidening {

    private TypeWidening() {}

    /** Columns are joined by name, letter case apart; the first spelling stands. */
    static StructType merge(StructType first, StructType second) {
        List<StructField> fields = new ArrayList<>(List.of(first.fields()));
        for (StructField field : second.fields()) {
            int place = place(fields, field.name());
            if (place < 0) {
                fields.add(DataTypes.createStructField(field.name(), field.dataType(), true));
                continue;
            }
            StructField known = fields.get(place);
            DataType type =
                    widen(known.dataType(), field.dataType())
                            .orElseThrow(() -> conflict(known, field));
            fields.set(place, DataTypes.createStructField(known.name(), type, true));
        }
        return DataTypes.createStructType(fields);
    }

    private static int place(List<StructField> fields, String name) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i)
                    .name()
                    .toLowerCase(Locale.ROOT)
                    .equals(name.toLowerCase(Locale.ROOT))) {
                return i;
            }
        }
        return -1;
    }

    private static RuntimeException conflict(StructField known, StructField field) {
        return FileErrors.schema(
                "`%s` is %s in one file and %s in another; give `schema`, or read the files apart"
                        .formatted(known.name(), known.dataType().sql(), field.dataType().sql()),
                null);
    }

    /** Empty when no type holds both without loss. */
    static Optional<DataType> widen(DataType first, DataType second) {
        if (first.equals(second)) {
            return Optional.of(first);
        }
        if (first instanceof StructType left && second instanceof StructType right) {
            return Optional.of(merge(left, right));
        }
        if (first instanceof ArrayType left && second instanceof ArrayType right) {
            return widen(left.elementType(), right.elementType())
                    .map(type -> DataTypes.createArrayType(type, true));
        }
        if (first instanceof MapType left && second instanceof MapType right) {
            return widen(left.keyType(), right.keyType())
                    .flatMap(
                            key ->
                                    widen(left.valueType(), right.valueType())
                                            .map(
                                                    value ->
                                                            DataTypes.createMapType(
                                                                    key, value, true)));
        }
        return TypeUnion.of(first, second).filter(type -> areReadAlike(first, second));
    }

    /**
     * Not every reader of files reads whole numbers as floating-point ones, or days as timestamps.
     */
    private static boolean areReadAlike(DataType first, DataType second) {
        return first instanceof NullType
                || second instanceof NullType
                || (isFloat(first) == isFloat(second)
                        && first instanceof DateType == second instanceof DateType);
    }

    private static boolean isFloat(DataType type) {
        return type instanceof FloatType || type instanceof DoubleType;
    }
}
