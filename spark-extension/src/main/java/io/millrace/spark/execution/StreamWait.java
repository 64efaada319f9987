/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.streaming.StreamingQuery;

/** Waits for the end of a streaming query, and ends it when the flow is stopped. */
final class StreamWait {

    private StreamWait() {}

    static void await(StreamingQuery stream) throws InterruptedException {
        try {
            stream.awaitTermination();
        } catch (Exception e) {
            // Scala does not declare that the wait can be interrupted.
            if (e instanceof InterruptedException interrupted) {
                stop(stream);
                throw interrupted;
            }
            throw new FlowFailure(e);
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
