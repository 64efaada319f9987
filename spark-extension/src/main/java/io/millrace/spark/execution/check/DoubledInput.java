/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.check;

import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.catalyst.KeptSource;
import io.millrace.spark.catalyst.QuerySource;
import io.millrace.spark.execution.intent.UpdateIntent;
import io.millrace.spark.execution.resolve.ResolvedGraph;
import java.util.List;
import java.util.function.Predicate;

/**
 * Warns where a flow that runs once and a stream bring the same input into one table, which has
 * each row twice then. Targets of AUTO CDC keep one row of a key, however often it comes.
 */
final class DoubledInput {

    private final UpdateIntent intent;
    private final FlowGraph graph;
    private final ResolvedGraph resolved;
    private final Predicate<Flow> hasRun;
    private final PlanProblems problems;

    /**
     * @param hasRun whether a flow that runs once has run
     */
    DoubledInput(
            UpdateIntent intent,
            ResolvedGraph resolved,
            Predicate<Flow> hasRun,
            PlanProblems problems) {
        this.intent = intent;
        this.graph = intent.graph();
        this.resolved = resolved;
        this.hasRun = hasRun;
        this.problems = problems;
    }

    void check() {
        for (Flow once : graph.flows()) {
            boolean runs =
                    once.kind() == FlowKind.ONCE
                            && intent.selection().refreshes(once.target())
                            && !hasRun.test(once);
            if (!runs) {
                continue;
            }
            for (Flow stream : graph.flowsInto(once.target())) {
                if (stream.kind() == FlowKind.APPEND) {
                    check(once, stream);
                }
            }
        }
    }

    private void check(Flow once, Flow stream) {
        for (QuerySource source : sources(once)) {
            for (QuerySource other : sources(stream)) {
                if (other.streaming() && isSame(source, other)) {
                    problems.warning(
                            "flow `%s` and the stream `%s` both bring what is in %s into `%s`: each of those rows is there twice then; choose other input for one of them, or leave one out"
                                    .formatted(
                                            once.name(),
                                            stream.name(),
                                            name(other),
                                            graph.displayName(once.target())));
                    return;
                }
            }
        }
    }

    private List<QuerySource> sources(Flow flow) {
        return resolved.query(flow).map(query -> query.sources()).orElse(List.of());
    }

    private static boolean isSame(QuerySource one, QuerySource other) {
        if (one instanceof QuerySource.Table table && other instanceof QuerySource.Table stream) {
            return table.path().equals(stream.path());
        }
        return one instanceof QuerySource.Function function
                && other instanceof QuerySource.Function stream
                && function.function().name().equals(stream.function().name())
                && function.function().overlaps(function.call(), stream.call());
    }

    private static String name(QuerySource source) {
        return source instanceof QuerySource.Table table
                ? "`%s`".formatted(table.name())
                : "`%s`".formatted(KeptSource.of(source).place());
    }
}
