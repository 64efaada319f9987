/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

/**
 * How a flow writes its target; decides which runner takes it. {@code VIEW} flows are never run:
 * they hold the query of a view.
 */
public enum FlowKind {
    APPEND,
    /** A stream of which each batch takes the place of all rows: of groups that never end. */
    COMPLETE,
    ONCE,
    AUTO_CDC,
    AUTO_CDC_SNAPSHOT,
    MATERIALIZED_VIEW,
    SINK,
    REPLACE_WHERE,
    REPLACE_USING,
    VIEW;

    /** Whether flows of this kind, unless they run once, read a stream from a checkpoint on. */
    boolean isStream() {
        return switch (this) {
            case APPEND, COMPLETE, AUTO_CDC, SINK, REPLACE_USING -> true;
            case ONCE, AUTO_CDC_SNAPSHOT, MATERIALIZED_VIEW, REPLACE_WHERE, VIEW -> false;
        };
    }
}
