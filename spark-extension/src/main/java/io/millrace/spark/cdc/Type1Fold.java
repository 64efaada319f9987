/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import io.millrace.spark.catalyst.ArrayValues;
import java.util.List;

/**
 * SCD type 1: for each unit of a key the value with the greatest sequence, and the greatest
 * sequence of a delete, below which nothing lives.
 *
 * @param horizon the sequence of the last truncate, or null; nothing below it lives
 * @param narrow whether stored rows come without payload; a tie with such a row is reported as
 *     incomplete
 */
record Type1Fold(RowShape shape, Object horizon, boolean narrow) implements KeyFold {

    @Override
    public void fold(List<Object[]> stored, List<Object[]> events, Changes changes) {
        Object[] before = stored.isEmpty() ? null : stored.get(0);
        State state = new State();
        if (before != null) {
            state.load(before);
        }
        for (Object[] event : events) {
            if (!state.join(event, before, changes)) {
                changes.incomplete(event);
                return;
            }
        }
        state.settle();
        boolean lived = before != null && operation(before) == RowShape.UPSERT;
        if (state.upserted == null && state.deleted == null) {
            if (before != null) {
                changes.remove(before);
                changes.counter().deleted(lived ? 1 : 0);
            }
            return;
        }
        if (before != null && state.isAsStored(before)) {
            return;
        }
        changes.write(state.row(events.isEmpty() ? before : events.get(0)), before);
        if (state.upserted != null) {
            changes.counter().upserted(1);
        } else if (lived) {
            changes.counter().deleted(1);
        }
    }

    private byte operation(Object[] row) {
        return (Byte) row[shape.operationIndex()];
    }

    /** The state of one key while events are joined into it. */
    private final class State {
        private Object deleted;
        private Object upserted;
        private final Object[] unitSequences = new Object[shape.units().size()];
        private Object[] cells;

        /** Since when the cells are there that events do not give, as far as it is known. */
        private Object keptSequence;

        void load(Object[] row) {
            if (operation(row) == RowShape.DELETE) {
                deleted = row[shape.sequenceIndex()];
                return;
            }
            upserted = row[shape.sequenceIndex()];
            keptSequence = upserted;
            cells = narrow ? null : shape.cells().read(row, shape.payloadIndex());
            if (shape.isPlain()) {
                unitSequences[0] = upserted;
                return;
            }
            deleted = row[shape.stateIndex()];
            Object[] slots =
                    ArrayValues.elements(row[shape.stateIndex() + 1], shape.sequenceType());
            for (int i = 0; i < unitSequences.length; i++) {
                int slot = shape.units().get(i).slot();
                unitSequences[i] = slot < slots.length ? slots[slot] : null;
            }
        }

        /** Whether the join could be done with what is known. */
        boolean join(Object[] event, Object[] before, Changes changes) {
            Object sequence = event[shape.sequenceIndex()];
            if (operation(event) == RowShape.DELETE) {
                if (shape.compareSequences(sequence, deleted) > 0) {
                    deleted = sequence;
                }
                return true;
            }
            if (shape.compareSequences(sequence, upserted) > 0) {
                upserted = sequence;
            }
            Object[] values = shape.cells().read(event, shape.payloadIndex());
            for (int i = 0; i < unitSequences.length; i++) {
                RowShape.Unit unit = shape.units().get(i);
                if (!shape.authors(unit, event, values)) {
                    continue;
                }
                int order = shape.compareSequences(sequence, unitSequences[i]);
                if (order == 0 && cells == null) {
                    return false;
                }
                if (order == 0) {
                    int payload = shape.compareUnit(unit, values, cells);
                    if (payload != 0 && before != null) {
                        countTie(sequence, before, changes);
                    }
                    order = payload;
                }
                if (order > 0) {
                    take(i, unit, sequence, values);
                }
            }
            return true;
        }

        private void countTie(Object sequence, Object[] before, Changes changes) {
            if (shape.compareSequences(sequence, before[shape.sequenceIndex()]) == 0) {
                changes.counter().ties(1);
            }
        }

        private void take(int index, RowShape.Unit unit, Object sequence, Object[] values) {
            if (cells == null) {
                cells = new Object[shape.cells().count()];
            }
            unitSequences[index] = sequence;
            for (int cell : unit.cells()) {
                cells[cell] = values[cell];
            }
        }

        /** Drops what a delete or a truncate voids, so that equal states look equal. */
        void settle() {
            Object floor = shape.compareSequences(horizon, deleted) > 0 ? horizon : deleted;
            if (deleted != null && shape.compareSequences(deleted, floor) < 0) {
                deleted = null;
            }
            if (upserted != null && shape.compareSequences(upserted, floor) < 0) {
                upserted = null;
            }
            if (upserted == null) {
                return;
            }
            if (shape.isPlain()) {
                deleted = null;
            }
            if (keptSequence != null && shape.compareSequences(keptSequence, floor) < 0) {
                clear(shape.keptCells());
            }
            for (int i = 0; i < unitSequences.length; i++) {
                Object sequence = unitSequences[i];
                if (sequence != null && shape.compareSequences(sequence, floor) < 0) {
                    unitSequences[i] = null;
                    clear(shape.units().get(i).cells());
                }
            }
        }

        private void clear(int[] cleared) {
            for (int cell : cleared) {
                cells[cell] = null;
            }
        }

        boolean isAsStored(Object[] row) {
            boolean lives = upserted != null;
            if (lives != (operation(row) == RowShape.UPSERT)
                    || !same(lives ? upserted : deleted, row[shape.sequenceIndex()])) {
                return false;
            }
            if (!lives) {
                return true;
            }
            State before = new State();
            before.load(row);
            if (!shape.isPlain() && !same(deleted, before.deleted)) {
                return false;
            }
            for (int i = 0; i < unitSequences.length; i++) {
                if (!same(unitSequences[i], before.unitSequences[i])) {
                    return false;
                }
            }
            return before.cells == null || shape.sameCells(cells, before.cells);
        }

        private boolean same(Object left, Object right) {
            return shape.compareSequences(left, right) == 0;
        }

        Object[] row(Object[] keys) {
            Object[] row = new Object[shape.outputSize()];
            System.arraycopy(keys, 0, row, 0, shape.keyCount());
            boolean lives = upserted != null;
            row[shape.sequenceIndex()] = lives ? upserted : deleted;
            row[shape.operationIndex()] = lives ? RowShape.UPSERT : RowShape.DELETE;
            if (!lives) {
                return row;
            }
            if (!shape.isPlain()) {
                row[shape.stateIndex()] = deleted;
                Object[] slots = new Object[shape.slots().size()];
                for (int i = 0; i < unitSequences.length; i++) {
                    slots[shape.units().get(i).slot()] = unitSequences[i];
                }
                row[shape.stateIndex() + 1] = ArrayValues.of(slots);
            }
            if (cells != null) {
                shape.cells().write(cells, row, shape.payloadIndex());
            }
            return row;
        }
    }
}
