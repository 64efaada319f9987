/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import io.millrace.compiler.graph.ScdType;
import io.millrace.spark.catalyst.InternalRows;
import io.millrace.spark.delta.FileSelection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;

/** Folds a small batch on the driver: one scan of the target, no join and no shuffle. */
final class DriverFold {

    private final Target target;
    private final RowShape shape;
    private final int[] keyColumns;
    private final List<DataType> keyTypes;

    DriverFold(Target target) {
        this.target = target;
        this.shape = target.shape();
        this.keyColumns = IntStream.range(0, shape.keyCount()).toArray();
        this.keyTypes = target.spec().keys().stream().map(StructField::dataType).toList();
    }

    /**
     * Folds the events of a batch.
     *
     * @return null when a truncate voids stored rows, of which the driver may not hold all
     */
    Applied fold(List<Object[]> batch) {
        List<Object[]> events = new ArrayList<>(batch.size());
        Object truncated = null;
        long nullKeys = 0;
        long nullSequences = 0;
        Object[] bad = null;
        for (Object[] event : batch) {
            boolean truncate = (Byte) event[shape.operationIndex()] == EventIntake.TRUNCATE;
            boolean nullKey = !truncate && target.hasNullKey(event);
            boolean nullSequence = shape.hasNullSequence(event);
            nullKeys += nullKey ? 1 : 0;
            nullSequences += nullSequence ? 1 : 0;
            bad = bad == null && (nullKey || nullSequence) ? event : bad;
            if (!truncate) {
                events.add(event);
            } else if (shape.compareSequences(event[shape.sequenceIndex()], truncated) > 0) {
                truncated = event[shape.sequenceIndex()];
            }
        }
        if (bad != null) {
            throw target.nullKeyOrSequence(nullKeys, nullSequences, bad);
        }
        Object[] horizonRow = target.truncates() ? Horizon.stored(target) : null;
        Object horizon = horizonRow == null ? null : horizonRow[shape.sequenceIndex()];
        if (shape.compareSequences(truncated, horizon) > 0) {
            return null;
        }
        return folded(events, horizon, batch.size());
    }

    private Applied folded(List<Object[]> events, Object horizon, long count) {
        FoldCounter counter = new FoldCounter();
        List<Object[]> changes = new ArrayList<>();
        boolean narrow = shape.isNarrow();
        KeyFilter keys = new KeyFilter(shape, keyTypes, events);
        List<Object[]> stored =
                target.empty() || events.isEmpty()
                        ? List.of()
                        : narrow ? readNarrow(keys) : readWhole(keys, events);
        run(events, stored, horizon, narrow, counter, changes);
        if (!counter.incomplete().isEmpty()) {
            KeyFilter tied = new KeyFilter(shape, keyTypes, counter.incomplete());
            List<Object[]> tiedEvents = events.stream().filter(tied::test).toList();
            run(tiedEvents, read(tied, FileSelection.all()), horizon, false, counter, changes);
        }
        return new Applied.Local(changes, shape, counter.counts(count));
    }

    private List<Object[]> readNarrow(KeyFilter keys) {
        return scan(target.narrowColumns(), keys, keys.files()).stream()
                .map(target::widen)
                .toList();
    }

    /** All that concerns the keys; of type 2 the closed history only where events come late. */
    private List<Object[]> readWhole(KeyFilter keys, List<Object[]> events) {
        if (target.spec().type() != ScdType.TYPE_2) {
            return read(keys, FileSelection.all());
        }
        List<Object[]> stored =
                new ArrayList<>(read(keys, FileSelection.partition(RowShape.CURRENT, "true")));
        List<Object[]> late = lateKeys(stored, events);
        if (!late.isEmpty()) {
            KeyFilter lateKeys = new KeyFilter(shape, keyTypes, late);
            stored.addAll(read(lateKeys, FileSelection.partition(RowShape.CURRENT, "false")));
        }
        return stored;
    }

    /** Stored rows of which the key has an event at or before their sequence. */
    private List<Object[]> lateKeys(List<Object[]> stored, List<Object[]> events) {
        List<Object[]> late = new ArrayList<>();
        List<Object[]> sorted = sorted(events, stored);
        int from = 0;
        while (from < sorted.size()) {
            Object[] current = null;
            Object earliest = null;
            int to = from;
            while (to < sorted.size() && shape.compareKeys(sorted.get(from), sorted.get(to)) == 0) {
                Object[] row = sorted.get(to);
                Object sequence = row[shape.sequenceIndex()];
                if (row[shape.fileIndex()] != null) {
                    current = row;
                } else if (earliest == null || shape.compareSequences(sequence, earliest) < 0) {
                    earliest = sequence;
                }
                to++;
            }
            if (current != null
                    && earliest != null
                    && shape.compareSequences(earliest, current[shape.sequenceIndex()]) <= 0) {
                late.add(current);
            }
            from = to;
        }
        return late;
    }

    private List<Object[]> read(KeyFilter keys, FileSelection files) {
        return scan(target.allColumns(), keys, keys.files().and(files)).stream()
                .map(row -> Arrays.copyOf(row, shape.inputSize()))
                .toList();
    }

    private List<Object[]> scan(List<String> columns, KeyFilter keys, FileSelection files) {
        var rows = target.transaction().scan(columns, files, keys.condition());
        return InternalRows.collectAtMost(
                        rows, Integer.MAX_VALUE, keyColumns, keys.conditionIsExact() ? null : keys)
                .rows();
    }

    private List<Object[]> sorted(List<Object[]> events, List<Object[]> stored) {
        List<Object[]> rows = new ArrayList<>(events.size() + stored.size());
        rows.addAll(events);
        rows.addAll(stored);
        rows.sort(shape::compareKeys);
        return rows;
    }

    private void run(
            List<Object[]> events,
            List<Object[]> stored,
            Object horizon,
            boolean narrow,
            FoldCounter counter,
            List<Object[]> changes) {
        KeyFold fold = BatchApplier.fold(target.spec(), shape, horizon, narrow);
        Iterator<Object[]> folding =
                new KeyGroups(shape, fold, () -> counter).apply(sorted(events, stored).iterator());
        folding.forEachRemaining(changes::add);
    }
}
