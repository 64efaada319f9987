/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.expectation;

import io.millrace.spark.catalyst.ValueOrdering;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** How values of a type compare. */
final class KeyTypes {

    private KeyTypes() {}

    /** Whether Spark can tell which of two values is the greater, and whether they are equal. */
    static boolean areComparable(DataType type) {
        return ValueOrdering.isOrderable(type);
    }

    /** Whether two values that compare as equal cannot be told apart. */
    static boolean areSameWhenEqual(DataType type) {
        if (type instanceof StructType struct) {
            for (StructField field : struct.fields()) {
                if (!areSameWhenEqual(field.dataType())) {
                    return false;
                }
            }
            return true;
        }
        if (type instanceof ArrayType array) {
            return areSameWhenEqual(array.elementType());
        }
        return areComparable(type)
                && !(type instanceof DoubleType)
                && !(type instanceof FloatType)
                && !(type instanceof StringType text && !text.isUTF8BinaryCollation());
    }
}
