/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Which types a stored column can take on without a change of its values. */
final class TypeWidening {

    private static final List<DataType> INTEGERS =
            List.of(
                    DataTypes.ByteType,
                    DataTypes.ShortType,
                    DataTypes.IntegerType,
                    DataTypes.LongType);

    private TypeWidening() {}

    /** The type that holds the values of both, or empty. Structs get the fields of both. */
    static Optional<DataType> merge(DataType left, DataType right) {
        if (left.equals(right) || right instanceof NullType) {
            return Optional.of(left);
        }
        if (left instanceof NullType) {
            return Optional.of(right);
        }
        if (left instanceof StructType l && right instanceof StructType r) {
            return structs(l, r);
        }
        if (left instanceof ArrayType l && right instanceof ArrayType r) {
            return merge(l.elementType(), r.elementType())
                    .map(type -> DataTypes.createArrayType(type, true));
        }
        if (left instanceof MapType l && right instanceof MapType r) {
            Optional<DataType> keys = merge(l.keyType(), r.keyType());
            Optional<DataType> values = merge(l.valueType(), r.valueType());
            return keys.isPresent() && values.isPresent()
                    ? Optional.of(DataTypes.createMapType(keys.get(), values.get(), true))
                    : Optional.empty();
        }
        if (widens(left, right)) {
            return Optional.of(right);
        }
        return widens(right, left) ? Optional.of(left) : Optional.empty();
    }

    private static Optional<DataType> structs(StructType left, StructType right) {
        Map<String, StructField> fields = new LinkedHashMap<>();
        for (StructField field : left.fields()) {
            fields.put(key(field), field);
        }
        for (StructField field : right.fields()) {
            StructField known = fields.get(key(field));
            Optional<DataType> type =
                    known == null
                            ? Optional.of(nullable(field.dataType()))
                            : merge(known.dataType(), field.dataType());
            if (type.isEmpty()) {
                return Optional.empty();
            }
            String name = known == null ? field.name() : known.name();
            fields.put(key(field), DataTypes.createStructField(name, type.get(), true));
        }
        return Optional.of(new StructType(fields.values().toArray(new StructField[0])));
    }

    private static String key(StructField field) {
        return field.name().toLowerCase(Locale.ROOT);
    }

    /** The type with everything in it nullable, as it is stored. */
    static DataType nullable(DataType type) {
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

    /** Whether Delta can change the type of a column in place. */
    static boolean widens(DataType from, DataType to) {
        if (from.equals(to)) {
            return true;
        }
        int rank = INTEGERS.indexOf(from);
        if (rank >= 0) {
            if (to instanceof DecimalType decimal) {
                int digits = rank == INTEGERS.size() - 1 ? 20 : 10;
                return decimal.precision() - decimal.scale() >= digits;
            }
            boolean exactInDouble = to.equals(DataTypes.DoubleType) && rank < 3;
            return exactInDouble || INTEGERS.indexOf(to) > rank;
        }
        if (from instanceof DecimalType f && to instanceof DecimalType t) {
            return t.scale() >= f.scale() && t.precision() - t.scale() >= f.precision() - f.scale();
        }
        return (from.equals(DataTypes.FloatType) && to.equals(DataTypes.DoubleType))
                || (from.equals(DataTypes.DateType) && to.equals(DataTypes.TimestampNTZType));
    }
}
