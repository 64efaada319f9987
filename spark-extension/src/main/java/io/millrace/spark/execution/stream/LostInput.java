/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.stream;

import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.QuerySource;
import io.millrace.spark.execution.checkpoint.FlowCheckpoint;
import io.millrace.spark.execution.error.StreamTexts;
import io.millrace.spark.execution.flow.FlowRun;
import io.millrace.spark.function.SourceProgress;
import io.millrace.spark.function.TableFunction;
import io.millrace.spark.function.TableFunctionCall;
import io.millrace.spark.problem.CommandOptions;
import java.util.List;
import java.util.Optional;

/** Looks whether the functions that a stream reads still have what it has not read yet. */
final class LostInput {

    private static final String REASON = "Reason:";

    private LostInput() {}

    /**
     * Tells what is lost, where the query says to go on without it.
     *
     * @param progress how far the stream has come
     * @throws QueryException where it does not say so
     */
    static void check(FlowRun run, Optional<FlowCheckpoint.Progress> progress) {
        List<QuerySource> sources = run.resolved().streamingSources();
        for (int i = 0; i < sources.size(); i++) {
            if (sources.get(i) instanceof QuerySource.Function source) {
                int number = i;
                Optional<SourceProgress> reached =
                        progress.map(
                                found ->
                                        new SourceProgress(
                                                run.checkpoint().sourceFolder(number),
                                                found.finished().size() == sources.size()
                                                        ? found.finished().get(number)
                                                        : ""));
                check(run, source.function(), source.call(), reached);
            }
        }
    }

    private static void check(
            FlowRun run,
            TableFunction function,
            TableFunctionCall call,
            Optional<SourceProgress> reached) {
        List<String> losses = function.lost(call, reached);
        if (losses.isEmpty()) {
            return;
        }
        Optional<String> wayOut = function.waysOutOfLoss(call);
        if (wayOut.isPresent()) {
            throw error(run, String.join(", ", losses), wayOut.get(), null);
        }
        run.note(
                "goes on without what `%s` has lost: %s"
                        .formatted(function.name(), String.join(", ", losses)));
    }

    /** What a source has lost while a stream was reading it. */
    static Optional<QueryException> found(FlowRun run, String what, Throwable cause) {
        return run.resolved().streamingSources().stream()
                .filter(QuerySource.Function.class::isInstance)
                .map(QuerySource.Function.class::cast)
                .flatMap(source -> source.function().waysOutOfLoss(source.call()).stream())
                .findFirst()
                .map(wayOut -> error(run, reason(what), wayOut, cause));
    }

    /** Spark's own advice names the option as other programs write it. */
    private static String reason(String message) {
        int reason = message.indexOf(REASON);
        return message.substring(reason < 0 ? 0 : reason + REASON.length())
                .strip()
                .replaceAll("\\s+", " ")
                .replaceAll("\\.$", "");
    }

    private static QueryException error(
            FlowRun run, String losses, String wayOut, Throwable cause) {
        return new QueryException(
                RunErrorCode.MILLRACE_SOURCE_DATA_LOST,
                "%s cannot go on, because what it has still to read is lost: %s"
                        .formatted(StreamTexts.flow(run.flow()), losses),
                "write %s to go on without it; or read what is there now from the beginning, in"
                                .formatted(wayOut)
                        + " the place of all rows ("
                        + CommandOptions.fullRefresh(run.flow().target().last())
                        + ") or beside them ("
                        + StreamTexts.resetCheckpoint(run.flow())
                        + ")",
                cause);
    }
}
