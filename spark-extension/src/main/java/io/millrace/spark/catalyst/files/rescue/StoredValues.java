/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files.rescue;

import io.millrace.spark.catalyst.files.StoredTypes;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimeType;

/** Makes times of the numbers that {@link StoredTypes} has them read as. */
final class StoredValues {

    private static final long NANOS_IN_MICRO = 1_000;
    private static final long NANOS_IN_MILLI = 1_000_000;

    private StoredValues() {}

    /**
     * What makes a value of one that was read.
     *
     * @param counted what the numbers that were read count
     * @param read the types that were read
     */
    static UnaryOperator<Object> of(DataType counted, DataType read, DataType wanted) {
        if (counted.equals(wanted)) {
            return UnaryOperator.identity();
        }
        if (wanted instanceof StructType struct) {
            return struct((StructType) counted, (StructType) read, struct);
        }
        if (wanted instanceof ArrayType array) {
            DataType elements = ((ArrayType) read).elementType();
            UnaryOperator<Object> element =
                    of(((ArrayType) counted).elementType(), elements, array.elementType());
            return value -> array((ArrayData) value, elements, element);
        }
        if (wanted instanceof MapType map) {
            var countedMap = (MapType) counted;
            var readMap = (MapType) read;
            UnaryOperator<Object> key = of(countedMap.keyType(), readMap.keyType(), map.keyType());
            UnaryOperator<Object> item =
                    of(countedMap.valueType(), readMap.valueType(), map.valueType());
            return value ->
                    new ArrayBasedMapData(
                            array(((MapData) value).keyArray(), readMap.keyType(), key),
                            array(((MapData) value).valueArray(), readMap.valueType(), item));
        }
        return wanted instanceof TimeType ? timeOfDay(counted) : StoredValues::micros;
    }

    /** Earlier than 1970 too the microsecond that the nanosecond lies in. */
    private static Object micros(Object nanos) {
        return Math.floorDiv((Long) nanos, NANOS_IN_MICRO);
    }

    /** Spark counts nanoseconds, of which its type keeps whole microseconds. */
    private static UnaryOperator<Object> timeOfDay(DataType counted) {
        if (counted.equals(StoredTypes.NANOS_OF_DAY)) {
            return value -> (Long) value / NANOS_IN_MICRO * NANOS_IN_MICRO;
        }
        long nanos = counted.equals(DataTypes.IntegerType) ? NANOS_IN_MILLI : NANOS_IN_MICRO;
        return value -> ((Number) value).longValue() * nanos;
    }

    private static UnaryOperator<Object> struct(
            StructType counted, StructType read, StructType wanted) {
        int length = wanted.length();
        UnaryOperator<?>[] fields = new UnaryOperator<?>[length];
        DataType[] types = new DataType[length];
        for (int i = 0; i < length; i++) {
            types[i] = read.fields()[i].dataType();
            fields[i] = of(counted.fields()[i].dataType(), types[i], wanted.fields()[i].dataType());
        }
        return value -> {
            var row = (InternalRow) value;
            Object[] values = new Object[length];
            for (int i = 0; i < length; i++) {
                if (!row.isNullAt(i)) {
                    values[i] = apply(fields[i], row.get(i, types[i]));
                }
            }
            return new GenericInternalRow(values);
        };
    }

    @SuppressWarnings("unchecked") // there are no arrays of a generic type
    private static Object apply(UnaryOperator<?> operator, Object value) {
        return ((UnaryOperator<Object>) operator).apply(value);
    }

    private static ArrayData array(ArrayData array, DataType type, UnaryOperator<Object> element) {
        Object[] values = new Object[array.numElements()];
        for (int i = 0; i < values.length; i++) {
            if (!array.isNullAt(i)) {
                values[i] = element.apply(array.get(i, type));
            }
        }
        return new GenericArrayData(values);
    }
}
