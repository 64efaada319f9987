/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.check;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetExpectation;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.ExpectationKind;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.compiler.graph.Place;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.execution.resolve.CdcTargets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a graph may say and updates do not do: the one list of it. */
public final class Executability {

    private Executability() {}

    /**
     * A diagnostic for each statement that cannot be run, in source order by datasets and flows.
     */
    public static List<RunDiagnostic> problems(FlowGraph graph) {
        List<RunDiagnostic> problems = new ArrayList<>();
        for (Dataset dataset : graph.datasets()) {
            String name = graph.displayName(dataset.name());
            refreshPolicy(dataset)
                    .ifPresent(
                            policy ->
                                    problems.add(
                                            problem(
                                                    name,
                                                    Optional.empty(),
                                                    policy + " of",
                                                    "write REFRESH POLICY AUTO",
                                                    dataset.place())));
            dataset.expectations().stream()
                    .filter(rule -> isNotRun(graph, dataset, rule))
                    .forEach(
                            rule ->
                                    problems.add(
                                            problem(
                                                    name,
                                                    Optional.empty(),
                                                    "the expectation `" + rule.name() + "` of",
                                                    insteadOfUnique(dataset, name),
                                                    rule.place())));
        }
        return problems;
    }

    private static boolean isNotRun(FlowGraph graph, Dataset dataset, DatasetExpectation rule) {
        return rule.kind() == ExpectationKind.UNIQUE
                && dataset.kind() != DatasetKind.MATERIALIZED_VIEW
                && !CdcTargets.isTarget(graph, dataset.name())
                && (dataset.isView() || !isAddedTo(graph, dataset));
    }

    /** Whether flows add rows to a table and do nothing else to it. */
    private static boolean isAddedTo(FlowGraph graph, Dataset dataset) {
        return graph.flowsInto(dataset.name()).stream()
                .allMatch(flow -> flow.kind() == FlowKind.APPEND || flow.kind() == FlowKind.ONCE);
    }

    private static String insteadOfUnique(Dataset dataset, String name) {
        return dataset.isView()
                ? "put EXPECT UNIQUE on the table that reads the view"
                : "its flows replace rows: put EXPECT UNIQUE on a materialized view over `%s`"
                        .formatted(name);
    }

    /** A policy that asks for less than computing everything, which is what each refresh does. */
    private static Optional<String> refreshPolicy(Dataset dataset) {
        return switch (dataset.refreshPolicy()) {
            case AUTO, FULL -> Optional.empty();
            case INCREMENTAL -> Optional.of("REFRESH POLICY INCREMENTAL");
            case INCREMENTAL_STRICT -> Optional.of("REFRESH POLICY INCREMENTAL STRICT");
        };
    }

    private static RunDiagnostic problem(
            String dataset, Optional<String> flow, String what, String hint, Place place) {
        return new RunDiagnostic(
                RunErrorCode.MILLRACE_NOT_EXECUTABLE.name(),
                "updates do not run %s `%s`".formatted(what, dataset),
                Optional.of(hint),
                Optional.of(dataset),
                flow,
                Optional.empty(),
                Optional.of(place));
    }
}
