/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import io.millrace.spark.execution.error.FlowErrors;

/**
 * Whether an update is to stop. Whoever wants that interrupts the thread of the update, or cancels
 * its jobs. For that thread only.
 */
final class UpdateStop {

    /** Somebody wants the update to stop. */
    private boolean wanted;

    /** The thread was interrupted for it, and is to be told so again in the end. */
    private boolean interrupted;

    /**
     * Takes note of an interrupt. From then on the thread works undisturbed: some file systems do
     * not write for one that is interrupted.
     */
    void noticeInterrupt() {
        interrupted |= Thread.interrupted();
    }

    /** The thread was interrupted, and whoever took note of it has told so. */
    void interrupted() {
        interrupted = true;
    }

    /** Takes note of an interrupt, and of an error that says that the work was stopped. */
    void notice(Throwable error) {
        noticeInterrupt();
        // Who throws this has taken the interrupt from the thread.
        interrupted |= error instanceof InterruptedException;
        wanted |= interrupted || FlowErrors.isInterruption(error);
    }

    /** Whether the update fails because it is to stop, as this error or an earlier one says. */
    boolean isReasonFor(Throwable error) {
        notice(error);
        return wanted;
    }

    /** Tells the thread again that it was interrupted, if it was. */
    void restoreInterrupt() {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
