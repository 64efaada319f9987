/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.schedule;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How often a flow is tried again that failed for a passing reason. The first of: {@code
 * pipelines.maxFlowRetryAttempts} of the flow, of its dataset, what the update was asked for.
 */
final class RetryLimits {

    private static final List<String> KEYS =
            List.of("pipelines.maxFlowRetryAttempts", "spark.sql.pipelines.maxFlowRetryAttempts");

    private final FlowGraph graph;
    private final int usual;

    /**
     * @param usual what the update was asked for; without a limit nothing else counts
     */
    RetryLimits(FlowGraph graph, int usual) {
        this.graph = graph;
        this.usual = usual;
    }

    int of(Flow flow) {
        if (usual == Integer.MAX_VALUE) {
            return usual;
        }
        Stream<Map<String, String>> settings =
                Stream.concat(
                        Stream.of(flow.sparkConf()),
                        graph.dataset(flow.target()).stream()
                                .flatMap(
                                        (Dataset target) ->
                                                Stream.of(
                                                        target.properties(), target.sparkConf())));
        return settings.flatMap(given -> KEYS.stream().map(key -> given.getOrDefault(key, "")))
                .map(String::strip)
                .filter(value -> value.matches("[0-9]{1,9}"))
                .map(Integer::valueOf)
                .findFirst()
                .orElse(usual);
    }
}
