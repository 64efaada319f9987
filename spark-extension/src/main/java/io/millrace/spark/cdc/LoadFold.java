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

    LoadFold(Target target) {
        this.target = target;
        this.shape = target.shape();
    }

    /** Whether the target can be loaded; a truncate would have to be known before the rest. */
    static boolean fits(Target target) {
        return target.empty() && !target.truncates();
    }

    /** Writes what the events come to; it is in the table when the transaction is committed. */
    Applied load(Dataset<Row> events) {
        var context = events.sparkSession().sparkContext();
        FoldCounter.Distributed counter = FoldCounter.Distributed.in(events.sparkSession());
        LongAccumulator read = context.longAccumulator();
        KeyFold fold = BatchApplier.fold(target.spec(), shape, null, false);
        try {
            target.transaction()
                    .stage(
                            InternalRows.mapByKey(
                                    events,
                                    shape.keyNames(),
                                    shape.tableSchema(),
                                    new Whole(shape, read, new KeyGroups(shape, fold, counter))));
        } catch (Exception e) {
            Optional<? extends RuntimeException> refusal = BatchTotals.refusal(target, events);
            if (refusal.isPresent()) {
                throw refusal.get();
            }
            throw e;
        }
        return new Applied.Staged(counter.counts(read.value()));
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
            boolean bad = shape.hasNullSequence(event);
            for (int i = 0; i < shape.keyCount(); i++) {
                bad |= event[i] == null;
            }
            if (bad) {
                throw new IllegalArgumentException("an event has no key or no sequence");
            }
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
