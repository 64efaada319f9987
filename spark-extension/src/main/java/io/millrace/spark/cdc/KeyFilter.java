/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import io.millrace.spark.catalyst.InternalRows.RowTest;
import io.millrace.spark.catalyst.ValueSets;
import io.millrace.spark.delta.FileSelection;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.unsafe.types.UTF8String;

/** The keys of a batch: which rows of the table concern it, and which files may hold such rows. */
final class KeyFilter implements RowTest {

    private static final long serialVersionUID = 1L;

    private final RowShape shape;
    private final List<DataType> types;
    private final Set<Object> keys;
    private final boolean hashed;

    /**
     * @param rows rows that begin with the key
     */
    KeyFilter(RowShape shape, List<DataType> types, List<Object[]> rows) {
        this.shape = shape;
        this.types = List.copyOf(types);
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

    /** Whether {@link #condition} tells all that {@link #test} does. */
    boolean conditionIsExact() {
        return hashed && shape.keyCount() == 1;
    }

    /**
     * What a stored row of one of the keys fulfils; others may too, unless the condition is exact.
     */
    Optional<Column> condition() {
        Column all = null;
        for (int i = 0; i < shape.keyCount(); i++) {
            if (isHashable(types.get(i))) {
                Column one = ValueSets.isOneOf(shape.keyNames().get(i), values(i));
                all = all == null ? one : all.and(one);
            }
        }
        return Optional.ofNullable(all);
    }

    private Set<Object> values(int column) {
        if (conditionIsExact()) {
            return keys;
        }
        Set<Object> values = new HashSet<>();
        for (Object key : keys) {
            values.add(key instanceof Object[] array ? array[column] : ((List<?>) key).get(column));
        }
        return values;
    }

    /** Which files may hold one of the keys, by the bounds of the first key column. */
    FileSelection files() {
        Stream<Object> values =
                keys.stream().map(key -> key instanceof Object[] all ? all[0] : first(key));
        if (shape.isPadded(0)) {
            values = values.flatMap(KeyFilter::paddings);
        }
        return FileSelection.holdingAny(shape.keyNames().get(0), values.toList());
    }

    /** A CHAR as it may be stored: older versions left its padding to those who read. */
    private static Stream<Object> paddings(Object value) {
        UTF8String full = (UTF8String) value;
        UTF8String text = full.trimRight();
        return IntStream.rangeClosed(text.numChars(), full.numChars())
                .mapToObj(length -> full.substring(0, length));
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
