/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;

/**
 * SCD type 2: one stored row for each point (key, sequence) of the timeline. The last point of a
 * run of equal tracked values is the visible one; it carries the sequence of the run's first.
 *
 * <p>When no event is at or before the key's last point, that point alone tells enough and the
 * others need not be read.
 */
record Type2Fold(RowShape shape) implements KeyFold {

    @Override
    public void fold(List<Object[]> stored, List<Object[]> events, Changes changes) {
        boolean partial =
                stored.size() == 1
                        && (events.isEmpty()
                                || shape.compareSequences(
                                                events.get(0)[shape.sequenceIndex()],
                                                stored.get(0)[shape.sequenceIndex()])
                                        > 0);
        List<Point> points = points(stored, events, partial, changes);
        resolve(points, partial);
        boolean wasOpen = false;
        boolean isOpen = false;
        for (int i = 0; i < points.size(); i++) {
            Point point = points.get(i);
            Point next = i + 1 < points.size() ? points.get(i + 1) : null;
            Object[] row = row(point, next);
            boolean visible = (Boolean) row[shape.stateIndex()];
            isOpen = visible && next == null;
            wasOpen |= isOpen(point.stored);
            if (point.stored != null && sameRow(row, point)) {
                continue;
            }
            changes.write(row, point.stored);
            if (visible && !onlyCloses(point)) {
                changes.counter().upserted(1);
            }
        }
        if (wasOpen && !isOpen) {
            changes.counter().deleted(1);
        }
    }

    private boolean isOpen(Object[] row) {
        return row != null
                && Boolean.TRUE.equals(row[shape.stateIndex()])
                && Boolean.TRUE.equals(row[shape.stateIndex() + 1]);
    }

    /** Whether the user's view of the point changes in its end alone. */
    private boolean onlyCloses(Point point) {
        Object[] before = point.stored;
        return before != null
                && Boolean.TRUE.equals(before[shape.stateIndex()])
                && shape.compareSequences(before[shape.stateIndex() + 2], point.start) == 0
                && shape.sameCells(
                        shape.cells().read(before, shape.payloadIndex()), point.resolved);
    }

    private List<Point> points(
            List<Object[]> stored, List<Object[]> events, boolean partial, Changes changes) {
        List<Object[]> sorted = new ArrayList<>(stored);
        sorted.sort(
                (left, right) ->
                        shape.compareSequences(
                                left[shape.sequenceIndex()], right[shape.sequenceIndex()]));
        List<Point> points = new ArrayList<>();
        int event = 0;
        for (Object[] row : sorted) {
            Object sequence = row[shape.sequenceIndex()];
            event = addBefore(sequence, events, event, points);
            Point point = new Point(row);
            point.load(row, partial);
            points.add(point);
            while (event < events.size() && at(events.get(event), sequence)) {
                if (point.join(events.get(event))) {
                    changes.counter().ties(1);
                }
                event++;
            }
        }
        addBefore(null, events, event, points);
        return points;
    }

    /** Makes points of the events before a sequence, or of all that are left. */
    private int addBefore(Object bound, List<Object[]> events, int from, List<Point> points) {
        int event = from;
        while (event < events.size()) {
            Object sequence = events.get(event)[shape.sequenceIndex()];
            if (bound != null && shape.compareSequences(sequence, bound) >= 0) {
                return event;
            }
            Point point = new Point(null);
            point.keys = events.get(event);
            point.sequence = sequence;
            points.add(point);
            while (event < events.size() && at(events.get(event), sequence)) {
                point.join(events.get(event));
                event++;
            }
        }
        return event;
    }

    private boolean at(Object[] event, Object sequence) {
        return shape.compareSequences(event[shape.sequenceIndex()], sequence) == 0;
    }

    private void resolve(List<Point> points, boolean partial) {
        Point previous = null;
        for (Point point : points) {
            if (point.hasValue()) {
                boolean inherits = previous != null && previous.hasValue() && !point.resets();
                point.resolved = new Object[shape.cells().count()];
                for (RowShape.Unit unit : shape.units()) {
                    Object[] from =
                            point.authored.get(unit.slot()) || (partial && previous == null)
                                    ? point.raw
                                    : inherits ? previous.resolved : null;
                    if (from != null) {
                        for (int cell : unit.cells()) {
                            point.resolved[cell] = from[cell];
                        }
                    }
                }
                Object[] kept = point.wasLive() ? point.raw : inherits ? previous.resolved : null;
                if (kept != null) {
                    for (int cell : shape.keptCells()) {
                        point.resolved[cell] = kept[cell];
                    }
                }
                point.head = !inherits || !sameTracked(previous.resolved, point.resolved);
                if (partial && previous == null) {
                    point.start = point.stored[shape.stateIndex() + 2];
                } else {
                    point.start = point.head ? point.sequence : previous.start;
                }
            }
            previous = point;
        }
    }

