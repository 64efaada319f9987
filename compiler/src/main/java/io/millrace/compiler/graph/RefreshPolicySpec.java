/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

/** How a materialized view may be refreshed. */
public enum RefreshPolicySpec {
    AUTO,
    INCREMENTAL,
    INCREMENTAL_STRICT,
    FULL
}
