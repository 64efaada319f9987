/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import java.util.function.Supplier;
import org.apache.spark.sql.streaming.StreamingQuery;

/**
 * Runs the streaming query of a flow to the end of its present input. Where its sources got other
 * columns meanwhile and only have to be looked at again, the query is made and started again.
 */
final class FlowStream {

    private static final int RESTARTS = 3;

    private FlowStream() {}

    /**
     * Starts the query and waits for its end.
     *
     * @param start plans and starts the query, each time anew
     * @return the query, ended
     */
    static StreamingQuery toEnd(FlowRun run, Supplier<StreamingQuery> start)
            throws InterruptedException {
        StreamErrors errors = new StreamErrors(run);
        for (int attempt = 0; ; attempt++) {
            try {
                StreamingQuery stream = start.get();
                StreamWait.await(stream, run.progress());
                return stream;
            } catch (FlowFailure e) {
                if (attempt < RESTARTS && errors.asksForRestart(e)) {
                    StreamTexts.note(run, "begins again, because columns of its sources changed");
                    continue;
                }
                throw rethrow(errors.explain(e), e);
            }
        }
    }

    private static RuntimeException rethrow(Throwable explained, FlowFailure given) {
        return explained instanceof RuntimeException known ? known : given;
    }
}
