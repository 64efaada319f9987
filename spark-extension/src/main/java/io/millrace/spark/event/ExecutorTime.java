/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.event;

/**
 * Time that tasks have taken.
 *
 * @param millis from beginning to end, all tasks together
 * @param cpuMillis on a processor
 */
public record ExecutorTime(long millis, long cpuMillis) {

    public static final ExecutorTime NONE = new ExecutorTime(0, 0);
}
