/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

/** How an update ended. */
public enum UpdateStatus {
    COMPLETED,
    FAILED,
    CANCELED
}
