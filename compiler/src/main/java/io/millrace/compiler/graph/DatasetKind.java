/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

/**
 * What a node of the graph is. A {@code TABLE} is a managed table that flows write ({@code CREATE
 * TABLE ... FLOW}).
 */
public enum DatasetKind {
    STREAMING_TABLE,
    MATERIALIZED_VIEW,
    TABLE,
    VIEW,
    TEMPORARY_VIEW,
    SINK
}
