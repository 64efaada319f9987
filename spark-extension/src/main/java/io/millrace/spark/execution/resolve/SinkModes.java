/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.resolve;

import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.SinkSpec;
import io.millrace.compiler.sink.SinkFormat;
import io.millrace.compiler.sink.SinkOptions;
import io.millrace.spark.QueryException;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.catalyst.QueryPlanner;
import org.apache.spark.sql.streaming.OutputMode;

/**
 * Which rows of a streaming query go into a sink: new ones; or those that changed too, where the
 * sink says so, or replaces rows by their key.
 */
public final class SinkModes {

    private SinkModes() {}

    /**
     * The mode for a flow into a sink.
     *
     * @throws QueryException when Structured Streaming cannot run the query so
     */
    public static OutputMode choose(Flow flow, PlannedQuery query, SinkSpec sink) {
        if (!query.streaming()) {
            return OutputMode.Append();
        }
        boolean updates =
                SinkFormat.option(sink, SinkOptions.OUTPUT_MODE)
                        .filter(mode -> mode.strip().equalsIgnoreCase(SinkOptions.UPDATE))
                        .isPresent();
        if (updates) {
            QueryPlanner.checkStreaming(flow, query, OutputMode.Update());
            return OutputMode.Update();
        }
        try {
            QueryPlanner.checkStreaming(flow, query, OutputMode.Append());
            return OutputMode.Append();
        } catch (QueryException e) {
            boolean replaces = SinkFormat.option(sink, SinkOptions.UPSERT_KEYS).isPresent();
            if (!replaces || !e.condition().equals(StreamModes.CHANGES_ROWS)) {
                throw e;
            }
            QueryPlanner.checkStreaming(flow, query, OutputMode.Update());
            return OutputMode.Update();
        }
    }
}