    private boolean sameTracked(Object[] left, Object[] right) {
        for (int cell = 0; cell < left.length; cell++) {
            if (shape.isTracked(cell)
                    && !shape.cells().ordering(cell).same(left[cell], right[cell])) {
                return false;
            }
        }
        return true;
    }

    private Object[] row(Point point, Point next) {
        Object[] row = new Object[shape.outputSize()];
        System.arraycopy(point.keys, 0, row, 0, shape.keyCount());
        row[shape.sequenceIndex()] = point.sequence;
        row[shape.operationIndex()] = point.operation;
        boolean visible = point.hasValue() && (next == null || !next.hasValue() || next.head);
        int state = shape.stateIndex();
        row[state] = visible;
        row[state + 1] = next == null;
        row[state + 2] = point.start;
        row[state + 3] = visible && next != null ? next.sequence : null;
        if (!shape.isPlain()) {
            row[state + 4] = point.authored.toByteArray();
        }
        if (point.hasValue()) {
            shape.cells().write(point.resolved, row, shape.payloadIndex());
        }
        return row;
    }

    private boolean sameRow(Object[] row, Point point) {
        Object[] before = point.stored;
        int state = shape.stateIndex();
        return Objects.equals(row[shape.operationIndex()], before[shape.operationIndex()])
                && Objects.equals(row[state], before[state])
                && Objects.equals(row[state + 1], before[state + 1])
                && shape.compareSequences(row[state + 2], before[state + 2]) == 0
                && shape.compareSequences(row[state + 3], before[state + 3]) == 0
                && (shape.isPlain()
                        || point.authored.equals(BitSet.valueOf((byte[]) before[state + 4])))
                && (!point.hasValue()
                        || shape.sameCells(
                                shape.cells().read(before, shape.payloadIndex()), point.resolved));
    }

    /** One sequence of one key. */
    private final class Point {
        private final Object[] stored;
        private Object[] keys;
        private Object sequence;
        private byte operation;
        private Object[] raw;
        private final BitSet authored = new BitSet();
        private Object[] resolved;
        private boolean head;
        private Object start;

        Point(Object[] stored) {
            this.stored = stored;
        }

        /**
         * @param partial whether the resolved values stand in for the authored ones, because the
         *     points before are not at hand
         */
        void load(Object[] row, boolean partial) {
            keys = row;
            sequence = row[shape.sequenceIndex()];
            operation = (Byte) row[shape.operationIndex()];
            if (!hasValue()) {
                return;
            }
            raw = shape.cells().read(row, shape.payloadIndex());
            if (shape.isPlain()) {
                authored.set(shape.units().get(0).slot());
                return;
            }
            authored.or(BitSet.valueOf((byte[]) row[shape.stateIndex() + 4]));
            for (RowShape.Unit unit : shape.units()) {
                if (!partial && !authored.get(unit.slot())) {
                    for (int cell : unit.cells()) {
                        raw[cell] = null;
                    }
                }
            }
        }

        boolean hasValue() {
            return (operation & RowShape.UPSERT) != 0;
        }

        /** Whether the stored point has a value. */
        boolean wasLive() {
            return stored != null && ((Byte) stored[shape.operationIndex()] & RowShape.UPSERT) != 0;
        }

        boolean resets() {
            return (operation & RowShape.DELETE) != 0;
        }

        /** Joins an event of the same sequence; says whether it contradicts what is there. */
        boolean join(Object[] event) {
            byte kind = (Byte) event[shape.operationIndex()];
            boolean tie = operation != 0 && (operation & kind) == 0;
            operation |= kind;
            if (kind == RowShape.DELETE) {
                return tie;
            }
            Object[] values = shape.cells().read(event, shape.payloadIndex());
            if (raw == null) {
                raw = new Object[shape.cells().count()];
            }
            for (RowShape.Unit unit : shape.units()) {
                if (!shape.authors(unit, event, values)) {
                    continue;
                }
                int order = authored.get(unit.slot()) ? shape.compareUnit(unit, values, raw) : 1;
                tie |= order != 0 && authored.get(unit.slot());
                if (order > 0) {
                    authored.set(unit.slot());
                    for (int cell : unit.cells()) {
                        raw[cell] = values[cell];
                    }
                }
            }
            return tie;
        }
    }
}
