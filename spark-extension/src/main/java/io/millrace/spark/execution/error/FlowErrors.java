/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.error;

import io.millrace.compiler.graph.Flow;
import io.millrace.spark.FlowError;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.SqlErrors;
import io.millrace.spark.kafka.KafkaFailures;
import io.millrace.spark.problem.Cancellation;
import io.millrace.spark.problem.Causes;
import io.millrace.spark.problem.LinkageErrors;
import io.millrace.spark.sink.SinkException;
import io.millrace.spark.sink.SinkTrouble;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.spark.SparkThrowable;

/** What failed a flow, for the user, and whether another try may help. */
public final class FlowErrors {

    private FlowErrors() {}

    /** What failed a flow, with the places in its query where it is known to be. */
    public static FlowError of(Flow flow, Throwable error) {
        QueryException query =
                MachineErrors.explain(error)
                        .or(() -> KafkaFailures.explain(error))
                        .orElseGet(
                                () ->
                                        ofSink(
                                                SqlErrors.translate(
                                                        error, flow.query().sql(), List.of()),
                                                error));
        return new FlowError(
                query.condition(),
                whole(query),
                Optional.empty(),
                query.location(),
                Optional.of(flow.place()));
    }

    private static String whole(QueryException error) {
        return error.hint()
                .map(hint -> error.getMessage() + "; " + hint)
                .orElseGet(error::getMessage);
    }

    /** What a sink says that has no condition of its own. */
    private static QueryException ofSink(QueryException translated, Throwable error) {
        if (!translated.condition().equals(RunErrorCode.MILLRACE_INTERNAL_ERROR.name())) {
            return translated;
        }
        for (Throwable t : Causes.of(error)) {
            if (t instanceof SinkException sink) {
                return new QueryException(
                        RunErrorCode.MILLRACE_SINK_FAILED.name(),
                        sink.getMessage(),
                        Optional.empty(),
                        Optional.empty(),
                        error);
            }
        }
        return translated;
    }

    /** What failed an update outside of its flows. */
    public static FlowError of(Throwable error) {
        Optional<QueryException> known =
                error instanceof QueryException query
                        ? Optional.of(query)
                        : MachineErrors.explain(error);
        return new FlowError(
                known.map(QueryException::condition)
                        .orElse(RunErrorCode.MILLRACE_INTERNAL_ERROR.name()),
                known.map(FlowErrors::whole).orElseGet(() -> String.valueOf(error.getMessage())),
                Optional.empty());
    }

    /**
     * Whether the work was stopped from outside, and has told so by an error of its own: its thread
     * was interrupted, or a job of it was canceled.
     */
    public static boolean isInterruption(Throwable error) {
        return Cancellation.isInterrupt(error) || Cancellation.isOfJob(error);
    }

    /**
     * Whether the error may pass: trouble with files, nets and other writers. Data and queries do
     * not get better by themselves.
     */
    public static boolean isRecoverable(Throwable error) {
        boolean passing = false;
        for (Throwable t : Causes.of(error)) {
            if (KafkaFailures.mayPass(t)) {
                return true;
            }
            if (t instanceof VirtualMachineError
                    || t instanceof QueryException
                    || LinkageErrors.is(t)) {
                return false;
            }
            if (t instanceof SparkThrowable spark
                    && spark.getCondition() != null
                    && spark.getSqlState() != null
                    && isAboutData(spark.getSqlState())) {
                return false;
            }
            boolean permanent =
                    t instanceof FileNotFoundException
                            || t instanceof AccessDeniedException
                            || t instanceof AccessControlException;
            passing |= (t instanceof IOException && !permanent) || t instanceof TimeoutException;
            passing |= t.getClass().getSimpleName().startsWith("Concurrent");
            passing |= SinkTrouble.passes(t);
        }
        return passing;
    }

    /** Classes of SQLSTATE: data exceptions, constraint violations, syntax and access rules. */
    private static boolean isAboutData(String sqlState) {
        return sqlState.startsWith("22")
                || sqlState.startsWith("23")
                || sqlState.startsWith("42")
                || sqlState.startsWith("0A");
    }

    static FlowError internal(Flow flow, String message) {
        return new FlowError(
                RunErrorCode.MILLRACE_INTERNAL_ERROR.name(),
                message,
                Optional.empty(),
                Optional.empty(),
                Optional.of(flow.place()));
    }
}
