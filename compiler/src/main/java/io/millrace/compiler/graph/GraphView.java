/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import io.millrace.compiler.diagnostic.DisplayText;
import io.millrace.compiler.diagnostic.SecretMask;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The graph as it is drawn: a node for each dataset, for each source outside the pipeline, and for
 * each flow that is not its target's only and equally named one. Nodes and edges are in source
 * order, sources before the datasets that read them first.
 */
record GraphView(List<Node> nodes, List<Edge> edges) {

    private static final int LONGEST_PATH = 40;

    GraphView {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
    }

    /** What a node stands for. */
    enum Shape {
        SOURCE,
        STREAMING_TABLE,
        MATERIALIZED_VIEW,
        TABLE,
        VIEW,
        SINK,
        FLOW;

        /** A name for style classes. */
        String style() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A node.
     *
     * @param id a letter and a number, in node order
     * @param label the name as shown, without control characters
     * @param type the kind in words
     */
    record Node(
            String id,
            Shape shape,
            String label,
            String type,
            Optional<Dataset> dataset,
            List<Flow> flows) {
        Node {
            flows = List.copyOf(flows);
        }
    }

    /** From what is read to what reads it; streaming when it is read as a stream. */
    record Edge(String from, String to, boolean streaming) {}

    static GraphView of(FlowGraph graph) {
        return new Builder(graph).build();
    }

    /** The kind of a dataset in words. */
    static String words(DatasetKind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** The kind of a flow in words. */
    static String words(FlowKind kind) {
        return switch (kind) {
            case APPEND -> "append";
            case COMPLETE -> "complete";
            case ONCE -> "once";
            case AUTO_CDC -> "auto cdc";
            case AUTO_CDC_SNAPSHOT -> "auto cdc from snapshot";
            case MATERIALIZED_VIEW -> "materialized view";
            case SINK -> "sink";
            case REPLACE_WHERE -> "replace where";
            case REPLACE_USING -> "replace using";
            case VIEW -> "view";
        };
    }

    /** How an input is written in a query, such as {@code STREAM orders}. */
    static String words(FlowGraph graph, Input input) {
        return (input.streaming() ? "STREAM " : "") + name(graph, input);
    }

    private static String name(FlowGraph graph, Input input) {
        return switch (input.kind()) {
            case DATASET, EXTERNAL -> graph.displayName(input.name());
            case FILES -> files(input.name());
            case FUNCTION ->
                    input.name() + "(" + input.path().map(GraphView::path).orElse("") + ")";
        };
    }

    /** A long path is known by its end. */
    private static String path(String path) {
        String shown = SecretMask.value("path", path);
        int length = shown.codePointCount(0, shown.length());
        return "'"
                + (length > LONGEST_PATH
                        ? "..."
                                + shown.substring(
                                        shown.offsetByCodePoints(0, length - LONGEST_PATH + 3))
                        : shown)
                + "'";
    }

    private static String files(DatasetName name) {
        return name.parts().get(0)
                + "."
                + name.parts().stream().skip(1).collect(Collectors.joining(".", "`", "`"));
    }

    private static final class Builder {
        private final FlowGraph graph;
        private final Map<String, List<Flow>> flowsByTarget = new LinkedHashMap<>();
        private final Map<String, String> ids = new LinkedHashMap<>();
        private final List<Node> nodes = new ArrayList<>();
        private final Set<Edge> edges = new LinkedHashSet<>();

        Builder(FlowGraph graph) {
            this.graph = graph;
            for (Flow flow : graph.flows()) {
                flowsByTarget
                        .computeIfAbsent(flow.target().key(), key -> new ArrayList<>())
                        .add(flow);
            }
        }

        GraphView build() {
            for (Dataset dataset : graph.datasets()) {
                ids.put("dataset " + dataset.name().key(), "d" + ids.size());
            }
            int flowCount = 0;
            for (Dataset dataset : graph.datasets()) {
                String id = ids.get("dataset " + dataset.name().key());
                List<Flow> flows = flowsByTarget.getOrDefault(dataset.name().key(), List.of());
                boolean collapsed =
                        flows.size() == 1
                                && flows.get(0).name().equalsIgnoreCase(dataset.name().last());
                for (Flow flow : flows) {
                    String reader = collapsed ? id : "f" + flowCount++;
                    addInputs(flow, reader);
                    if (!collapsed) {
                        addFlow(flow, reader, id);
                    }
                }
                graph.quarantineOwner(dataset.name())
                        .map(owner -> ids.get("dataset " + owner.name().key()))
                        .ifPresent(owner -> edges.add(new Edge(owner, id, true)));
                nodes.add(
                        new Node(
                                id,
                                shape(dataset.kind()),
                                DisplayText.line(graph.displayName(dataset.name())),
                                (dataset.isPrivate() ? "private " : "") + words(dataset.kind()),
                                Optional.of(dataset),
                                collapsed ? flows : List.of()));
            }
            return new GraphView(nodes, List.copyOf(edges));
        }

        private void addFlow(Flow flow, String id, String target) {
            nodes.add(
                    new Node(
                            id,
                            Shape.FLOW,
                            DisplayText.line(flow.name()),
                            words(flow.kind()) + " flow",
                            Optional.empty(),
                            List.of(flow)));
            edges.add(new Edge(id, target, flow.query().streaming()));
        }

        private void addInputs(Flow flow, String reader) {
            for (Input input : flow.query().inputs()) {
                edges.add(new Edge(idOf(input), reader, input.streaming()));
            }
        }

        private String idOf(Input input) {
            String datasetId = ids.get("dataset " + input.name().key());
            if (input.kind() == InputKind.DATASET && datasetId != null) {
                return datasetId;
            }
            String label = name(graph, input);
            return ids.computeIfAbsent(
                    "source " + label + input.path().orElse(""), key -> addSource(input, label));
        }

        private String addSource(Input input, String label) {
            long sources = nodes.stream().filter(node -> node.shape() == Shape.SOURCE).count();
            String id = "s" + sources;
            String type =
                    switch (input.kind()) {
                        case DATASET, EXTERNAL -> "table";
                        case FILES -> "files";
                        case FUNCTION -> "function";
                    };
            nodes.add(
                    new Node(
                            id,
                            Shape.SOURCE,
                            DisplayText.line(label),
                            type,
                            Optional.empty(),
                            List.of()));
            return id;
        }

        private static Shape shape(DatasetKind kind) {
            return switch (kind) {
                case STREAMING_TABLE -> Shape.STREAMING_TABLE;
                case MATERIALIZED_VIEW -> Shape.MATERIALIZED_VIEW;
                case TABLE -> Shape.TABLE;
                case VIEW, TEMPORARY_VIEW -> Shape.VIEW;
                case SINK -> Shape.SINK;
            };
        }
    }
}
