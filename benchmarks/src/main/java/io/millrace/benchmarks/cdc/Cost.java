/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.benchmarks.cdc;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;

/**
 * What a piece of work took.
 *
 * @param wall seconds
 * @param processor seconds of processor time, of the whole process
 * @param jobs Spark jobs
 */
record Cost(double wall, double processor, double jobs) {

    private static final AtomicInteger JOBS = new AtomicInteger();

    /** To be called once, before anything is measured. */
    static void countJobs(SparkContext context) {
        context.addSparkListener(
                new SparkListener() {
                    @Override
                    public void onJobStart(SparkListenerJobStart start) {
                        JOBS.incrementAndGet();
                    }
                });
    }

    static Cost of(SparkContext context, Runnable work) {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        settle(context);
        int jobs = JOBS.get();
        long processor = system.getProcessCpuTime();
        long wall = System.nanoTime();
        work.run();
        double seconds = (System.nanoTime() - wall) / 1e9;
        double processorSeconds = (system.getProcessCpuTime() - processor) / 1e9;
        settle(context);
        return new Cost(seconds, processorSeconds, JOBS.get() - jobs);
    }

    /** Waits for what the last work left to do: cleaning up, events on their way. */
    private static void settle(SparkContext context) {
        try {
            context.listenerBus().waitUntilEmpty();
        } catch (java.util.concurrent.TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    static Cost median(List<Cost> costs) {
        return new Cost(
                median(costs, Cost::wall),
                median(costs, Cost::processor),
                median(costs, Cost::jobs));
    }

    private static double median(List<Cost> costs, ToDoubleFunction<Cost> part) {
        double[] sorted = costs.stream().mapToDouble(part).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
