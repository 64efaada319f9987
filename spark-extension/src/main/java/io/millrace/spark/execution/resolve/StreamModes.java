/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.resolve;

import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.QueryException;
import io.millrace.spark.catalyst.CompleteQuery;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.catalyst.QueryPlanner;
import org.apache.spark.sql.streaming.OutputMode;

/**
 * How a streaming query hands out its rows. Rows are appended; an aggregation without a watermark
 * on what it groups by, whose rows change with every batch, replaces the contents of its table each
 * time, and therefore must be the table's only flow. The compiler knows it where no watermark is
 * written at all.
 */
public final class StreamModes {

    /** The condition of queries whose rows change with every batch. */
    static final String CHANGES_ROWS = "STREAMING_OUTPUT_MODE.UNSUPPORTED_OPERATION";

    /** Why a flow with a watermark replaces its table; behind the words for the flow. */
    public static final String NO_GROUP_ENDS =
            "replaces its table with each batch: its watermark is on nothing that it groups by, so"
                    + " no group ever ends, and all are kept; to write each group once and forget"
                    + " it, group by the column of the watermark, or by window(...) over it";

    private StreamModes() {}

    /**
     * What a flow turns out to be, once it is known what its query groups by.
     *
     * @throws QueryException when Structured Streaming cannot run the query
     */
    public static FlowKind kind(FlowGraph graph, Flow flow, PlannedQuery query) {
        boolean alone = graph.flowsInto(flow.target()).size() == 1;
        return isComplete(flow, query, alone) ? FlowKind.COMPLETE : flow.kind();
    }

    /**
     * Whether a flow into a table replaces its rows with each batch.
     *
     * @param alone whether no other flow writes the table
     * @throws QueryException when Structured Streaming cannot run the query
     */
    public static boolean isComplete(Flow flow, PlannedQuery query, boolean alone) {
        if (!query.streaming()) {
            return false;
        }
        if (flow.kind() == FlowKind.COMPLETE) {
            CompleteQuery.of(flow, query);
            return true;
        }
        if (flow.kind() != FlowKind.APPEND) {
            return false;
        }
        try {
            QueryPlanner.checkStreaming(flow, query, OutputMode.Append());
            return false;
        } catch (QueryException e) {
            if (!alone || !e.condition().equals(CHANGES_ROWS)) {
                throw e;
            }
            CompleteQuery.of(flow, query);
            return true;
        }
    }
}
