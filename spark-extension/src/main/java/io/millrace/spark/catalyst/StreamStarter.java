/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.spark.catalyst.statement.StatementErrors;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkContext$;
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
        String group = classic.sparkSession().sparkContext().getLocalProperty(BatchSink.GROUP);
        BatchSink sink = new BatchSink(name, writer, group);
        try {
            return startedOrStopped(() -> start(classic, name, checkpoint, mode, trigger, sink));
        } catch (InterruptedException | TimeoutException e) {
            throw StatementErrors.<RuntimeException>raise(e);
        }
    }

    private static StreamingQuery start(
            Dataset<Row> data,
            String name,
            String checkpoint,
            OutputMode mode,
            Trigger trigger,
            Sink sink) {
        try {
            return data.sparkSession()
                    .sessionState()
                    .streamingQueryManager()
                    .startQuery(
                            Option.apply(name),
                            Option.empty(),
                            Option.apply(checkpoint),
                            data,
                            ScalaInterop.map(Map.of()),
                            sink,
                            mode,
                            false,
                            true,
                            trigger,
                            new SystemClock(),
                            Option.empty(),
                            Option.empty());
        } catch (TimeoutException e) {
            throw new IllegalStateException("the streaming query did not start in time", e);
        }
    }

    /**
     * Starts a query on a thread that nobody interrupts. Spark forgets a query whose start was
     * interrupted, and lets it run.
     *
     * @throws InterruptedException when this thread was interrupted; the query has ended then
     */
    private static StreamingQuery startedOrStopped(Callable<StreamingQuery> start)
            throws InterruptedException, TimeoutException {
        FutureTask<StreamingQuery> started = new FutureTask<>(start);
        Thread thread = new Thread(started, Thread.currentThread().getName() + "-start");
        thread.setDaemon(true);
        thread.start();
        boolean interrupted = false;
        while (true) {
            try {
                StreamingQuery query = started.get();
                // An interrupt that comes together with the query is not told by the wait.
                if (!interrupted && !Thread.interrupted()) {
                    return query;
                }
                query.stop();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            } catch (ExecutionException e) {
                if (interrupted) {
                    break;
                }
                if (e.getCause() instanceof Error error) {
                    throw error;
                }
                throw StatementErrors.<RuntimeException>raise((Exception) e.getCause());
            }
        }
        throw new InterruptedException("the flow was stopped while its query started");
    }

    /**
     * A query has a job group of its own. The jobs of its batches get back the one of the thread
     * that started it, so that who cancels that group stops the query too.
     */
    private static final class BatchSink implements Sink {
        private static final String GROUP = SparkContext$.MODULE$.SPARK_JOB_GROUP_ID();

        private final String name;
        private final BatchWriter writer;
        private final String group;

        /**
         * @param group the job group; null for none
         */
        BatchSink(String name, BatchWriter writer, String group) {
            this.name = name;
            this.writer = writer;
            this.group = group;
        }

        @Override
        public void addBatch(long batchId, org.apache.spark.sql.Dataset<Row> data) {
            SparkSession session = data.sparkSession();
            if (group == null) {
                writer.write(session, batchId, data);
                return;
            }
            SparkContext context = session.sparkContext();
            String own = context.getLocalProperty(GROUP);
            context.setLocalProperty(GROUP, group);
            try {
                writer.write(session, batchId, data);
            } finally {
                context.setLocalProperty(GROUP, own);
            }
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
