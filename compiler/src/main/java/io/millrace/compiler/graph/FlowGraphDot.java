/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import java.util.ArrayList;
import java.util.List;

/** The graph in the language of Graphviz. Streaming reads are solid, batch reads dashed. */
public final class FlowGraphDot {

    private FlowGraphDot() {}

    /** Lines separated by LF, none at the end. */
    public static String write(FlowGraph graph) {
        GraphView view = GraphView.of(graph);
        List<String> lines = new ArrayList<>();
        lines.add("digraph " + quoted(graph.pipeline()) + " {");
        lines.add("  rankdir=LR;");
        lines.add("  node [fontname=\"Helvetica\", fontsize=11, style=filled, fillcolor=white];");
        lines.add("  edge [color=\"#555555\"];");
        for (GraphView.Node node : view.nodes()) {
            lines.add(
                    "  %s [label=%s, %s];"
                            .formatted(
                                    node.id(),
                                    quoted(node.label() + "\n" + node.type()),
                                    style(node.shape())));
        }
        for (GraphView.Edge edge : view.edges()) {
            lines.add(
                    "  %s -> %s%s;"
                            .formatted(
                                    edge.from(),
                                    edge.to(),
                                    edge.streaming() ? "" : " [style=dashed]"));
        }
        lines.add("}");
        return String.join("\n", lines);
    }

    private static String style(GraphView.Shape shape) {
        return switch (shape) {
            case SOURCE -> "shape=folder, fillcolor=\"#eeeeee\"";
            case STREAMING_TABLE -> "shape=box, fillcolor=\"#d6e9ff\"";
            case MATERIALIZED_VIEW -> "shape=box, fillcolor=\"#d9f2dd\"";
            case TABLE -> "shape=box, fillcolor=\"#fdf0d0\"";
            case VIEW -> "shape=box, style=\"filled,rounded\"";
            case SINK -> "shape=cds, fillcolor=\"#f6dcf0\"";
            case FLOW -> "shape=ellipse";
        };
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
