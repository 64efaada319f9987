/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.resolve;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.cdc.CdcResolution;
import io.millrace.spark.cdc.FlowInput;
import io.millrace.spark.cdc.StoredTarget;
import io.millrace.spark.delta.TableSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;

/** The targets of AUTO CDC flows in a graph. */
public final class CdcTargets {

    private CdcTargets() {}

    /** Whether a dataset is the target of AUTO CDC flows. */
    public static boolean isTarget(FlowGraph graph, DatasetName dataset) {
        return graph.flowsInto(dataset).stream().anyMatch(Flow::isCdc);
    }

    /** Resolves a target with its flows. */
    static CdcResolution resolve(
            FlowGraph graph,
            Dataset dataset,
            StructType declared,
            Map<Flow, PlannedQuery> queries,
            Optional<TableSnapshot> existing,
            boolean rewritten) {
        CdcResolution.checkProperties(graph.displayName(dataset.name()), dataset.properties());
        List<FlowInput> inputs = new ArrayList<>();
        for (Flow flow : graph.flowsInto(dataset.name())) {
            inputs.add(
                    new FlowInput(
                            flow.name(), flow.autoCdc().orElseThrow(), queries.get(flow).data()));
        }
        Optional<StoredTarget> stored =
                rewritten
                        ? Optional.empty()
                        : existing.map(
                                table -> new StoredTarget(table.schema(), table.properties()));
        return CdcResolution.of(graph.displayName(dataset.name()), declared, inputs, stored);
    }
}
