/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

/**
 * Keeps a process that has lost its right to write from committing. Who takes the right over leaves
 * a higher version of the mark in the tables, so that a commit that was under way fails as well.
 */
public interface CommitFence {

    /** The right as a mark: a higher version of the same application in a table ends it. */
    TableWrite.Mark mark();

    /**
     * Asked right before each commit.
     *
     * @throws RuntimeException when the right is lost
     */
    void check();

    /**
     * Whether the right is held as far as this process knows, without a look at the storage: when
     * not, another process may already write.
     */
    boolean seemsHeld();

    /** What a commit ends with when the right is lost. */
    RuntimeException lost();
}
