/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.types;

import io.millrace.spark.catalyst.SchemaTypes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;

/**
 * The type that holds the values of two types without loss. Only changes that Delta can make to a
 * table without rewriting it: wider numbers, DATE to TIMESTAMP_NTZ, more fields in structs.
 */
public final class TypeUnion {

    private static final int INT_DIGITS = 10;
    private static final int LONG_DIGITS = 20;

    private TypeUnion() {}

    /** Empty when the types have nothing in common. */
    public static Optional<DataType> of(DataType left, DataType right) {
        if (left.sameType(right)) {
            return Optional.of(left);
        }
        if (left instanceof NullType) {
            return Optional.of(right);
        }
        if (right instanceof NullType) {
            return Optional.of(left);
        }
        if (left instanceof StructType a && right instanceof StructType b) {
            return structs(a, b);
        }
        if (left instanceof ArrayType a && right instanceof ArrayType b) {
            return of(a.elementType(), b.elementType())
                    .map(
                            element ->
                                    DataTypes.createArrayType(
                                            element, a.containsNull() || b.containsNull()));
        }
        if (left instanceof MapType a && right instanceof MapType b) {
            return of(a.keyType(), b.keyType())
                    .flatMap(
                            key ->
                                    of(a.valueType(), b.valueType())
                                            .map(
                                                    value ->
                                                            DataTypes.createMapType(
                                                                    key,
                                                                    value,
                                                                    a.valueContainsNull()
                                                                            || b
                                                                                    .valueContainsNull())));
        }
        return wider(left, right).or(() -> wider(right, left));
    }

    /** Whether a value of the first type can be stored as the second without loss. */
    public static boolean fits(DataType from, DataType to) {
        if (from instanceof StructType a && to instanceof StructType b) {
            for (StructField field : a.fields()) {
                Optional<StructField> target = field(b, field.name());
                if (target.isEmpty() || !fits(field.dataType(), target.get().dataType())) {
                    return false;
                }
            }
            return true;
        }
        if (from instanceof ArrayType a && to instanceof ArrayType b) {
            return fits(a.elementType(), b.elementType());
        }
        if (from instanceof MapType a && to instanceof MapType b) {
            return fits(a.keyType(), b.keyType()) && fits(a.valueType(), b.valueType());
        }
        return from instanceof NullType
                || from.sameType(to)
                || wider(from, to).filter(to::sameType).isPresent()
                || SchemaTypes.canUpCast(from, to);
    }

    private static Optional<StructField> field(StructType struct, String name) {
        return Arrays.stream(struct.fields())
                .filter(field -> field.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /** Fields are joined by name, letter case apart; the first spelling stands. */
    private static Optional<DataType> structs(StructType left, StructType right) {
        List<StructField> fields = new ArrayList<>();
        for (StructField field : left.fields()) {
            Optional<StructField> other = field(right, field.name());
            if (other.isEmpty()) {
                fields.add(field);
                continue;
            }
            Optional<DataType> type = of(field.dataType(), other.get().dataType());
            if (type.isEmpty()) {
                return Optional.empty();
            }
            fields.add(
                    new StructField(
                            field.name(),
                            type.get(),
                            field.nullable() || other.get().nullable(),
                            field.metadata()));
        }
        for (StructField field : right.fields()) {
            if (field(left, field.name()).isEmpty()) {
                fields.add(new StructField(field.name(), field.dataType(), true, Metadata.empty()));
            }
        }
        return Optional.of(new StructType(fields.toArray(StructField[]::new)));
    }

    /**
     * A type with everything in it nullable, as what comes from several sources is stored.
     *
     * @return a type of the same shape
     */
    public static DataType nullable(DataType type) {
        if (type instanceof StructType struct) {
            StructField[] fields = struct.fields().clone();
            for (int i = 0; i < fields.length; i++) {
                fields[i] =
                        DataTypes.createStructField(
                                fields[i].name(), nullable(fields[i].dataType()), true);
            }
            return new StructType(fields);
        }
        if (type instanceof ArrayType array) {
            return DataTypes.createArrayType(nullable(array.elementType()), true);
        }
        if (type instanceof MapType map) {
            return DataTypes.createMapType(
                    nullable(map.keyType()), nullable(map.valueType()), true);
        }
        return type;
    }

    /** The union of a narrower and a wider type, in this order. */
    private static Optional<DataType> wider(DataType narrow, DataType wide) {
        if (narrow instanceof IntegralType && wide instanceof IntegralType) {
            return narrow.defaultSize() <= wide.defaultSize()
                    ? Optional.of(wide)
                    : Optional.empty();
        }
        boolean smallInteger = narrow instanceof IntegralType && !(narrow instanceof LongType);
        if (wide instanceof DoubleType && (smallInteger || narrow instanceof FloatType)) {
            return Optional.of(wide);
        }
        if (wide instanceof FloatType && smallInteger) {
            return Optional.of(DataTypes.DoubleType);
        }
        if (narrow instanceof DateType && wide instanceof TimestampNTZType) {
            return Optional.of(wide);
        }
        if (wide instanceof DecimalType decimal) {
            if (narrow instanceof IntegralType) {
                int digits = narrow instanceof LongType ? LONG_DIGITS : INT_DIGITS;
                return decimals(new DecimalType(digits, 0), decimal);
            }
            if (narrow instanceof DecimalType other) {
                return decimals(other, decimal);
            }
        }
        return Optional.empty();
    }

    private static Optional<DataType> decimals(DecimalType left, DecimalType right) {
        int scale = Math.max(left.scale(), right.scale());
        int whole = Math.max(left.precision() - left.scale(), right.precision() - right.scale());
        return whole + scale <= DecimalType.MAX_PRECISION()
                ? Optional.of(new DecimalType(whole + scale, scale))
                : Optional.empty();
    }
}
