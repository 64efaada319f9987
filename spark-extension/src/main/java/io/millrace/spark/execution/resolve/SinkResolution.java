/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.resolve;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetExpectation;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.SinkSpec;
import io.millrace.compiler.graph.Violation;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.sink.BatchSink;
import io.millrace.spark.sink.StreamSink;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.SparkSession;

/** Whether the rows of a flow can go into its sink, as far as that is known before it runs. */
final class SinkResolution {

    private SinkResolution() {}

    /**
     * Writes nothing, and does not reach for the sink.
     *
     * @param session the flow's own
     * @throws QueryException when they cannot
     */
    static void check(SparkSession session, FlowGraph graph, Flow flow, PlannedQuery query) {
        SinkSpec sink = graph.dataset(flow.target()).orElseThrow().sink().orElseThrow();
        var unused = SinkModes.choose(flow, query, sink);
        if (flow.once() || !StreamSink.isFor(sink)) {
            BatchSink.of(sink, graph.catalog(), graph.schema())
                    .check(session, query.data().schema());
            return;
        }
        new StreamSink(sink).check(session);
        failingRule(graph, flow, new HashSet<>())
                .ifPresent(
                        rule -> {
                            throw new QueryException(
                                    RunErrorCode.MILLRACE_SINK_EXPECTATION,
                                    "the expectation `%s` fails the update, but a sink of format `%s` has the rows by the time that they are judged"
                                            .formatted(rule.name(), sink.format()),
                                    "write the rows into a streaming table with the expectation, and read that into the sink");
                        });
    }

    /** A rule with FAIL UPDATE in the views that a query reads. */
    private static Optional<DatasetExpectation> failingRule(
            FlowGraph graph, Flow flow, Set<String> seen) {
        return flow.upstream().stream()
                .flatMap(name -> graph.dataset(name).stream())
                .filter(Dataset::isView)
                .filter(view -> seen.add(view.name().key()))
                .flatMap(
                        view ->
                                view.expectations().stream()
                                        .filter(rule -> rule.violation() == Violation.FAIL)
                                        .findFirst()
                                        .or(
                                                () ->
                                                        graph.flowsInto(view.name()).stream()
                                                                .flatMap(
                                                                        of ->
                                                                                failingRule(
                                                                                        graph, of,
                                                                                        seen)
                                                                                        .stream())
                                                                .findFirst())
                                        .stream())
                .findFirst();
    }
}
