/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.DataType;

/** Array values in Spark's internal form. */
public final class ArrayValues {

    private ArrayValues() {}

    /** The elements of an array value; none for NULL. */
    public static Object[] elements(Object array, DataType elementType) {
        if (array == null) {
            return new Object[0];
        }
        ArrayData data = (ArrayData) array;
        Object[] elements = new Object[data.numElements()];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = data.isNullAt(i) ? null : data.get(i, elementType);
        }
        return elements;
    }

    public static Object of(Object[] elements) {
        return new GenericArrayData(elements);
    }
}
