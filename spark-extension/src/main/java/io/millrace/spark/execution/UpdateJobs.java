/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkContext$;

/**
 * The Spark jobs of an update, on whatever thread they are begun. A tag names them all; it is
 * inherited by the threads that this one starts, those of streaming queries included, as are the
 * job group and the tags of the statement that the update is run for. Interrupting a thread that
 * waits for a job does not end the job, so the update cancels what it leaves behind.
 */
final class UpdateJobs implements AutoCloseable {

    private static final String INTERRUPTS = SparkContext$.MODULE$.SPARK_JOB_INTERRUPT_ON_CANCEL();

    /** How long what is stopped has to end by itself. */
    private static final long GRACE_MS = 1_000;

    private final SparkContext context;
    private final String tag;
    private final String interruptsBefore;
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final CountDownLatch closed = new CountDownLatch(1);

    /** The jobs of this thread belong to the update until this is closed. */
    UpdateJobs(SparkContext context, String updateId) {
        this.context = context;
        this.tag = "millrace-" + updateId;
        this.interruptsBefore = context.getLocalProperty(INTERRUPTS);
        context.addJobTag(tag);
        context.setInterruptOnCancel(true);
    }

    /** Ends those that still run. */
    void cancel() {
        context.cancelJobsWithTag(tag, "the update was stopped");
    }

    /**
     * Ends those that run in a while, and all that come after: what is being stopped begins another
     * one only if its interrupt was lost.
     */
    void cancelUntilClosed() {
        if (!stopping.compareAndSet(false, true)) {
            return;
        }
        Thread thread = new Thread(this::cancelAgain, "millrace-stop");
        thread.setDaemon(true);
        thread.start();
    }

    private void cancelAgain() {
        try {
            while (!closed.await(GRACE_MS, TimeUnit.MILLISECONDS)) {
                cancel();
            }
        } catch (InterruptedException e) {
            // Nobody does.
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        context.removeJobTag(tag);
        context.setLocalProperty(INTERRUPTS, interruptsBefore);
    }
}
