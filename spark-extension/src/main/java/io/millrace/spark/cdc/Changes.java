/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** Takes the changes that a fold makes, and counts. */
final class Changes {

    /** Counts of one batch. */
    interface Counter {
        void upserted(long rows);

        void deleted(long rows);

        void ties(long events);

        /** Stored rows of the event's key were read without payload, but it is needed. */
        void incomplete(Object[] event);
    }

    private final RowShape shape;
    private final Counter counter;
    private final Deque<Object[]> rows = new ArrayDeque<>();
    private final Long now = System.currentTimeMillis() / 1_000;

    Changes(RowShape shape, Counter counter) {
        this.shape = shape;
        this.counter = counter;
    }

    /**
     * A stored row takes the place of another.
     *
     * @param row in table layout, at least
     * @param replaced the row that goes; null for none
     */
    void write(Object[] row, Object[] replaced) {
        Object[] change = Arrays.copyOf(row, shape.outputSize());
        place(change, replaced);
        change[shape.writtenIndex()] = now;
        change[shape.extraIndex()] = Boolean.TRUE;
        rows.add(change);
    }

    /** A stored row goes. */
    void remove(Object[] replaced) {
        Object[] change = new Object[shape.outputSize()];
        place(change, replaced);
        change[shape.extraIndex()] = Boolean.FALSE;
        rows.add(change);
    }

    private void place(Object[] change, Object[] replaced) {
        change[shape.fileIndex()] = replaced == null ? null : replaced[shape.fileIndex()];
        change[shape.rowIndex()] = replaced == null ? null : replaced[shape.rowIndex()];
    }

    /** A key of which stored rows were read without payload is needed whole. */
    void incomplete(Object[] event) {
        counter.incomplete(event);
    }

    Counter counter() {
        return counter;
    }

    /** The next change in output layout, or null. */
    Object[] poll() {
        return rows.poll();
    }
}
