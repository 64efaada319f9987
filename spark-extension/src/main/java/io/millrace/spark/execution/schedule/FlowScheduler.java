/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.schedule;

import io.millrace.compiler.graph.Flow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Runs flows in the order of their dependencies: each the moment that all it waits for are done, at
 * most so many at once. What waits for a flow that failed is skipped. It wakes up when a flow ends,
 * and for nothing else.
 */
public final class FlowScheduler {

    private final Map<Flow, Set<Flow>> waitsFor;
    private final int maxConcurrent;
    private final Work work;

    /** How a flow ended. */
    public enum End {
        /** Its dependents may run. */
        DONE,
        FAILED,
        /** Somebody wants the update to stop. */
        STOPPED
    }

    /** What the scheduler asks of its owner. */
    interface Work {

        /** Runs the flow to its end. Must not throw. */
        End run(Flow flow);

        /** The update was asked to stop; what runs is about to be interrupted. */
        void stopping();

        /** The flow will not run, because something that it waits for did not succeed. */
        void skip(Flow flow);

        /** The flow will not run, because the update was stopped. */
        void stop(Flow flow);
    }

    /**
     * @param waitsFor the flows to run, in the order in which they are to be taken, with the flows
     *     that must be done before
     */
    public FlowScheduler(Map<Flow, Set<Flow>> waitsFor, int maxConcurrent, Work work) {
        this.waitsFor = waitsFor;
        this.maxConcurrent = Math.max(1, maxConcurrent);
        this.work = work;
    }

    private record Ended(Flow flow, End end) {}

    /**
     * Runs all flows, or stops all when one of them was stopped.
     *
     * @param threads starts every task at once; shut down when the update is stopped
     * @throws InterruptedException when the thread was interrupted; by then all flows have been
     *     interrupted too and have ended
     */
    public void run(ExecutorService threads) throws InterruptedException {
        Map<Flow, Set<Flow>> open = new HashMap<>();
        Map<Flow, List<Flow>> dependents = new HashMap<>();
        Deque<Flow> ready = new ArrayDeque<>();
        waitsFor.forEach(
                (flow, before) -> {
                    open.put(flow, new HashSet<>(before));
                    before.forEach(
                            b -> dependents.computeIfAbsent(b, k -> new ArrayList<>()).add(flow));
                });
        waitsFor.keySet().stream().filter(flow -> open.get(flow).isEmpty()).forEach(ready::add);
        Set<Flow> settled = new HashSet<>();
        BlockingQueue<Ended> ended = new LinkedBlockingQueue<>();
        Set<Flow> running = new HashSet<>();
        try {
            while (true) {
                while (!ready.isEmpty() && running.size() < maxConcurrent) {
                    Flow flow = ready.poll();
                    running.add(flow);
                    threads.execute(() -> run(flow, ended));
                }
                if (running.isEmpty()) {
                    return;
                }
                Ended one = ended.take();
                running.remove(one.flow());
                settled.add(one.flow());
                if (one.end() == End.STOPPED) {
                    stopAll(threads, running, ended, settled);
                    return;
                }
                for (Flow next : dependents.getOrDefault(one.flow(), List.of())) {
                    if (settled.contains(next)) {
                        continue;
                    }
                    if (one.end() == End.FAILED) {
                        skip(next, dependents, settled);
                    } else if (open.get(next).remove(one.flow()) && open.get(next).isEmpty()) {
                        ready.add(next);
                    }
                }
            }
        } catch (InterruptedException e) {
            stopAll(threads, running, ended, settled);
            throw e;
        }
    }

    private void stopAll(
            ExecutorService threads,
            Set<Flow> running,
            BlockingQueue<Ended> ended,
            Set<Flow> settled) {
        work.stopping();
        threads.shutdownNow();
        awaitAll(running, ended, settled);
        waitsFor.keySet().stream().filter(flow -> !settled.contains(flow)).forEach(work::stop);
    }

    /** Whatever happens, the flow has ended then: the update waits for it. */
    private void run(Flow flow, BlockingQueue<Ended> ended) {
        End end = End.FAILED;
        try {
            end = work.run(flow);
        } finally {
            ended.add(new Ended(flow, end));
        }
    }

    /** The thread may be interrupted again meanwhile; flows must have ended all the same. */
    private static void awaitAll(Set<Flow> running, BlockingQueue<Ended> ended, Set<Flow> settled) {
        boolean interrupted = false;
        while (!running.isEmpty()) {
            try {
                Ended one = ended.take();
                running.remove(one.flow());
                settled.add(one.flow());
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void skip(Flow flow, Map<Flow, List<Flow>> dependents, Set<Flow> settled) {
        if (!settled.add(flow)) {
            return;
        }
        work.skip(flow);
        dependents.getOrDefault(flow, List.of()).forEach(next -> skip(next, dependents, settled));
    }
}
