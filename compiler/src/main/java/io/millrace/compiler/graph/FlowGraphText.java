/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import io.millrace.compiler.diagnostic.DisplayText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The graph for a terminal: each dataset with its flows and what they read, in source order. */
public final class FlowGraphText {

    private FlowGraphText() {}

    /** Lines separated by LF, none at the end. */
    public static String write(FlowGraph graph) {
        Map<String, List<Flow>> flows =
                graph.flows().stream().collect(Collectors.groupingBy(flow -> flow.target().key()));
        List<String> lines = new ArrayList<>();
        lines.add(
                "pipeline %s (%s.%s): %s, %s"
                        .formatted(
                                graph.pipeline(),
                                graph.catalog(),
                                graph.schema(),
                                count(graph.datasets().size(), "dataset"),
                                count(graph.flows().size(), "flow")));
        for (Dataset dataset : graph.datasets()) {
            lines.add("");
            lines.add(
                    "%s%s %s  %s"
                            .formatted(
                                    dataset.isPrivate() ? "private " : "",
                                    GraphView.words(dataset.kind()),
                                    graph.displayName(dataset.name()),
                                    dataset.place()));
            for (Flow flow : flows.getOrDefault(dataset.name().key(), List.of())) {
                lines.add("  " + flow(graph, flow));
            }
        }
        return lines.stream().map(DisplayText::line).collect(Collectors.joining("\n"));
    }

    private static String flow(FlowGraph graph, Flow flow) {
        String inputs =
                flow.query().inputs().stream()
                        .map(input -> GraphView.words(graph, input))
                        .distinct()
                        .collect(Collectors.joining(", "));
        String reads = inputs.isEmpty() ? "reads nothing" : "reads " + inputs;
        if (flow.kind() == FlowKind.VIEW || flow.kind() == FlowKind.MATERIALIZED_VIEW) {
            return reads;
        }
        String once = flow.once() && flow.kind() != FlowKind.ONCE ? " once" : "";
        return "%s flow %s %s".formatted(GraphView.words(flow.kind()) + once, flow.name(), reads);
    }

    private static String count(int number, String word) {
        return number + " " + word + (number == 1 ? "" : "s");
    }
}
