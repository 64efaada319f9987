/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.problem;

import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import org.apache.spark.SparkThrowable;

/** Errors that tell that work was stopped from outside. */
public final class Cancellation {

    private static final String CANCELED_JOB = "SPARK_JOB_CANCELLED";

    private Cancellation() {}

    /** Whether it fails because its thread was interrupted. */
    public static boolean isInterrupt(Throwable error) {
        for (Throwable t : Causes.of(error)) {
            boolean timeout = t instanceof java.net.SocketTimeoutException;
            if (t instanceof InterruptedException
                    || t instanceof ClosedByInterruptException
                    || (t instanceof InterruptedIOException && !timeout)) {
                return true;
            }
        }
        return false;
    }

    /** Whether it fails because a Spark job of it was canceled. */
    public static boolean isOfJob(Throwable error) {
        for (Throwable t : Causes.of(error)) {
            if (t instanceof SparkThrowable spark && CANCELED_JOB.equals(spark.getCondition())) {
                return true;
            }
        }
        return false;
    }
}
