/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The graph as a Mermaid flowchart. Streaming reads are solid, batch reads dotted. */
public final class FlowGraphMermaid {

    private FlowGraphMermaid() {}

    /** Lines separated by LF, none at the end. */
    public static String write(FlowGraph graph) {
        GraphView view = GraphView.of(graph);
        List<String> lines = new ArrayList<>();
        lines.add("flowchart LR");
        for (GraphView.Node node : view.nodes()) {
            lines.add("  " + node.id() + box(node));
        }
        for (GraphView.Edge edge : view.edges()) {
            lines.add("  " + edge.from() + (edge.streaming() ? " --> " : " -.-> ") + edge.to());
        }
        lines.add("  classDef source fill:#eeeeee,stroke:#888888,color:#222222");
        lines.add("  classDef streaming_table fill:#d6e9ff,stroke:#3573b1,color:#222222");
        lines.add("  classDef materialized_view fill:#d9f2dd,stroke:#3b8a4a,color:#222222");
        lines.add("  classDef table fill:#fdf0d0,stroke:#b08a2e,color:#222222");
        lines.add("  classDef view fill:#ffffff,stroke:#888888,color:#222222");
        lines.add("  classDef sink fill:#f6dcf0,stroke:#a04f8d,color:#222222");
        lines.add("  classDef flow fill:#ffffff,stroke:#888888,color:#222222");
        return String.join("\n", lines);
    }

    private static String box(GraphView.Node node) {
        String label = "\"" + escaped(node.label()) + "<br/>" + escaped(node.type()) + "\"";
        String shape =
                switch (node.shape()) {
                    case STREAMING_TABLE, MATERIALIZED_VIEW, TABLE -> "[" + label + "]";
                    case VIEW, FLOW -> "([" + label + "])";
                    case SOURCE -> "[/" + label + "/]";
                    case SINK -> "[[" + label + "]]";
                };
        return shape + ":::" + node.shape().style();
    }

    /** Mermaid reads labels as HTML: whatever is not plain is written as a character code. */
    private static String escaped(String text) {
        return text.codePoints()
                .mapToObj(
                        c ->
                                Character.isLetterOrDigit(c) || " _.-/:()".indexOf(c) >= 0
                                        ? Character.toString(c)
                                        : "#" + c + ";")
                .collect(Collectors.joining());
    }
}
