/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.cdc.BatchApplier.Engine;
import io.millrace.spark.cdc.CdcWorkbench.Setup;
import io.millrace.spark.cdc.Oracle.Event;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.junit.jupiter.api.Test;

/**
 * What a small batch may cost: bounded by the keys that it touches, not by the table. Records of
 * the log count as rows that are read, so the bounds leave room for some.
 */
class CdcBoundsTest {

    private static final int KEYS = 200;

    /** Jobs and rows that are read from files while work is done. */
    private static final class Work extends SparkListener {
        private final AtomicInteger jobs = new AtomicInteger();
        private final AtomicLong rowsRead = new AtomicLong();

        static Work of(Runnable work) throws TimeoutException {
            var context = SharedSparkSession.get().sparkContext();
            context.listenerBus().waitUntilEmpty();
            Work seen = new Work();
            context.addSparkListener(seen);
            try {
                work.run();
                context.listenerBus().waitUntilEmpty();
            } finally {
                context.removeSparkListener(seen);
            }
            return seen;
        }

        @Override
        public void onJobStart(SparkListenerJobStart start) {
            jobs.incrementAndGet();
        }

        @Override
        public void onTaskEnd(SparkListenerTaskEnd end) {
            rowsRead.addAndGet(end.taskMetrics().inputMetrics().recordsRead());
        }
    }

    private static List<Event> events(long firstKey, long sequence) {
        return LongStream.range(firstKey, firstKey + KEYS)
                .mapToObj(
                        key ->
                                new Event(
                                        key,
                                        sequence,
                                        'U',
                                        Arrays.asList((int) sequence, null, null, null, null),
                                        null))
                .toList();
    }

    @Test
    void aBatchReadsAndRewritesTheFilesOfItsKeysOnly() throws TimeoutException {
        for (int type = 1; type <= 2; type++) {
            CdcWorkbench bench = new CdcWorkbench(Setup.of(type, Engine.DRIVER));
            for (int part = 0; part < 4; part++) {
                bench.apply(events(part * KEYS, 1), "app", part);
            }

            Work work = Work.of(() -> bench.apply(events(2 * KEYS, 2), "app", 4));

            assertThat(work.rowsRead).as("rows read, type " + type).hasValueLessThan(2L * KEYS);
            assertThat(work.jobs.get()).as("jobs, type " + type).isLessThanOrEqualTo(8);
            assertThat(bench.rows()).hasSize(type == 1 ? 4 * KEYS : 5 * KEYS);
        }
    }

    @Test
    void closedHistoryIsReadForLateKeysOnly() throws TimeoutException {
        CdcWorkbench bench = new CdcWorkbench(Setup.of(2, Engine.DRIVER));
        int versions = 6;
        for (int version = 1; version <= versions; version++) {
            bench.apply(events(0, 10L * version), "app", version);
        }

        Work inOrder = Work.of(() -> bench.apply(events(0, 100), "app", versions + 1));

        assertThat(inOrder.rowsRead).as("rows read in order").hasValueLessThan(2L * KEYS);

        Work late = Work.of(() -> bench.apply(events(0, 1), "app", versions + 2));

        assertThat(late.rowsRead.get())
                .as("rows read out of order")
                .isLessThan((versions + 2L) * KEYS);
        assertThat(late.jobs.get()).isLessThanOrEqualTo(9);
        assertThat(bench.rows()).hasSize((versions + 2) * KEYS);
    }
}
