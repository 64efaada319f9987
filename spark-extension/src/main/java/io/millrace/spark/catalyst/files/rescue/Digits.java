/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files.rescue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;

/** Whether numbers that are written as texts keep all their digits in a type. */
final class Digits {

    private Digits() {}

    /** Whether there are types that may take a number and change it. */
    static boolean mayBeLost(DataType type) {
        if (type instanceof StructType struct) {
            return Arrays.stream(struct.fields()).anyMatch(field -> mayBeLost(field.dataType()));
        }
        if (type instanceof ArrayType array) {
            return mayBeLost(array.elementType());
        }
        if (type instanceof MapType map) {
            return mayBeLost(map.valueType());
        }
        return type instanceof DecimalType
                || type instanceof DoubleType
                || type instanceof FloatType;
    }

    /**
     * Whether the type has the number. A DOUBLE or FLOAT has it when it gives the digits back that
     * were written: so {@code 0.1} is one, and {@code 16777217} is no FLOAT. True for texts that
     * are no decimal numbers, and for other types.
     */
    static boolean fit(String text, DataType type) {
        if (!mayBeLost(type)) {
            return true;
        }
        BigDecimal written;
        try {
            written = new BigDecimal(text.strip());
        } catch (NumberFormatException e) {
            // NaN, or what is judged by its type alone.
            return true;
        }
        return fit(written, type);
    }

    static boolean fit(BigDecimal written, DataType type) {
        if (written.signum() == 0) {
            return true;
        }
        if (type instanceof DecimalType decimal) {
            return written.stripTrailingZeros().scale() <= decimal.scale();
        }
        if (type instanceof DoubleType) {
            double value = written.doubleValue();
            return !Double.isInfinite(value) && givesBack(new BigDecimal(value), written);
        }
        if (type instanceof FloatType) {
            float value = written.floatValue();
            return !Float.isInfinite(value) && givesBack(new BigDecimal(value), written);
        }
        return true;
    }

    private static boolean givesBack(BigDecimal value, BigDecimal written) {
        BigDecimal digits = written.stripTrailingZeros();
        return value.round(new MathContext(digits.precision())).compareTo(digits) == 0;
    }
}
