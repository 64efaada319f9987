/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.LongAccumulator;

/** Counts of a fold that runs on the driver. */
final class FoldCounter implements Changes.Counter {

    private long upserted;
    private long deleted;
    private long ties;
    private final List<Object[]> incomplete = new ArrayList<>();

    @Override
    public void upserted(long rows) {
        upserted += rows;
    }

    @Override
    public void deleted(long rows) {
        deleted += rows;
    }

    @Override
    public void ties(long events) {
        ties += events;
    }

    @Override
    public void incomplete(Object[] event) {
        incomplete.add(event);
    }

    List<Object[]> incomplete() {
        return incomplete;
    }

    BatchCounts counts(long events) {
        return new BatchCounts(events, upserted, deleted, ties, false);
    }

    /** Counts of a fold that runs on the executors. A task that is run again counts again. */
    record Distributed(
            LongAccumulator upserts,
            LongAccumulator deletes,
            LongAccumulator tied,
            LongAccumulator unknown)
            implements Changes.Counter, KeyGroups.CounterSource {

        static Distributed in(SparkSession session) {
            var context = session.sparkContext();
            return new Distributed(
                    context.longAccumulator(),
                    context.longAccumulator(),
                    context.longAccumulator(),
                    context.longAccumulator());
        }

        @Override
        public Changes.Counter counter() {
            return this;
        }

        @Override
        public void upserted(long rows) {
            upserts.add(rows);
        }

        @Override
        public void deleted(long rows) {
            deletes.add(rows);
        }

        @Override
        public void ties(long events) {
            tied.add(events);
        }

        @Override
        public void incomplete(Object[] event) {
            unknown.add(1);
        }

        boolean isComplete() {
            return unknown.value() == 0;
        }

        BatchCounts counts(long events) {
            return new BatchCounts(events, upserts.value(), deletes.value(), tied.value(), false);
        }
    }
}
