/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimeType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/**
 * The types that stand for times which Spark's Parquet reader does not know: it is asked for the
 * whole numbers that they are stored as. The stored type says what the number counts: for a
 * timestamp it is BIGINT, nanoseconds since 1970; for a time of the day INT, milliseconds, or
 * BIGINT, microseconds, or {@link #NANOS_OF_DAY}.
 */
public final class StoredTypes {

    /** A BIGINT in the file, which says microseconds already. */
    public static final DataType NANOS_OF_DAY = DataTypes.ByteType;

    private StoredTypes() {}

    private interface Leaf {
        DataType of(DataType asked, DataType seen, DataType stored);
    }

    /** The types that a reader is asked for, so that a file's times can be made of them. */
    public static StructType read(StructType asked, StoredColumns file) {
        return (StructType)
                walk(
                        asked,
                        file.columns(),
                        file.stored(),
                        (type, seen, stored) -> {
                            DataType counted = counted(type, seen, stored);
                            return counted != type && counted.equals(NANOS_OF_DAY)
                                    ? DataTypes.LongType
                                    : counted;
                        });
    }

    /** The asked types, with the stored ones where {@link #read} asks for numbers. */
    public static StructType counted(StructType asked, StoredColumns file) {
        return (StructType) walk(asked, file.columns(), file.stored(), StoredTypes::counted);
    }

    private static DataType counted(DataType asked, DataType seen, DataType stored) {
        boolean time =
                (isTimestamp(seen) && isTimestamp(asked))
                        || (seen instanceof TimeType && asked instanceof TimeType);
        return time && !seen.equals(stored) ? stored : asked;
    }

    /** Whether there are times among the types. */
    public static boolean haveTimes(DataType type) {
        if (type instanceof StructType struct) {
            return List.of(struct.fields()).stream().anyMatch(field -> haveTimes(field.dataType()));
        }
        if (type instanceof ArrayType array) {
            return haveTimes(array.elementType());
        }
        if (type instanceof MapType map) {
            return haveTimes(map.keyType()) || haveTimes(map.valueType());
        }
        return isTimestamp(type) || type instanceof TimeType;
    }

    private static boolean isTimestamp(DataType type) {
        return type instanceof TimestampType || type instanceof TimestampNTZType;
    }

    /** The asked types, what a leaf becomes wherever all three have one. */
    private static DataType walk(DataType asked, DataType seen, DataType stored, Leaf leaf) {
        if (asked instanceof StructType left
                && seen instanceof StructType struct
                && stored instanceof StructType inside) {
            List<StructField> fields = new ArrayList<>();
            for (StructField field : left.fields()) {
                DataType type =
                        place(struct, field.name())
                                .map(
                                        i ->
                                                walk(
                                                        field.dataType(),
                                                        struct.fields()[i].dataType(),
                                                        inside.fields()[i].dataType(),
                                                        leaf))
                                .orElse(field.dataType());
                fields.add(DataTypes.createStructField(field.name(), type, true));
            }
            return DataTypes.createStructType(fields);
        }
        if (asked instanceof ArrayType left
                && seen instanceof ArrayType array
                && stored instanceof ArrayType inside) {
            return new ArrayType(
                    walk(left.elementType(), array.elementType(), inside.elementType(), leaf),
                    true);
        }
        if (asked instanceof MapType left
                && seen instanceof MapType map
                && stored instanceof MapType inside) {
            return new MapType(
                    walk(left.keyType(), map.keyType(), inside.keyType(), leaf),
                    walk(left.valueType(), map.valueType(), inside.valueType(), leaf),
                    true);
        }
        return leaf.of(asked, seen, stored);
    }

    /** The field of the name, or else the first that is spelled otherwise. */
    private static Optional<Integer> place(StructType struct, String name) {
        int other = -1;
        String[] names = struct.fieldNames();
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) {
                return Optional.of(i);
            }
            if (other < 0 && names[i].equalsIgnoreCase(name)) {
                other = i;
            }
        }
        return other < 0 ? Optional.empty() : Optional.of(other);
    }
}
