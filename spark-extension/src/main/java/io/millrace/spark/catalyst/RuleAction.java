/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

/** What a broken rule does to its row; of several the last in this order decides. */
public enum RuleAction {
    KEEP,
    QUARANTINE,
    DROP,
    FAIL
}
