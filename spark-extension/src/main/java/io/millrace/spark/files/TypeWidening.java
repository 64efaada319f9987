/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The narrowest type that holds the values of two without loss, and that readers can read both as.
 */
final class TypeWidening {

    private static final List<DataType> WHOLE =
            List.of(
                    DataTypes.ByteType,
                    DataTypes.ShortType,
                    DataTypes.IntegerType,
                    DataTypes.LongType);

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
        if (WHOLE.contains(first) && WHOLE.contains(second)) {
            return Optional.of(WHOLE.get(Math.max(WHOLE.indexOf(first), WHOLE.indexOf(second))));
        }
        if (areFloats(first, second)) {
            return Optional.of(DataTypes.DoubleType);
        }
        if (WHOLE.contains(first) && second instanceof DecimalType decimal) {
            return widen(asDecimal(first), decimal);
        }
        if (first instanceof DecimalType decimal && WHOLE.contains(second)) {
            return widen(decimal, asDecimal(second));
        }
        if (first instanceof DecimalType left && second instanceof DecimalType right) {
            int scale = Math.max(left.scale(), right.scale());
            int whole =
                    Math.max(left.precision() - left.scale(), right.precision() - right.scale());
            return whole + scale > DecimalType.MAX_PRECISION()
                    ? Optional.empty()
                    : Optional.of(DataTypes.createDecimalType(whole + scale, scale));
        }
        return Optional.empty();
    }

    /** With room for every value of the type. */
    private static DataType asDecimal(DataType whole) {
        return DataTypes.createDecimalType(whole.equals(DataTypes.LongType) ? 20 : 10, 0);
    }

    private static boolean areFloats(DataType first, DataType second) {
        List<DataType> floats = List.of(DataTypes.FloatType, DataTypes.DoubleType);
        return floats.contains(first) && floats.contains(second);
    }
}
