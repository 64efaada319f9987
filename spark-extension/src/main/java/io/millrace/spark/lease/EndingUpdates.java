/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.lease;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Updates of this process that are being stopped and have not yet given back their lease. Whoever
 * stops a statement may send the next one at once, and should not find the pipeline busy with what
 * was stopped.
 */
final class EndingUpdates {

    /** What takes longer is reported as busy. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final ConcurrentMap<String, CountDownLatch> ENDS = new ConcurrentHashMap<>();

    private EndingUpdates() {}

    static void add(String updateId) {
        ENDS.computeIfAbsent(updateId, id -> new CountDownLatch(1));
    }

    static void remove(String updateId) {
        CountDownLatch end = ENDS.remove(updateId);
        if (end != null) {
            end.countDown();
        }
    }

    /** Waits for the end of an update; false when it is not being stopped, or takes too long. */
    static boolean await(String updateId) {
        CountDownLatch end = ENDS.get(updateId);
        if (end == null) {
            return false;
        }
        try {
            return end.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
