/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.stream;

import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.catalyst.StreamStarter;
import io.millrace.spark.event.StreamProgress;
import io.millrace.spark.execution.checkpoint.FlowCheckpoint;
import io.millrace.spark.execution.checkpoint.NewInput;
import io.millrace.spark.execution.flow.FlowRun;
import io.millrace.spark.execution.flow.FlowSettings;
import io.millrace.spark.failpoint.Failpoints;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.OutputMode;
import org.apache.spark.sql.streaming.StreamingQuery;

/**
 * Runs the streaming query of a flow to the end of its present input. Where its sources got other
 * columns meanwhile and only have to be looked at again, the query is made and started again.
 */
public final class FlowStream {

    private static final int RESTARTS = 3;

    private FlowStream() {}

    /**
     * Whether the flow can do without a query, because there is nothing new to read.
     *
     * @throws io.millrace.spark.QueryException when it cannot go on from where it stopped
     */
    public static boolean isIdle(FlowRun run) {
        Optional<FlowCheckpoint.Progress> progress = StreamChecks.check(run);
        return run.interval().isEmpty()
                && !new NewInput(run.session(), run.checkpoint(), run.warning(), run.tables())
                        .exists(run.resolved().streamingSources(), progress);
    }

    /** A session for the query, once the files that it can no longer read have been named. */
    public static SparkSession openSession(FlowRun run) {
        SparkSession session =
                run.openSession(FlowSettings.forSources(run.session(), run.resolved().sources()));
        StreamChecks.noteMissingFiles(run, session);
        return session;
    }

    /**
     * Starts the query in the flow's checkpoint.
     *
     * @param rows what the query returns, or what the batches are made of
     * @param query as it was planned for this start
     */
    public static StreamingQuery start(
            Dataset<Row> rows, OutputMode mode, PlannedQuery query, FlowBatches batches) {
        FlowRun run = batches.run();
        return StreamStarter.start(
                rows,
                name(run),
                run.checkpoint().folder(),
                mode,
                run.trigger(),
                EventTimeMemory.around(query, batches));
    }

    /** The name of the flow's query. */
    public static String name(FlowRun run) {
        return run.flow().target().last() + "." + run.flow().name();
    }

    /**
     * Starts the query and waits for its end.
     *
     * @param start plans and starts the query, each time anew
     * @return the query, ended
     */
    public static StreamingQuery toEnd(FlowRun run, Supplier<StreamingQuery> start)
            throws InterruptedException {
        return toEnd(run, start, progress -> {});
    }

    /**
     * The same for a query that writes by itself.
     *
     * @param ran told of each batch that ran
     */
    public static StreamingQuery toEnd(
            FlowRun run, Supplier<StreamingQuery> start, Consumer<StreamProgress> ran)
            throws InterruptedException {
        StreamErrors errors = new StreamErrors(run);
        for (int attempt = 0; ; attempt++) {
            try {
                StreamingQuery stream = start.get();
                StreamWait.await(stream, run.progress(), ran);
                Failpoints.hit("stream.after-checkpoint");
                return stream;
            } catch (FlowFailure e) {
                if (attempt < RESTARTS && errors.asksForRestart(e)) {
                    run.note("begins again, because columns of its sources changed");
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
