/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jgrapht.Graph;
import org.jgrapht.alg.connectivity.GabowStrongConnectivityInspector;
import org.jgrapht.graph.DirectedPseudograph;

/** No dataset depends on itself. Each circle is shown edge by edge: which dataset is read where. */
final class CycleCheck implements Check {

    /** A dataset is read by a flow into another. Two reads are two edges: equal by identity. */
    private static final class Edge {

        private final DatasetDeclaration from;
        private final DatasetDeclaration to;
        private final ResolvedInput input;

        Edge(DatasetDeclaration from, DatasetDeclaration to, ResolvedInput input) {
            this.from = from;
            this.to = to;
            this.input = input;
        }

        DatasetDeclaration from() {
            return from;
        }

        DatasetDeclaration to() {
            return to;
        }

        ResolvedInput input() {
            return input;
        }

        String fromKey() {
            return from.name().key();
        }

        String toKey() {
            return to.name().key();
        }
    }

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        Map<String, DatasetDeclaration> datasets = new LinkedHashMap<>();
        pipeline.datasets().forEach(dataset -> datasets.putIfAbsent(dataset.name().key(), dataset));
        Graph<String, Edge> graph = graphOf(pipeline, datasets);
        Map<String, Integer> order = new HashMap<>();
        datasets.keySet().forEach(dataset -> order.put(dataset, order.size()));
        for (Set<String> component :
                new GabowStrongConnectivityInspector<>(graph).stronglyConnectedSets()) {
            String first = Collections.min(component, Comparator.comparing(order::get));
            List<Edge> cycle = shortestCycle(graph, first, component);
            if (!cycle.isEmpty()) {
                report(cycle, diagnostics);
            }
        }
    }

    private static Graph<String, Edge> graphOf(
            PipelineModel pipeline, Map<String, DatasetDeclaration> datasets) {
        Graph<String, Edge> graph = new DirectedPseudograph<>(Edge.class);
        datasets.keySet().forEach(graph::addVertex);
        Map<String, DatasetDeclaration> owners = QuarantineTables.owners(pipeline.datasets());
        for (ResolvedFlow flow : pipeline.flows()) {
            DatasetDeclaration target = datasets.get(flow.target().key());
            if (target == null) {
                continue;
            }
            for (ResolvedInput input : flow.needs()) {
                DatasetDeclaration source =
                        input.dataset().map(found -> datasets.get(found.name().key())).orElse(null);
                if (source != null && owners.get(source.name().key()) != null) {
                    // A side table is written together with its dataset.
                    source = owners.get(source.name().key());
                }
                if (source != null) {
                    graph.addEdge(
                            source.name().key(),
                            target.name().key(),
                            new Edge(source, target, input));
                }
            }
        }
        return graph;
    }

    /** The shortest way from a dataset back to itself; empty if there is none. */
    private static List<Edge> shortestCycle(
            Graph<String, Edge> graph, String start, Set<String> component) {
        Map<String, Edge> reachedBy = new HashMap<>();
        Deque<String> queue = new ArrayDeque<>(List.of(start));
        while (!queue.isEmpty()) {
            for (Edge edge : graph.outgoingEdgesOf(queue.remove())) {
                if (edge.toKey().equals(start)) {
                    return path(reachedBy, edge, start);
                }
                if (component.contains(edge.toKey())
                        && reachedBy.putIfAbsent(edge.toKey(), edge) == null) {
                    queue.add(edge.toKey());
                }
            }
        }
        return List.of();
    }

    private static List<Edge> path(Map<String, Edge> reachedBy, Edge last, String start) {
        List<Edge> edges = new ArrayList<>();
        Edge edge = last;
        edges.add(edge);
        while (!edge.fromKey().equals(start)) {
            edge = reachedBy.get(edge.fromKey());
            edges.add(edge);
        }
        Collections.reverse(edges);
        return edges;
    }

    private static void report(List<Edge> cycle, Diagnostics diagnostics) {
        List<String> names = new ArrayList<>();
        cycle.forEach(edge -> names.add("`" + edge.from().written() + "`"));
        names.add(names.get(0));
        Edge first = cycle.get(0);
        if (cycle.size() == 1) {
            diagnostics.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_SELF_REFERENCE,
                                    first.input().span(),
                                    first.to().word(),
                                    first.to().written())
                            .withLabel("reads itself")
                            .withHint(
                                    "read the tables that it is made from; a table outside the"
                                            + " pipeline needs another name")
                            .withRelated(first.to().nameSpan(), "defined here"));
            return;
        }
        List<Diagnostic.Related> related = new ArrayList<>();
        for (Edge edge : cycle.subList(1, cycle.size())) {
            related.add(new Diagnostic.Related(edge.input().span(), describe(edge)));
        }
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_CYCLE,
                                first.input().span(),
                                String.join(" -> ", names))
                        .withLabel(describe(first))
                        .withHint("take one of the reads out of the circle")
                        .withRelated(related));
    }

    private static String describe(Edge edge) {
        return "`" + edge.to().written() + "` reads `" + edge.from().written() + "`";
    }
}
