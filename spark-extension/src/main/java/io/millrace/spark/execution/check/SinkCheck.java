/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.check;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.SinkSpec;
import io.millrace.compiler.sink.SinkFormat;
import io.millrace.compiler.sink.SinkOptions;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.catalyst.Sessions;
import io.millrace.spark.execution.checkpoint.FlowCheckpoint;
import io.millrace.spark.execution.checkpoint.KeptProgress;
import io.millrace.spark.execution.intent.UpdateIntent;
import io.millrace.spark.execution.resolve.ResolvedGraph;
import io.millrace.spark.secret.Secrets;
import io.millrace.spark.sink.BatchSink;
import io.millrace.spark.state.TableState;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;

/**
 * What a sink has got stays there, whatever becomes of the flows into it: finds what it would get
 * twice, and tells.
 */
final class SinkCheck {

    private final SparkSession session;
    private final UpdateIntent intent;
    private final ResolvedGraph resolved;
    private final Predicate<Flow> hasRunOnce;
    private final KeptProgress progress;
    private final PlanProblems problems;

    /**
     * @param hasRunOnce whether a flow that runs once has run
     */
    SinkCheck(
            SparkSession session,
            UpdateIntent intent,
            ResolvedGraph resolved,
            Predicate<Flow> hasRunOnce,
            KeptProgress progress,
            PlanProblems problems) {
        this.session = session;
        this.intent = intent;
        this.resolved = resolved;
        this.hasRunOnce = hasRunOnce;
        this.progress = progress;
        this.problems = problems;
    }

    void check() {
        for (Dataset dataset : intent.graph().datasets()) {
            if (dataset.kind() == DatasetKind.SINK
                    && intent.selection().refreshes(dataset.name())) {
                warnOfRepeats(dataset);
                for (Flow flow : intent.graph().flowsInto(dataset.name())) {
                    checkGone(flow);
                    checkPlace(flow, dataset.sink().orElseThrow());
                }
            }
        }
    }

    private void warnOfRepeats(Dataset dataset) {
        List<Flow> again =
                intent.graph().flowsInto(dataset.name()).stream()
                        .filter(intent.selection()::startsAnew)
                        .filter(this::hasWritten)
                        .toList();
        if (again.isEmpty()) {
            return;
        }
        SinkSpec sink = dataset.sink().orElseThrow();
        boolean replaces = SinkFormat.option(sink, SinkOptions.UPSERT_KEYS).isPresent();
        String flows =
                again.stream()
                        .map(flow -> "`" + flow.name() + "`")
                        .collect(Collectors.joining(", "));
        problems.warning(
                "the sink `%s` keeps what it has got, and %s %s begin%s anew: %s"
                        .formatted(
                                dataset.name().last(),
                                again.size() == 1 ? "flow" : "the flows",
                                flows,
                                again.size() == 1 ? "s" : "",
                                replaces
                                        ? "rows with the same key are replaced, all others stay"
                                        : "it gets those rows once more"));
    }

    /** In the state that the update finds. */
    private boolean hasWritten(Flow flow) {
        TableState before = intent.before().table(flow.target());
        return progress.sinkRecord(flow.target(), flow.name(), before).read().isPresent();
    }

    /** The flow has written, and how far it has read is not known any more. */
    private void checkGone(Flow flow) {
        if (!flow.isStream() || intent.selection().startsAnew(flow)) {
            return;
        }
        TableState state = intent.target(flow);
        FlowCheckpoint checkpoint = progress.checkpoint(flow.target(), flow.name(), state);
        boolean wrote = progress.sinkRecord(flow.target(), flow.name(), state).read().isPresent();
        if (wrote && checkpoint.isEmpty()) {
            problems.error(
                    flow,
                    RunErrorCode.MILLRACE_CHECKPOINT_GONE,
                    "flow `%s` has written into the sink `%s`, but its checkpoint is gone (%s): it would read everything again"
                            .formatted(flow.name(), flow.target().last(), checkpoint.folder()),
                    "put the folder back, or run --reset-checkpoint %s to send everything again"
                            .formatted(flow.name()));
        }
    }

    /** Structured Streaming would tell with the first batch that has rows. */
    private void checkPlace(Flow flow, SinkSpec sink) {
        if (flow.once() && hasRunOnce.test(flow)) {
            return;
        }
        resolved.query(flow).ifPresent(query -> checkPlace(flow, sink, query));
    }

    private void checkPlace(Flow flow, SinkSpec sink, PlannedQuery query) {
        SparkSession own =
                flow.sparkConf().isEmpty()
                        ? session
                        : Sessions.cloneWith(
                                session, Secrets.of(session).resolve(flow.sparkConf()));
        FlowGraph graph = intent.graph();
        try {
            BatchSink.of(sink, graph.catalog(), graph.schema())
                    .checkPlace(own, query.data().schema());
        } catch (QueryException e) {
            problems.error(flow, e);
        }
    }
}
