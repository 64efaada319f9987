/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.resolve;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What comes before what in a graph. */
public final class DatasetOrder {

    private DatasetOrder() {}

    /** All datasets, each behind what its flows read; otherwise in source order. */
    public static List<Dataset> of(FlowGraph graph) {
        List<Dataset> ordered = new ArrayList<>();
        Set<String> visited = new HashSet<>();
        graph.datasets().forEach(dataset -> visit(graph, dataset, visited, ordered));
        return ordered;
    }

    private static void visit(
            FlowGraph graph, Dataset dataset, Set<String> visited, List<Dataset> ordered) {
        if (!visited.add(dataset.name().key())) {
            return;
        }
        graph.quarantineOwner(dataset.name())
                .ifPresent(owner -> visit(graph, owner, visited, ordered));
        for (Flow flow : graph.flowsInto(dataset.name())) {
            for (DatasetName upstream : flow.upstream()) {
                graph.dataset(upstream).ifPresent(next -> visit(graph, next, visited, ordered));
            }
        }
        ordered.add(dataset);
    }

    /** The stored datasets that a flow reads, through views too. */
    public static Set<DatasetName> storedUpstream(FlowGraph graph, Flow flow) {
        Set<DatasetName> result = new LinkedHashSet<>();
        collect(graph, flow, result, new HashSet<>());
        return result;
    }

    private static void collect(
            FlowGraph graph, Flow flow, Set<DatasetName> result, Set<String> views) {
        for (DatasetName name : flow.upstream()) {
            Dataset dataset = graph.dataset(name).orElse(null);
            if (dataset == null) {
                continue;
            }
            if (!dataset.isView()) {
                result.add(dataset.name());
            } else if (views.add(name.key())) {
                graph.flowsInto(name).forEach(view -> collect(graph, view, result, views));
            }
        }
    }
}
