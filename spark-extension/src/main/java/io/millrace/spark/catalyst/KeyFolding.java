/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;

/** The rows of a partition, sorted by key, with those of equal keys folded. */
final class KeyFolding implements Iterator<InternalRow> {

    private final Iterator<InternalRow> sorted;
    private final int[] keys;
    private final int[] watched;
    private final DataType[] types;
    private final ValueOrdering[] orderings;
    private final InternalRows.KeyFunction function;
    private final Queue<InternalRow> folded = new ArrayDeque<>();
    private InternalRow pending;
    private Object[] pendingKey;

    KeyFolding(
            Iterator<InternalRow> sorted,
            int[] keys,
            int[] watched,
            DataType[] types,
            InternalRows.KeyFunction function) {
        this.sorted = sorted;
        this.keys = keys;
        this.watched = watched;
        this.types = types;
        this.orderings =
                Arrays.stream(keys)
                        .mapToObj(key -> ValueOrdering.of(types[key]))
                        .toArray(ValueOrdering[]::new);
        this.function = function;
        advance();
    }

    @Override
    public boolean hasNext() {
        while (folded.isEmpty() && pending != null) {
            foldNextKey();
        }
        return !folded.isEmpty();
    }

    @Override
    public InternalRow next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return folded.remove();
    }

    /** The sorter uses its row again for the next one. */
    private void advance() {
        pending = sorted.hasNext() ? sorted.next().copy() : null;
        pendingKey = pending == null ? null : InternalRows.values(pending, keys, types);
    }

    private void foldNextKey() {
        InternalRow first = pending;
        Object[] key = pendingKey;
        advance();
        if (!isPending(key)) {
            function.single(InternalRows.values(first, watched, types));
            folded.add(first);
            return;
        }
        List<Object[]> rows = new ArrayList<>();
        rows.add(InternalRows.values(first, types));
        while (isPending(key)) {
            rows.add(InternalRows.values(pending, types));
            advance();
        }
        function.several(rows).forEach(row -> folded.add(new GenericInternalRow(row)));
    }

    private boolean isPending(Object[] key) {
        if (pending == null) {
            return false;
        }
        for (int i = 0; i < orderings.length; i++) {
            if (orderings[i].compare(key[i], pendingKey[i]) != 0) {
                return false;
            }
        }
        return true;
    }
}
