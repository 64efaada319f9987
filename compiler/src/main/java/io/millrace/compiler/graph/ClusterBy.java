/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

/** How a table is clustered. */
public enum ClusterBy {
    NONE,
    COLUMNS,
    AUTO
}
