/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.parallel;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Many small pieces of work on a few daemon threads, which end with {@link #close}. */
public final class ParallelWork implements AutoCloseable {

    private static final int THREADS =
            Math.max(2, Math.min(8, Runtime.getRuntime().availableProcessors() * 2));

    private final ExecutorService threads;

    public ParallelWork(String name) {
        threads = Executors.newFixedThreadPool(THREADS, factory(name));
    }

    /** Threads that begin every task at once. */
    public static ExecutorService threads(String name) {
        return Executors.newCachedThreadPool(factory(name));
    }

    private static ThreadFactory factory(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Does the work for each element; the first failure is thrown when all are done. */
    public <T> void forEach(List<T> elements, Consumer<T> work) {
        List<Future<?>> futures = new ArrayList<>();
        for (T element : elements) {
            futures.add(threads.submit(() -> work.accept(element)));
        }
        RuntimeException failure = null;
        for (Future<?> future : futures) {
            try {
                future.get();
            } catch (ExecutionException e) {
                if (failure == null) {
                    failure =
                            e.getCause() instanceof RuntimeException runtime
                                    ? runtime
                                    : new IllegalStateException(e.getCause());
                }
            } catch (InterruptedException e) {
                threads.shutdownNow();
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while preparing an update", e);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
