/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.plan;

/** What an update does with a flow. */
public enum FlowAction {
    /** It runs and reads what waits. */
    RUN,
    /** A flow before it may give it something to read; else it has nothing to do. */
    RUN_IF_INPUT,
    /** There is nothing for it to do. */
    IDLE,
    /** Its target is not selected. */
    EXCLUDED,
    /** It has left the sources. */
    NONE
}
