/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.stream;

import io.millrace.spark.event.StreamProgress;
import io.millrace.spark.execution.report.FlowProgress;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryProgress;

/** Waits for the end of a streaming query, and ends it when the flow is stopped. */
final class StreamWait {

    /** How often the query is asked for its progress; its end is seen at once. */
    private static final long POLL_MS = 250;

    private StreamWait() {}

    /**
     * @param ran told of each batch that ran, before it is reported
     */
    static void await(StreamingQuery stream, FlowProgress progress, Consumer<StreamProgress> ran)
            throws InterruptedException {
        try {
            while (!stream.awaitTermination(POLL_MS)) {
                if (progress.isToStop()) {
                    throw new InterruptedException("the update is being stopped");
                }
                observe(stream, progress, ran);
            }
        } catch (Exception e) {
            // Scala does not declare that the wait can be interrupted.
            if (e instanceof InterruptedException interrupted) {
                stop(stream);
                throw interrupted;
            }
            throw new FlowFailure(e);
        } finally {
            observe(stream, progress, ran);
            progress.finish();
        }
    }

    private static void observe(
            StreamingQuery stream, FlowProgress progress, Consumer<StreamProgress> ran) {
        for (StreamingQueryProgress batch : stream.recentProgress()) {
            if (batch.batchId() > progress.observed()) {
                StreamProgress told = StreamProgress.of(batch.json());
                if (told.hasRun()) {
                    ran.accept(told);
                }
                progress.observe(told);
            }
        }
    }

    private static void stop(StreamingQuery stream) {
        try {
            stream.stop();
        } catch (TimeoutException e) {
            throw new FlowFailure(e);
        }
    }
}
