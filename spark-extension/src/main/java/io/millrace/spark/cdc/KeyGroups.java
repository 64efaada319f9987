/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import io.millrace.spark.catalyst.InternalRows.RowsFunction;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** Runs a fold over rows that are sorted by key, stored rows and events mixed. */
record KeyGroups(RowShape shape, KeyFold fold, CounterSource counters) implements RowsFunction {

    private static final long serialVersionUID = 1L;

    /** Makes the counter of a task. */
    interface CounterSource extends java.io.Serializable {
        Changes.Counter counter();
    }

    @Override
    public Iterator<Object[]> apply(Iterator<Object[]> sorted) {
        return new Folding(sorted);
    }

    private final class Folding implements Iterator<Object[]> {
        private final Iterator<Object[]> source;
        private final Changes changes;
        private Object[] pending;
        private Object[] next;

        Folding(Iterator<Object[]> source) {
            this.source = source;
            this.changes = new Changes(shape, counters.counter());
            this.pending = source.hasNext() ? source.next() : null;
        }

        @Override
        public boolean hasNext() {
            while (next == null) {
                next = changes.poll();
                if (next == null) {
                    if (pending == null) {
                        return false;
                    }
                    foldNextKey();
                }
            }
            return true;
        }

        @Override
        public Object[] next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            Object[] change = next;
            next = null;
            return change;
        }

        private void foldNextKey() {
            List<Object[]> stored = new ArrayList<>(1);
            List<Object[]> events = new ArrayList<>(1);
            Object[] first = pending;
            do {
                (pending[shape.fileIndex()] == null ? events : stored).add(pending);
                pending = source.hasNext() ? source.next() : null;
            } while (pending != null && shape.compareKeys(first, pending) == 0);
            fold.fold(stored, distinct(shape, events, changes), changes);
        }
    }

    /** Sorts events of one key by sequence, drops repeats and counts the ones that contradict. */
    static List<Object[]> distinct(RowShape shape, List<Object[]> events, Changes changes) {
        if (events.size() < 2) {
            return events;
        }
        events.sort((left, right) -> compare(shape, left, right));
        List<Object[]> result = new ArrayList<>(events.size());
        Object[] previous = null;
        for (Object[] event : events) {
            if (previous != null && compare(shape, previous, event) == 0) {
                continue;
            }
            if (previous != null && shape.sameMoment(previous, event)) {
                changes.counter().ties(1);
            }
            result.add(event);
            previous = event;
        }
        return result;
    }

    private static int compare(RowShape shape, Object[] left, Object[] right) {
        int order =
                shape.compareSequences(left[shape.sequenceIndex()], right[shape.sequenceIndex()]);
        return order != 0 ? order : shape.compareEvents(left, right);
    }
}
