/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.event;

/** How much an event weighs. */
public enum EventLevel {
    INFO,
    WARN,
    ERROR,
    METRICS
}
