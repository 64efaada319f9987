/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.schedule;

import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.execution.parallel.ParallelWork;
import io.millrace.spark.execution.schedule.FlowScheduler.End;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Flows that go on until the update is stopped. Streaming flows are queries that look for new data
 * in their interval; all others run again in theirs, and do nothing when their inputs are the same.
 * When a flow fails for good, all others are stopped.
 */
public final class ContinuousFlows {

    /** How often it is made sure that the update may still write, when nobody writes. */
    private static final long CHECK_MS = 5_000;

    private final FlowExecution execution;
    private final Map<Flow, Duration> intervals;
    private final Semaphore permits;
    private final Runnable check;

    /**
     * @param maxConcurrent how many flows that are no streams run at once
     * @param check throws when the update has lost the right to write
     */
    public ContinuousFlows(
            FlowExecution execution,
            Map<Flow, Duration> intervals,
            int maxConcurrent,
            Runnable check) {
        this.execution = execution;
        this.intervals = intervals;
        this.permits = new Semaphore(Math.max(1, maxConcurrent));
        this.check = check;
    }

    /**
     * Runs until a flow fails or is stopped.
     *
     * @return how; {@code DONE} when there was nothing to go on with
     * @throws InterruptedException when the update is to stop; by then all flows have ended
     */
    public End run(Collection<Flow> flows) throws InterruptedException {
        BlockingQueue<End> ended = new LinkedBlockingQueue<>();
        ExecutorService threads = ParallelWork.threads("millrace-continuous");
        int running = 0;
        try {
            for (Flow flow : flows) {
                if (!flow.once() && flow.kind() != FlowKind.VIEW) {
                    running++;
                    threads.execute(() -> ended.add(work(flow)));
                }
            }
            while (running > 0) {
                End end = ended.poll(CHECK_MS, TimeUnit.MILLISECONDS);
                if (end == null) {
                    check.run();
                    continue;
                }
                running--;
                if (end == End.STOPPED) {
                    execution.stopping();
                }
                if (end != End.DONE) {
                    return end;
                }
            }
            return End.DONE;
        } catch (InterruptedException e) {
            execution.stopping();
            throw e;
        } finally {
            threads.shutdownNow();
            awaitAll(running, ended);
        }
    }

    /** Goes on until the flow fails or is stopped. */
    private End work(Flow flow) {
        try {
            while (true) {
                if (!execution.isStream(flow)) {
                    TimeUnit.MILLISECONDS.sleep(intervals.get(flow).toMillis());
                    permits.acquire();
                }
                try {
                    End end = execution.run(flow);
                    if (end != End.DONE) {
                        return end;
                    }
                } finally {
                    if (!execution.isStream(flow)) {
                        permits.release();
                    }
                }
            }
        } catch (InterruptedException e) {
            return End.STOPPED;
        }
    }

    /** The thread may be interrupted again meanwhile; flows must have ended all the same. */
    private static void awaitAll(int running, BlockingQueue<End> ended) {
        boolean interrupted = false;
        int left = running;
        while (left > 0) {
            try {
                var unused = ended.take();
                left--;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
