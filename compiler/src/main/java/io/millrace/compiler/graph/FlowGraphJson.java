/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The flow graph as versioned JSON.
 *
 * <p>Fields come in a fixed order; a field at its default (no clause, an empty list) is left out,
 * and a field that is missing has its default when it is read, so that a graph written by an older
 * version still loads. A graph of a newer version is refused.
 */
public final class FlowGraphJson {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private FlowGraphJson() {}

    /** The graph as text, indented by two spaces, lines separated by LF, without one at the end. */
    public static String write(FlowGraph graph) {
        try {
            return MAPPER.writer(printer()).writeValueAsString(toNode(graph));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree can always be written", e);
        }
    }

    public static ObjectNode toNode(FlowGraph graph) {
        return FlowGraphWriter.graph(graph);
    }

    /**
     * Reads what {@link #write} wrote, in this or an older version.
     *
     * @throws IllegalArgumentException if the text is no JSON, is no flow graph, or has a newer
     *     version than this build knows; the message says which
     */
    public static FlowGraph read(String json) {
        JsonNode node;
        try {
            node = MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "the flow graph is not valid JSON: " + e.getOriginalMessage(), e);
        }
        return FlowGraphReader.graph(node);
    }

    private static DefaultPrettyPrinter printer() {
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        DefaultPrettyPrinter printer =
                new DefaultPrettyPrinter(
                        Separators.createDefaultInstance()
                                .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                                .withArrayEmptySeparator("")
                                .withObjectEmptySeparator(""));
        printer.indentObjectsWith(indenter);
        printer.indentArraysWith(indenter);
        return printer;
    }
}
