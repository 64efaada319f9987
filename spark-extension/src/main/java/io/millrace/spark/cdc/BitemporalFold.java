/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import io.millrace.compiler.graph.ScdType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Bitemporal targets: at each moment of system time the target believed in the type 2 history of
 * what was known by then. A visible row is one version of such a history and the span of system
 * time in which it was believed; the events themselves are kept as hidden rows.
 *
 * @param history the layout of a type 2 target with the same columns
 */
record BitemporalFold(RowShape shape, RowShape history) implements KeyFold {

    static BitemporalFold of(CdcSpec spec, RowShape shape) {
        return new BitemporalFold(shape, new RowShape(spec.withType(ScdType.TYPE_2)));
    }

    @Override
    public void fold(List<Object[]> stored, List<Object[]> events, Changes changes) {
        List<Object[]> known = new ArrayList<>();
        List<Object[]> beliefsBefore = new ArrayList<>();
        for (Object[] row : stored) {
            (isBelief(row) ? beliefsBefore : known).add(row);
        }
        boolean news = false;
        for (Object[] event : events) {
            if (known.stream().noneMatch(row -> sameEvent(row, event))) {
                Object[] kept = Arrays.copyOf(event, shape.outputSize());
                kept[shape.stateIndex()] = Boolean.FALSE;
                changes.write(kept, null);
                known.add(event);
                news = true;
            }
        }
        if (news) {
            replace(beliefsBefore, beliefs(known), changes);
        }
    }

    private boolean isBelief(Object[] row) {
        return Boolean.TRUE.equals(row[shape.stateIndex()]);
    }

    private boolean sameEvent(Object[] left, Object[] right) {
        return shape.compareSequences(left[shape.sequenceIndex()], right[shape.sequenceIndex()])
                        == 0
                && shape.compareEvents(left, right) == 0;
    }

    /** What is believed when, from all that is known. */
    private List<Object[]> beliefs(List<Object[]> known) {
        List<Object> moments = new ArrayList<>();
        known.forEach(event -> moments.add(event[shape.systemIndex()]));
        moments.sort(shape::compareSystem);
        List<Object[]> beliefs = new ArrayList<>();
        List<Object[]> held = List.of();
        Object previous = null;
        for (Object moment : moments) {
            if (previous != null && shape.compareSystem(previous, moment) == 0) {
                continue;
            }
            previous = moment;
            List<Object[]> versions =
                    versions(
                            known.stream()
                                    .filter(
                                            event ->
                                                    shape.compareSystem(
                                                                    event[shape.systemIndex()],
                                                                    moment)
                                                            <= 0)
                                    .toList());
            List<Object[]> still = new ArrayList<>();
            for (Object[] belief : held) {
                if (versions.stream().anyMatch(version -> sameVersion(belief, version))) {
                    still.add(belief);
                } else {
                    belief[shape.systemIndex() + 1] = moment;
                }
            }
            for (Object[] version : versions) {
                if (still.stream().noneMatch(belief -> sameVersion(belief, version))) {
                    version[shape.systemIndex()] = moment;
                    beliefs.add(version);
                    still.add(version);
                }
            }
            held = still;
        }
        return beliefs;
    }

    /**
     * The type 2 history of some events, in this layout without system times. What became known
     * last about a moment of business time counts.
     */
    private List<Object[]> versions(List<Object[]> events) {
        Changes made = new Changes(history, new FoldCounter());
        List<Object[]> inputs = new ArrayList<>();
        for (Object[] event : events) {
            boolean superseded =
                    events.stream()
                            .anyMatch(
                                    other ->
                                            shape.compareSequences(
                                                                    other[shape.sequenceIndex()],
                                                                    event[shape.sequenceIndex()])
                                                            == 0
                                                    && shape.compareSystem(
                                                                    other[shape.systemIndex()],
                                                                    event[shape.systemIndex()])
                                                            > 0);
            if (superseded) {
                continue;
            }
            inputs.add(move(event, shape, history, shape.inputSize() - shape.payloadIndex()));
        }
        inputs.sort(
                (left, right) ->
                        history.compareSequences(
                                left[history.sequenceIndex()], right[history.sequenceIndex()]));
        new Type2Fold(history).fold(List.of(), inputs, made);
        List<Object[]> versions = new ArrayList<>();
        for (Object[] row = made.poll(); row != null; row = made.poll()) {
            if (Boolean.TRUE.equals(row[history.stateIndex()])) {
                int columns = history.fileIndex() - history.payloadIndex();
                Object[] version = move(row, history, shape, columns);
                version[shape.stateIndex()] = Boolean.TRUE;
                version[shape.stateIndex() + 1] = row[history.stateIndex() + 2];
                version[shape.stateIndex() + 2] = row[history.stateIndex() + 3];
                versions.add(version);
            }
        }
        return versions;
    }

    /** Keys, sequence, operation and so much of what begins with the payload. */
    private static Object[] move(Object[] row, RowShape from, RowShape to, int count) {
        Object[] moved = new Object[Math.max(to.inputSize(), to.outputSize())];
        System.arraycopy(row, 0, moved, 0, from.stateIndex());
        System.arraycopy(row, from.payloadIndex(), moved, to.payloadIndex(), count);
        return moved;
    }

    private boolean sameVersion(Object[] left, Object[] right) {
        int start = shape.stateIndex() + 1;
        return shape.compareSequences(left[start], right[start]) == 0
                && shape.compareSequences(left[start + 1], right[start + 1]) == 0
                && shape.sameCells(
                        shape.cells().read(left, shape.payloadIndex()),
                        shape.cells().read(right, shape.payloadIndex()));
    }

    private boolean sameBelief(Object[] left, Object[] right) {
        int system = shape.systemIndex();
        return sameVersion(left, right)
                && shape.compareSystem(left[system], right[system]) == 0
                && shape.compareSystem(left[system + 1], right[system + 1]) == 0;
    }

    private void replace(List<Object[]> before, List<Object[]> after, Changes changes) {
        List<Object[]> gone = new ArrayList<>();
        List<Object[]> added = new ArrayList<>(after);
        for (Object[] row : before) {
            int same = -1;
            for (int i = 0; i < added.size() && same < 0; i++) {
                same = sameBelief(row, added.get(i)) ? i : -1;
            }
            if (same < 0) {
                gone.add(row);
            } else {
                added.remove(same);
            }
        }
        Collections.reverse(gone);
        for (Object[] row : added) {
            Object[] replaced = gone.isEmpty() ? null : gone.remove(gone.size() - 1);
            changes.write(row, replaced);
            changes.counter().upserted(row[shape.systemIndex() + 1] == null ? 1 : 0);
        }
        for (Object[] row : gone) {
            changes.remove(row);
        }
    }
}
