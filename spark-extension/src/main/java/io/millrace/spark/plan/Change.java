/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.plan;

/** What became of a definition since the last update. */
public enum Change {
    /** No update has had it. */
    NEW,
    /** It had left the sources and is there again; its rows and checkpoints are still there. */
    RETURNED,
    RENAMED,
    CHANGED,
    UNCHANGED,
    /** The last update had it, the sources have it no longer. What it has written stays. */
    REMOVED,
    /** It left the sources before the last update. */
    INACTIVE;

    /** Whether the next update would be the first to meet this. */
    public boolean isNews() {
        return this != UNCHANGED && this != INACTIVE;
    }
}
