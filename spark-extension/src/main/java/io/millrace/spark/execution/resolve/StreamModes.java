/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.resolve;

import io.millrace.compiler.graph.Flow;
import io.millrace.spark.QueryException;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.catalyst.QueryPlanner;
import org.apache.spark.sql.streaming.OutputMode;

/**
 * How a streaming query hands out its rows. Rows are appended; an aggregation without a watermark,
 * whose rows change with every batch, replaces the contents of its table each time, and therefore
 * must be the table's only flow.
 */
public final class StreamModes {

    /** The condition of queries whose rows change with every batch. */
    static final String CHANGES_ROWS = "STREAMING_OUTPUT_MODE.UNSUPPORTED_OPERATION";

    private StreamModes() {}

    /**
     * The mode for a flow into a table.
     *
     * @param alone whether no other flow writes the table
     * @throws QueryException when Structured Streaming cannot run the query
     */
    public static OutputMode choose(Flow flow, PlannedQuery query, boolean alone) {
        if (!query.streaming()) {
            return OutputMode.Append();
        }
        try {
            QueryPlanner.checkStreaming(flow, query, OutputMode.Append());
            return OutputMode.Append();
        } catch (QueryException e) {
            if (!alone || !e.condition().equals(CHANGES_ROWS)) {
                throw e;
            }
            QueryPlanner.checkStreaming(flow, query, OutputMode.Complete());
            return OutputMode.Complete();
        }
    }
}
