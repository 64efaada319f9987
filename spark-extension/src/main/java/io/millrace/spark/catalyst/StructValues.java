/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** Struct and text values in Spark's internal form. */
public final class StructValues {

    private StructValues() {}

    public static Object[] fields(Object value, StructType type) {
        InternalRow row = (InternalRow) value;
        Object[] fields = new Object[type.size()];
        for (int i = 0; i < fields.length; i++) {
            DataType fieldType = type.fields()[i].dataType();
            fields[i] = row.isNullAt(i) ? null : row.get(i, fieldType);
        }
        return fields;
    }

    public static Object of(Object... fields) {
        return new GenericInternalRow(fields);
    }

    public static Object text(String text) {
        return UTF8String.fromString(text);
    }

    /** How a value reads in a message. */
    public static String show(Object value, DataType type) {
        Object external =
                org.apache.spark.sql.catalyst.CatalystTypeConverters.convertToScala(value, type);
        return external instanceof byte[] bytes
                ? java.util.HexFormat.of().formatHex(bytes)
                : String.valueOf(external);
    }
}
