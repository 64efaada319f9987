/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files.rescue;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.spark.catalyst.ScalaInterop;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.EvalMode;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimeType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/** Puts values of one type into another, and tells what of them did not get in. */
interface ValueTaker {

    /**
     * A value that was put into a type.
     *
     * @param value of the type; null when nothing of it got in
     * @param lost what did not get in; null when nothing is lost
     */
    record Taken(Object value, JsonNode lost) {}

    /** The value, which is not null, as far as the type takes it. */
    Taken take(Object value);

    /**
     * What takes values of one type into another.
     *
     * @param exact whether letter case counts in the names of fields
     */
    static ValueTaker of(DataType from, DataType to, boolean exact, ValueJson json) {
        if (DataType.equalsIgnoreNullability(from, to)) {
            return value -> new Taken(value, null);
        }
        if (from instanceof StructType left && to instanceof StructType right) {
            var fields = new StructTaker(left, right, exact, json);
            return value ->
                    fields.take((org.apache.spark.sql.catalyst.InternalRow) value).asValue();
        }
        if (from instanceof ArrayType left && to instanceof ArrayType right) {
            return array(left, of(left.elementType(), right.elementType(), exact, json), json);
        }
        if (from instanceof MapType left && to instanceof MapType right) {
            return map(
                    left,
                    of(left.keyType(), right.keyType(), exact, json),
                    of(left.valueType(), right.valueType(), exact, json),
                    json);
        }
        return comesBack(from, to)
                ? cast(from, to, json)
                : value -> new Taken(null, json.of(value, from));
    }

    /** Whether there are values that are the same in both types. */
    private static boolean comesBack(DataType from, DataType to) {
        if (to instanceof StringType) {
            return from instanceof NumericType
                    || from instanceof BooleanType
                    || from instanceof DateType
                    || from instanceof TimestampType
                    || from instanceof TimestampNTZType
                    || from instanceof TimeType;
        }
        if (from instanceof NumericType && to instanceof NumericType) {
            return true;
        }
        return (from instanceof DateType && isTimestamp(to))
                || (isTimestamp(from) && to instanceof DateType);
    }

    private static boolean isTimestamp(DataType type) {
        return type instanceof TimestampType || type instanceof TimestampNTZType;
    }

    /** A value is taken when it comes back unchanged from the other type. */
    private static ValueTaker cast(DataType from, DataType to, ValueJson json) {
        Cast there = cast(from, to, json.zone());
        Cast back = cast(to, from, json.zone());
        return value -> {
            Object taken = eval(there, value);
            return taken != null && value.equals(eval(back, taken))
                    ? new Taken(taken, null)
                    : new Taken(null, json.of(value, from));
        };
    }

    /** NULL for a value that the type does not have. */
    static Cast cast(DataType from, DataType to, String zone) {
        return new Cast(
                new BoundReference(0, from, true),
                to,
                ScalaInterop.option(Optional.of(zone)),
                EvalMode.TRY());
    }

    static Object eval(Cast cast, Object value) {
        return cast.eval(new GenericInternalRow(new Object[] {value}));
    }

    private static ValueTaker array(ArrayType type, ValueTaker elements, ValueJson json) {
        return value -> {
            var array = (ArrayData) value;
            Object[] taken = new Object[array.numElements()];
            boolean complete = true;
            for (int i = 0; i < taken.length; i++) {
                if (array.isNullAt(i)) {
                    continue;
                }
                Taken element = elements.take(array.get(i, type.elementType()));
                if (element.value() == null) {
                    return new Taken(null, json.of(value, type));
                }
                complete &= element.lost() == null;
                taken[i] = element.value();
            }
            return new Taken(new GenericArrayData(taken), complete ? null : json.of(value, type));
        };
    }

    private static ValueTaker map(
            MapType type, ValueTaker keys, ValueTaker values, ValueJson json) {
        ValueTaker keyArray = array(new ArrayType(type.keyType(), false), keys, json);
        ValueTaker valueArray = array(new ArrayType(type.valueType(), true), values, json);
        return value -> {
            var map = (MapData) value;
            Taken takenKeys = keyArray.take(map.keyArray());
            Taken takenValues = valueArray.take(map.valueArray());
            if (takenKeys.lost() != null || takenValues.value() == null) {
                return new Taken(null, json.of(value, type));
            }
            return new Taken(
                    new ArrayBasedMapData(
                            (ArrayData) takenKeys.value(), (ArrayData) takenValues.value()),
                    takenValues.lost() == null ? null : json.of(value, type));
        };
    }
}
