/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.report;

import io.millrace.compiler.graph.Flow;
import io.millrace.spark.event.ExecutorTime;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** How long the tasks of each flow of an update took. */
public final class ExecutorTimes extends SparkListener implements AutoCloseable {

    private static final String FLOW = "millrace.flow";
    private static final long NANOS = 1_000_000;

    /** How long to wait for Spark to tell of tasks that have ended. */
    private static final long PATIENCE_MS = 100;

    private final SparkContext context;
    private final String updateId;
    private final Map<Integer, String> stages = new HashMap<>();
    private final Map<String, Sum> sums = new HashMap<>();

    private static final class Sum {
        private long millis;
        private long cpuNanos;
    }

    public ExecutorTimes(SparkContext context, String updateId) {
        this.context = context;
        this.updateId = updateId;
        context.addSparkListener(this);
    }

    /** The jobs of this thread, and of those that it starts, are the flow's from now on. */
    public void begin(Flow flow) {
        context.setLocalProperty(FLOW, key(flow));
    }

    private String key(Flow flow) {
        return updateId + "/" + flow.target().key() + "/" + flow.name();
    }

    /** The time since this was last asked. */
    ExecutorTime take(Flow flow) {
        Sum sum;
        synchronized (this) {
            sum = sums.remove(key(flow));
        }
        return sum == null ? ExecutorTime.NONE : new ExecutorTime(sum.millis, sum.cpuNanos / NANOS);
    }

    /** Lets Spark tell of the tasks that have ended; it may be behind. */
    void settle() {
        try {
            context.listenerBus().waitUntilEmpty(PATIENCE_MS);
        } catch (TimeoutException e) {
            // A time that comes too late is not told of.
            return;
        }
    }

    @Override
    public synchronized void onStageSubmitted(SparkListenerStageSubmitted submitted) {
        String flow =
                submitted.properties() == null ? null : submitted.properties().getProperty(FLOW);
        if (flow != null && flow.startsWith(updateId)) {
            stages.put(submitted.stageInfo().stageId(), flow);
        }
    }

    @Override
    public synchronized void onTaskEnd(SparkListenerTaskEnd ended) {
        String flow = stages.get(ended.stageId());
        if (flow == null || ended.taskMetrics() == null) {
            return;
        }
        Sum sum = sums.computeIfAbsent(flow, key -> new Sum());
        sum.millis += ended.taskMetrics().executorRunTime();
        sum.cpuNanos += ended.taskMetrics().executorCpuTime();
    }

    @Override
    public synchronized void onStageCompleted(SparkListenerStageCompleted completed) {
        stages.remove(completed.stageInfo().stageId());
    }

    @Override
    public void close() {
        context.removeSparkListener(this);
    }
}
