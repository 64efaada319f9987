/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.schedule;

import java.util.concurrent.TimeUnit;

/**
 * How long to wait before another try: a second, then twice as long each time, a minute at most.
 */
final class RetryDelay {

    private static final long FIRST_MS = 1_000;
    private static final long LONGEST_MS = 60_000;

    private RetryDelay() {}

    /**
     * @param failures how many tries in a row have failed, 1 at least
     */
    static long millis(int failures) {
        int doublings = Math.min(Math.max(failures - 1, 0), 16);
        return Math.min(LONGEST_MS, FIRST_MS << doublings);
    }

    static void await(int failures) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(millis(failures));
    }
}
