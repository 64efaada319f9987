/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

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

    private final SparkContext context;
    private final String tag;
    private final String interruptsBefore;

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

    @Override
    public void close() {
        context.removeJobTag(tag);
        context.setLocalProperty(INTERRUPTS, interruptsBefore);
    }
}
