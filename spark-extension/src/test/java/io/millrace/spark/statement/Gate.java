/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A gate in a query, where a test can hold its tasks: {@code java_method('...Gate', 'pass')}. */
public final class Gate {

    static final String PASS = "java_method('" + Gate.class.getName() + "', 'pass')";

    private static volatile CountDownLatch opened = new CountDownLatch(0);
    private static volatile CountDownLatch reached = new CountDownLatch(1);
    private static volatile CountDownLatch torn = new CountDownLatch(1);

    private Gate() {}

    static void shut() {
        reached = new CountDownLatch(1);
        torn = new CountDownLatch(1);
        opened = new CountDownLatch(1);
    }

    static void open() {
        opened.countDown();
    }

    /** Waits until a task stands before the gate. */
    static void awaitReached() throws InterruptedException {
        if (!reached.await(2, TimeUnit.MINUTES)) {
            throw new AssertionError("no task has come to the gate");
        }
    }

    /** Waits until a task was interrupted before the gate. */
    static void awaitTorn() throws InterruptedException {
        if (!torn.await(1, TimeUnit.MINUTES)) {
            throw new AssertionError("the task before the gate goes on");
        }
    }

    /** What the query calls for each row. */
    public static String pass() throws InterruptedException {
        reached.countDown();
        try {
            opened.await();
        } catch (InterruptedException e) {
            torn.countDown();
            throw e;
        }
        return "passed";
    }
}
