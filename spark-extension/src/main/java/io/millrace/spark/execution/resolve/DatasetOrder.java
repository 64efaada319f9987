/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.resolve;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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

    /**
     * The same in parts: what is in a part depends on datasets of parts before it, and on none of
     * its own.
     */
    public static List<List<Dataset>> waves(FlowGraph graph) {
        Map<String, Integer> waveOf = new HashMap<>();
        List<List<Dataset>> waves = new ArrayList<>();
        for (Dataset dataset : of(graph)) {
            int wave = 0;
            for (Dataset before : before(graph, dataset)) {
                wave = Math.max(wave, waveOf.getOrDefault(before.name().key(), -1) + 1);
            }
            waveOf.put(dataset.name().key(), wave);
            if (wave == waves.size()) {
                waves.add(new ArrayList<>());
            }
            waves.get(wave).add(dataset);
        }
        return waves;
    }

    /** What must be known before a dataset can be. */
    private static List<Dataset> before(FlowGraph graph, Dataset dataset) {
        List<Dataset> before = new ArrayList<>();
        graph.quarantineOwner(dataset.name()).ifPresent(before::add);
        for (Flow flow : graph.flowsInto(dataset.name())) {
            flow.upstream().forEach(name -> graph.dataset(name).ifPresent(before::add));
        }
        return before;
    }

    private static void visit(
            FlowGraph graph, Dataset dataset, Set<String> visited, List<Dataset> ordered) {
        if (!visited.add(dataset.name().key())) {
            return;
        }
        before(graph, dataset).forEach(next -> visit(graph, next, visited, ordered));
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
