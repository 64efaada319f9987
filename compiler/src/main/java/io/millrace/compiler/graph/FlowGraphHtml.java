/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.compiler.diagnostic.SecretMask;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The graph as one HTML page that needs nothing else: it loads nothing, and its content security
 * policy lets only its own script and style run, whatever the names in the graph hold.
 */
public final class FlowGraphHtml {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private FlowGraphHtml() {}

    /** The page; lines are separated by LF. */
    public static String write(FlowGraph graph) {
        GraphView view = GraphView.of(graph);
        String style = resource("graph.css");
        String script = resource("graph.js");
        return fill(
                resource("graph.html"),
                Map.of(
                        "TITLE",
                        GraphSvg.escaped(graph.pipeline()),
                        "SUMMARY",
                        graph.datasets().size() + " datasets, " + graph.flows().size() + " flows",
                        "STYLE",
                        style,
                        "STYLE_HASH",
                        hash(style),
                        "SCRIPT",
                        script,
                        "SCRIPT_HASH",
                        hash(script),
                        "SVG",
                        GraphSvg.write(view),
                        "DATA",
                        data(view).toString().replace("<", "\\u003c")));
    }

    private static ObjectNode data(GraphView view) {
        ObjectNode data = NODES.objectNode();
        view.nodes().forEach(node -> data.set(node.id(), node(node)));
        return data;
    }

    private static ObjectNode node(GraphView.Node node) {
        ObjectNode json = NODES.objectNode();
        json.put("name", node.label());
        json.put("type", node.type());
        Optional<Dataset> dataset = node.dataset();
        json.put("place", dataset.map(d -> d.place().toString()).orElse(""));
        json.put("comment", dataset.flatMap(Dataset::comment).orElse(""));
        ArrayNode columns = json.putArray("columns");
        ArrayNode expectations = json.putArray("expectations");
        ArrayNode properties = json.putArray("properties");
        dataset.ifPresent(
                d -> {
                    d.columns().forEach(column -> columns.add(column(column)));
                    d.expectations()
                            .forEach(expectation -> expectations.add(expectation(expectation)));
                    properties(d)
                            .forEach((key, value) -> properties.addArray().add(key).add(value));
                });
        ArrayNode flows = json.putArray("flows");
        node.flows().forEach(flow -> flows.add(flow(flow)));
        return json;
    }

    private static Map<String, String> properties(Dataset dataset) {
        Map<String, String> properties = SecretMask.values(dataset.properties());
        dataset.sink()
                .ifPresent(
                        sink -> {
                            properties.put("format", sink.format());
                            properties.putAll(SecretMask.values(sink.options()));
                        });
        return properties;
    }

    private static ArrayNode column(DatasetColumn column) {
        return NODES.arrayNode()
                .add(column.name())
                .add(column.type().orElse("") + (column.nullable() ? "" : " NOT NULL"))
                .add(column.comment().orElse(""));
    }

    private static ArrayNode expectation(DatasetExpectation expectation) {
        return NODES.arrayNode()
                .add(expectation.name())
                .add(expectation.condition().text())
                .add(expectation.violation().name().toLowerCase(Locale.ROOT));
    }

    private static ObjectNode flow(Flow flow) {
        return NODES.objectNode()
                .put("name", flow.name())
                .put("kind", GraphView.words(flow.kind()))
                .put("place", flow.place().toString())
                .put("query", flow.query().sql().text().strip());
    }

    /** Replaces each {@code @KEY@} of the template once, in one pass: values are never scanned. */
    private static String fill(String template, Map<String, String> values) {
        List<String> parts = List.of(template.split("@", -1));
        return parts.stream()
                .map(part -> values.getOrDefault(part, part))
                .collect(Collectors.joining());
    }

    private static String hash(String text) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static String resource(String name) {
        try (InputStream in = FlowGraphHtml.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name + " of the jar", e);
        }
    }
}
