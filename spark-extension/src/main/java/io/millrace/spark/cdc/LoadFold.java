/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import io.millrace.spark.catalyst.InternalRows;
import io.millrace.spark.catalyst.InternalRows.RowsFunction;
import java.util.Iterator;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.util.LongAccumulator;

/**
 * Folds a batch of any size into a target that holds nothing: the batch is read once, and what
 * comes of each key goes straight into the files of the commit.
 */
final class LoadFold {

    private final Target target;
    private final RowShape shape;
    private final boolean eager;

    /**
     * @param eager whether to try first to write the events without bringing their keys together
     */
    LoadFold(Target target, boolean eager) {
        this.target = target;
        this.shape = target.shape();
        this.eager = eager;
    }

    /** Whether the target can be loaded; a truncate would have to be known before the rest. */
    static boolean fits(Target target) {
        return target.empty() && !target.truncates();
    }

    /** Writes what the events come to; it is in the table when the transaction is committed. */
    Applied load(Dataset<Row> events) {
        try {
            return eager && EagerLoad.fits(target)
                    ? new EagerLoad(target).load(events).orElseGet(() -> byKey(events))
                    : byKey(events);
        } catch (Exception e) {
            Optional<? extends RuntimeException> refusal = BatchTotals.refusal(target, events);
            if (refusal.isPresent()) {
                throw refusal.get();
            }
            throw e;
        }
    }

    private Applied byKey(Dataset<Row> events) {
        FoldCounter.Distributed counter = FoldCounter.Distributed.in(events.sparkSession());
        LongAccumulator read = events.sparkSession().sparkContext().longAccumulator();
        KeyFold fold = BatchApplier.fold(target.spec(), shape, null, false);
        Dataset<Row> rows =
                FirstEvents.fits(target.spec(), shape)
                        ? new FirstEvents(shape, fold, counter, read).rows(events)
                        : InternalRows.mapByKey(
                                events,
                                shape.keyNames(),
                                shape.tableSchema(),
                                new Whole(shape, read, new KeyGroups(shape, fold, counter)));
        target.transaction().stage(rows);
        return new Applied.Staged(counter.counts(read.value()));
    }

    /**
     * Fails at an event that can have no place in the target; {@link BatchTotals} then finds out
     * how many there are.
     *
     * @param event its key and its sequence, at least
     */
    static void checkPlace(RowShape shape, Object[] event) {
        boolean bad = shape.hasNullSequence(event);
        for (int i = 0; i < shape.keyCount(); i++) {
            bad |= event[i] == null;
        }
        if (bad) {
            throw noPlace();
        }
    }

    static IllegalArgumentException noPlace() {
        return new IllegalArgumentException("an event has no key or no sequence");
    }

    /** Stops at an event without a key or sequence. */
    private record Whole(RowShape shape, LongAccumulator read, RowsFunction next)
            implements RowsFunction {

        private static final long serialVersionUID = 1L;

        @Override
        public Iterator<Object[]> apply(Iterator<Object[]> events) {
            return next.apply(new Checked(events, this::check));
        }

        private Object[] check(Object[] event) {
            checkPlace(shape, event);
            read.add(1);
            return event;
        }
    }

    private record Checked(
            Iterator<Object[]> source, java.util.function.UnaryOperator<Object[]> check)
            implements Iterator<Object[]> {
        @Override
        public boolean hasNext() {
            return source.hasNext();
        }

        @Override
        public Object[] next() {
            return check.apply(source.next());
        }
    }
}
