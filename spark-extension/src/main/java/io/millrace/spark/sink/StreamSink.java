/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

import io.millrace.compiler.graph.SinkSpec;
import io.millrace.compiler.sink.SinkFormat;
import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.OutputMode;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/** A sink that Structured Streaming writes by itself: one that need not take batches otherwise. */
public final class StreamSink {

    private final SinkSpec sink;

    public StreamSink(SinkSpec sink) {
        this.sink = sink;
    }

    /** Whether streams go into the sink in this way, and not batch by batch. */
    public static boolean isFor(SinkSpec sink) {
        return SinkFormat.of(sink) == SinkFormat.OTHER;
    }

    /** As {@link BatchSink#check}. */
    public void check(SparkSession session) {
        DataSourceCheck.check(session, sink.format());
        var unused = SinkOptionValues.of(session, sink);
    }

    /**
     * Starts the query.
     *
     * @param rows a streaming data frame of the flow's own session
     * @param name of the query
     */
    public StreamingQuery start(
            Dataset<Row> rows, String name, String checkpoint, OutputMode mode, Trigger trigger) {
        try {
            return rows.writeStream()
                    .format(sink.format())
                    .options(SinkOptionValues.of(rows.sparkSession(), sink))
                    .option("checkpointLocation", checkpoint)
                    .queryName(name)
                    .outputMode(mode)
                    .trigger(trigger)
                    .start();
        } catch (TimeoutException e) {
            throw new IllegalStateException("the streaming query did not start in time", e);
        }
    }
}
