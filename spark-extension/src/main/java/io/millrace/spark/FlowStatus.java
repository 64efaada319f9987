/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

/**
 * Where a flow is in an update; all from {@code COMPLETED} on are final. {@code IDLE}: nothing to
 * do, nothing started.
 */
public enum FlowStatus {
    QUEUED,
    STARTING,
    RUNNING,
    COMPLETED,
    IDLE,
    FAILED,
    SKIPPED,
    EXCLUDED,
    STOPPED
}
