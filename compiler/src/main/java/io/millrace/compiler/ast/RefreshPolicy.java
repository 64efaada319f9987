/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

/** How a materialized view may be refreshed. */
public enum RefreshPolicy {
    AUTO,
    INCREMENTAL,
    INCREMENTAL_STRICT,
    FULL
}
