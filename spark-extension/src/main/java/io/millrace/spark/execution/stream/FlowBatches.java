/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.stream;

import io.millrace.spark.catalyst.StreamStarter;
import io.millrace.spark.execution.flow.FlowRun;
import org.apache.spark.sql.SparkSession;

/** Writes the micro-batches of a flow, one after another by the query's thread. */
public abstract class FlowBatches extends BatchReports implements StreamStarter.BatchWriter {

    private static final String QUERY_ID = "sql.streaming.queryId";

    protected FlowBatches(FlowRun run) {
        super(run);
    }

    /** The streaming query that the batch is of: the same as long as its checkpoint lives. */
    protected static String query(SparkSession session) {
        return session.sparkContext().getLocalProperty(QUERY_ID);
    }
}
