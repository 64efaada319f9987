/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.check;

import io.millrace.compiler.graph.DatasetExpectation;
import io.millrace.compiler.graph.ExpectationKind;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.execution.checkpoint.KeptProgress;
import io.millrace.spark.execution.intent.UpdateIntent;
import io.millrace.spark.execution.resolve.ResolvedGraph;
import io.millrace.spark.execution.resolve.StreamModes;
import io.millrace.spark.execution.table.TableLocations;
import io.millrace.spark.problem.CommandOptions;
import io.millrace.spark.state.FlowState;
import io.millrace.spark.state.TableState;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Rows that other flows have brought must not vanish because each batch of a new flow replaces its
 * table.
 */
final class CompleteFlowCheck {

    private final UpdateIntent intent;
    private final FlowGraph graph;
    private final ResolvedGraph resolved;
    private final TableLocations locations;
    private final KeptProgress progress;
    private final PlanProblems problems;

    CompleteFlowCheck(
            UpdateIntent intent,
            ResolvedGraph resolved,
            TableLocations locations,
            KeptProgress progress,
            PlanProblems problems) {
        this.intent = intent;
        this.graph = intent.graph();
        this.resolved = resolved;
        this.locations = locations;
        this.progress = progress;
        this.problems = problems;
    }

    void check() {
        for (Flow flow : graph.flows()) {
            Optional<PlannedQuery> query = resolved.query(flow);
            boolean alone = graph.flowsInto(flow.target()).size() == 1;
            unique(flow)
                    .filter(rule -> query.isPresent())
                    .filter(rule -> intent.selection().refreshes(flow.target()))
                    .filter(rule -> StreamModes.isComplete(flow, query.get(), alone))
                    .ifPresent(rule -> refuse(flow, rule));
            if (query.isPresent()
                    && intent.selection().refreshes(flow.target())
                    && !intent.selection().refreshesInFull(flow.target())
                    && resolved.existing(flow.target()).isPresent()
                    && StreamModes.isComplete(flow, query.get(), alone)) {
                check(flow);
            }
        }
    }

    private Optional<DatasetExpectation> unique(Flow flow) {
        return graph.dataset(flow.target()).stream()
                .flatMap(dataset -> dataset.expectations().stream())
                .filter(rule -> rule.kind() == ExpectationKind.UNIQUE)
                .filter(rule -> flow.kind() == FlowKind.APPEND)
                .findFirst();
    }

    private void refuse(Flow flow, DatasetExpectation rule) {
        String name = graph.displayName(flow.target());
        problems.error(
                flow,
                RunErrorCode.MILLRACE_NOT_EXECUTABLE,
                "updates do not run the expectation `%s` of `%s`: each batch of flow `%s` replaces all rows of the table"
                        .formatted(rule.name(), name, flow.name()),
                "put EXPECT UNIQUE on a materialized view over `%s`".formatted(name));
    }

    private void check(Flow flow) {
        TableState table = intent.target(flow);
        List<FlowState> others =
                intent.before().dataset(flow.target()).stream()
                        .flatMap(known -> known.flows().values().stream())
                        .filter(other -> bringsOtherRows(flow, other))
                        .filter(
                                other ->
                                        progress.hasAny(
                                                flow.target(),
                                                other,
                                                table,
                                                locations.path(flow.target())))
                        .toList();
        if (others.isEmpty()) {
            return;
        }
        String name = graph.displayName(flow.target());
        problems.error(
                flow,
                RunErrorCode.MILLRACE_COMPLETE_FLOW,
                "flow `%s` aggregates a stream without a watermark, so each batch replaces all rows of `%s`; it holds rows of %s, which would be lost"
                        .formatted(
                                flow.name(),
                                name,
                                others.stream()
                                        .map(other -> "flow `" + other.name() + "`")
                                        .collect(Collectors.joining(" and "))),
                "give the aggregate a streaming table of its own, or run %s to begin anew without those rows"
                        .formatted(CommandOptions.fullRefresh(name)));
    }

    /** The same flow goes on from its state, and one that was different is refused for that. */
    private boolean bringsOtherRows(Flow flow, FlowState other) {
        boolean renamed =
                intent.renames()
                        .before(flow)
                        .filter(name -> name.equalsIgnoreCase(other.name()))
                        .isPresent();
        if (renamed) {
            return false;
        }
        boolean same = other.name().equalsIgnoreCase(flow.name());
        boolean goesOn = !intent.selection().startsAnew(flow);
        boolean replaced = other.kind().equals(flow.kind().name());
        return !same || !((goesOn && !KeptProgress.isOnce(other)) || replaced);
    }
}
