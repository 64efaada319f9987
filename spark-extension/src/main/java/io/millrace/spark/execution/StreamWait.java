/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import io.millrace.spark.event.StreamProgress;
import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryProgress;

/** Waits for the end of a streaming query, and ends it when the flow is stopped. */
final class StreamWait {

    /** How often the query is asked for its progress; its end is seen at once. */
    private static final long POLL_MS = 250;

    private StreamWait() {}

    static void await(StreamingQuery stream, FlowProgress progress) throws InterruptedException {
        try {
            while (!stream.awaitTermination(POLL_MS)) {
                observe(stream, progress);
            }
        } catch (Exception e) {
            // Scala does not declare that the wait can be interrupted.
            if (e instanceof InterruptedException interrupted) {
                stop(stream);
                throw interrupted;
            }
            throw new FlowFailure(e);
        } finally {
            observe(stream, progress);
            progress.finish();
        }
    }

    private static void observe(StreamingQuery stream, FlowProgress progress) {
        for (StreamingQueryProgress batch : stream.recentProgress()) {
            if (batch.batchId() > progress.observed()) {
                progress.observe(StreamProgress.of(batch.json()));
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
