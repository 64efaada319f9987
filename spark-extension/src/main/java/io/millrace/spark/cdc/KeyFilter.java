/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import io.millrace.spark.catalyst.InternalRows.RowTest;
import io.millrace.spark.delta.FileSelection;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.StringType;

/** The keys of a batch: which rows of the table concern it, and which files may hold such rows. */
final class KeyFilter implements RowTest {

    private static final long serialVersionUID = 1L;

    private final RowShape shape;
    private final Set<Object> keys;
    private final boolean hashed;

    /**
     * @param rows rows that begin with the key
     */
    KeyFilter(RowShape shape, List<DataType> types, List<Object[]> rows) {
        this.shape = shape;
        this.hashed = types.stream().allMatch(KeyFilter::isHashable);
        this.keys = hashed ? new HashSet<>() : new TreeSet<>(new KeyOrder(shape));
        rows.forEach(row -> keys.add(key(row)));
    }

    private static boolean isHashable(DataType type) {
        return type instanceof IntegralType
                || type instanceof StringType
                || type instanceof DateType
                || type instanceof DecimalType
                || type instanceof org.apache.spark.sql.types.TimestampType
                || type instanceof org.apache.spark.sql.types.TimestampNTZType
                || type instanceof org.apache.spark.sql.types.BooleanType;
    }

    private Object key(Object[] row) {
        int count = shape.keyCount();
        if (!hashed) {
            return Arrays.copyOf(row, count);
        }
        return count == 1 ? row[0] : Arrays.asList(Arrays.copyOf(row, count));
    }

    int size() {
        return keys.size();
    }

    @Override
    public boolean test(Object[] row) {
        return keys.contains(key(row));
    }

    /** Which files may hold one of the keys, by the bounds of the first key column. */
    FileSelection files() {
        return FileSelection.holdingAny(
                shape.keyNames().get(0),
                keys.stream()
                        .map(key -> key instanceof Object[] values ? values[0] : first(key))
                        .toList());
    }

    private record KeyOrder(RowShape shape) implements Comparator<Object>, Serializable {
        @Override
        public int compare(Object left, Object right) {
            return shape.compareKeys((Object[]) left, (Object[]) right);
        }
    }

    private static Object first(Object key) {
        return key instanceof List<?> values ? values.get(0) : key;
    }
}
