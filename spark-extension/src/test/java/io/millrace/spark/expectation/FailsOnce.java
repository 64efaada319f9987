/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.expectation;

import org.apache.spark.TaskContext;

/** Lets tasks fail in the middle of their rows; called by a query through {@code reflect}. */
public final class FailsOnce {

    /** The row at which the first attempt of its task ends. */
    static final int AT = 150;

    private FailsOnce() {}

    /** The number that is given, unless the task of the row shall fail. */
    public static String at(int row) {
        if (row % AT == AT - 1 && TaskContext.get().attemptNumber() == 0) {
            throw new IllegalStateException("the first attempt fails at row " + row);
        }
        return Integer.toString(row);
    }
}
