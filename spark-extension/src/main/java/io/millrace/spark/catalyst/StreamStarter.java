/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.execution.streaming.Sink;
import org.apache.spark.sql.streaming.OutputMode;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.util.SystemClock;
import scala.Option;

/** Starts streaming queries that hand each micro-batch to a Java function. */
public final class StreamStarter {

    private StreamStarter() {}

    /** Takes the rows of a micro-batch; called on the query's thread. */
    @FunctionalInterface
    public interface BatchWriter {

        /**
         * Writes the rows. A batch may come again after a crash.
         *
         * @param session the query's own
         */
        void write(SparkSession session, long batchId, org.apache.spark.sql.Dataset<Row> rows);
    }

    /**
     * Starts the query.
     *
     * @param data a streaming data frame
     * @param checkpoint the folder of offsets, commits and state
     */
    public static StreamingQuery start(
            org.apache.spark.sql.Dataset<Row> data,
            String name,
            String checkpoint,
            OutputMode mode,
            Trigger trigger,
            BatchWriter writer) {
        Dataset<Row> classic = (Dataset<Row>) data;
        try {
            return classic.sparkSession()
                    .sessionState()
                    .streamingQueryManager()
                    .startQuery(
                            Option.apply(name),
                            Option.empty(),
                            Option.apply(checkpoint),
                            classic,
                            ScalaInterop.map(Map.of()),
                            new BatchSink(name, writer),
                            mode,
                            false,
                            true,
                            trigger,
                            new SystemClock(),
                            Option.empty(),
                            Option.empty());
        } catch (java.util.concurrent.TimeoutException e) {
            throw new IllegalStateException("the streaming query did not start in time", e);
        }
    }

    private static final class BatchSink implements Sink {
        private final String name;
        private final BatchWriter writer;

        BatchSink(String name, BatchWriter writer) {
            this.name = name;
            this.writer = writer;
        }

        @Override
        public void addBatch(long batchId, org.apache.spark.sql.Dataset<Row> data) {
            SparkSession session = data.sparkSession();
            writer.write(session, batchId, data);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String toString() {
            return "Millrace[" + name + "]";
        }
    }
}
