/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import io.millrace.compiler.diagnostic.DisplayText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The drawing of a graph as SVG; all text in it is escaped. */
final class GraphSvg {

    private static final int NODE_WIDTH = 220;
    private static final int NODE_HEIGHT = 46;
    private static final int COLUMN_WIDTH = 300;
    private static final int ROW_HEIGHT = 66;
    private static final int MAX_LABEL = 28;

    private GraphSvg() {}

    static String write(GraphView view) {
        Map<String, GraphLayout.Cell> cells = GraphLayout.of(view);
        int columns = cells.values().stream().mapToInt(GraphLayout.Cell::column).max().orElse(0);
        int rows = cells.values().stream().mapToInt(GraphLayout.Cell::row).max().orElse(0);
        int width = columns * COLUMN_WIDTH + NODE_WIDTH + 2;
        int height = rows * ROW_HEIGHT + NODE_HEIGHT + 2;
        List<String> lines = new ArrayList<>();
        lines.add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" role=\"img\">"
                        .formatted(width, height));
        lines.add(
                "<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\""
                        + " markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\">"
                        + "<path class=\"arrow\" d=\"M0 0L8 4L0 8z\"/></marker></defs>");
        view.edges()
                .forEach(
                        edge ->
                                lines.add(
                                        edge(edge, cells.get(edge.from()), cells.get(edge.to()))));
        view.nodes().forEach(node -> lines.add(node(node, cells.get(node.id()))));
        lines.add("</svg>");
        return String.join("\n", lines);
    }

    private static String edge(GraphView.Edge edge, GraphLayout.Cell from, GraphLayout.Cell to) {
        int x1 = x(from) + NODE_WIDTH;
        int y1 = y(from) + NODE_HEIGHT / 2;
        int x2 = x(to);
        int y2 = y(to) + NODE_HEIGHT / 2;
        int bend = Math.max(40, (x2 - x1) / 2);
        return ("<path class=\"edge %s\" data-from=\"%s\" data-to=\"%s\" marker-end=\"url(#arrow)\""
                        + " d=\"M%d %dC%d %d %d %d %d %d\"/>")
                .formatted(
                        edge.streaming() ? "stream" : "batch",
                        edge.from(),
                        edge.to(),
                        x1,
                        y1,
                        x1 + bend,
                        y1,
                        x2 - bend,
                        y2,
                        x2,
                        y2);
    }

    private static String node(GraphView.Node node, GraphLayout.Cell cell) {
        boolean round =
                node.shape() == GraphView.Shape.VIEW || node.shape() == GraphView.Shape.FLOW;
        return ("<g class=\"node %s\" data-id=\"%s\" tabindex=\"0\" transform=\"translate(%d %d)\">"
                        + "<title>%s</title>"
                        + "<rect width=\"%d\" height=\"%d\" rx=\"%d\"/>"
                        + "<text x=\"12\" y=\"20\">%s</text>"
                        + "<text class=\"type\" x=\"12\" y=\"36\">%s</text></g>")
                .formatted(
                        node.shape().style(),
                        node.id(),
                        x(cell),
                        y(cell),
                        escaped(node.label()),
                        NODE_WIDTH,
                        NODE_HEIGHT,
                        round ? NODE_HEIGHT / 2 : 5,
                        escaped(shortened(node.label())),
                        escaped(node.type()));
    }

    private static int x(GraphLayout.Cell cell) {
        return cell.column() * COLUMN_WIDTH + 1;
    }

    private static int y(GraphLayout.Cell cell) {
        return cell.row() * ROW_HEIGHT + 1;
    }

    private static String shortened(String label) {
        if (label.codePointCount(0, label.length()) <= MAX_LABEL) {
            return label;
        }
        return label.substring(0, label.offsetByCodePoints(0, MAX_LABEL - 1)) + "\u2026";
    }

    /** Safe as the text of an element and inside a quoted attribute. */
    static String escaped(String text) {
        return DisplayText.line(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
