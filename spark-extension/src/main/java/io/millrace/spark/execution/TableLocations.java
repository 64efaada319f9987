/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.spark.catalyst.CatalogTables;
import io.millrace.spark.cdc.CdcViews;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/** Where the stored datasets of a pipeline are; looked up once for an update. */
final class TableLocations {

    private final Map<String, String> byKey = new HashMap<>();

    TableLocations(SparkSession session, FlowGraph graph, PipelineStorage storage) {
        for (Dataset dataset : graph.datasets()) {
            if (dataset.isStored()) {
                byKey.put(dataset.name().key(), locate(session, graph, dataset, storage));
            }
        }
    }

    private static String locate(
            SparkSession session, FlowGraph graph, Dataset dataset, PipelineStorage storage) {
        if (dataset.isPrivate()) {
            return storage.privateTable(dataset.name());
        }
        List<String> name = dataset.name().parts();
        if (CdcTables.isTarget(graph, dataset.name())) {
            return CdcViews.storedTable(CatalogTables.defaultLocation(session, name));
        }
        return CatalogTables.deltaLocation(session, name)
                .orElseGet(() -> CatalogTables.defaultLocation(session, name));
    }

    /** The path of a stored dataset of the pipeline. */
    String path(DatasetName dataset) {
        return byKey.get(dataset.key());
    }
}
