/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Places nodes in columns from left to right: a node stands one column behind the last node that it
 * reads, and inside a column near the middle of its neighbours. The same graph always gets the same
 * places.
 */
final class GraphLayout {

    private static final int SWEEPS = 6;

    private final Map<String, List<String>> readers = new LinkedHashMap<>();
    private final Map<String, List<String>> sources = new LinkedHashMap<>();
    private final List<List<String>> columns = new ArrayList<>();

    /** A node's column and its row in the column, both 0-based. */
    record Cell(int column, int row) {}

    private GraphLayout(GraphView view) {
        for (GraphView.Node node : view.nodes()) {
            readers.put(node.id(), new ArrayList<>());
            sources.put(node.id(), new ArrayList<>());
        }
        for (GraphView.Edge edge : view.edges()) {
            readers.get(edge.from()).add(edge.to());
            sources.get(edge.to()).add(edge.from());
        }
    }

    /** The cells in node order. */
    static Map<String, Cell> of(GraphView view) {
        GraphLayout layout = new GraphLayout(view);
        layout.fillColumns(view);
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            layout.sweep(sweep % 2 == 0);
        }
        Map<String, Cell> cells = new HashMap<>();
        for (int column = 0; column < layout.columns.size(); column++) {
            List<String> ids = layout.columns.get(column);
            for (int row = 0; row < ids.size(); row++) {
                cells.put(ids.get(row), new Cell(column, row));
            }
        }
        Map<String, Cell> result = new LinkedHashMap<>();
        view.nodes().forEach(node -> result.put(node.id(), cells.get(node.id())));
        return result;
    }

    private void fillColumns(GraphView view) {
        Map<String, Integer> column = new HashMap<>();
        Map<String, Integer> waiting = new HashMap<>();
        List<String> ready = new ArrayList<>();
        for (GraphView.Node node : view.nodes()) {
            int count = sources.get(node.id()).size();
            waiting.put(node.id(), count);
            if (count == 0) {
                ready.add(node.id());
            }
        }
        for (int i = 0; i < ready.size(); i++) {
            String id = ready.get(i);
            int here = column.computeIfAbsent(id, key -> 0);
            for (String reader : readers.get(id)) {
                column.merge(reader, here + 1, Math::max);
                if (waiting.merge(reader, -1, Integer::sum) == 0) {
                    ready.add(reader);
                }
            }
        }
        for (GraphView.Node node : view.nodes()) {
            int index = column.getOrDefault(node.id(), 0);
            while (columns.size() <= index) {
                columns.add(new ArrayList<>());
            }
            columns.get(index).add(node.id());
        }
    }

    private void sweep(boolean leftToRight) {
        Map<String, Double> height = new HashMap<>();
        columns.forEach(ids -> remember(ids, height));
        for (int i = 0; i < columns.size(); i++) {
            List<String> ids = columns.get(leftToRight ? i : columns.size() - 1 - i);
            Map<String, List<String>> neighbours = leftToRight ? sources : readers;
            Map<String, Double> wanted = new HashMap<>();
            for (String id : ids) {
                double middle =
                        neighbours.get(id).stream()
                                .mapToDouble(height::get)
                                .average()
                                .orElse(height.get(id));
                wanted.put(id, middle);
            }
            ids.sort(Comparator.comparing(wanted::get));
            remember(ids, height);
        }
    }

    /** Heights are relative to the middle of the column, so that columns of all sizes compare. */
    private static void remember(List<String> ids, Map<String, Double> height) {
        for (int row = 0; row < ids.size(); row++) {
            height.put(ids.get(row), row - (ids.size() - 1) / 2.0);
        }
    }
}
