/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.function.UnaryOperator;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;

/** Spark's functions over the elements of arrays, for Java. */
public final class ArrayColumns {

    private ArrayColumns() {}

    public static Column transform(Column array, UnaryOperator<Column> element) {
        return functions.transform(array, element::apply);
    }

    /** Whether the test is true for an element. */
    public static Column exists(Column array, UnaryOperator<Column> test) {
        return functions.exists(array, test::apply);
    }
}
