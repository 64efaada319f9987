/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.token.Quoted;
import io.millrace.spark.PipelineLocation;
import io.millrace.spark.catalyst.CatalogTables;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.execution.resolve.DatasetOrder;
import io.millrace.spark.execution.table.ViewPublisher;
import io.millrace.spark.state.PipelineStorage;
import java.util.List;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.SparkSession;

/**
 * Makes a pipeline's datasets readable in a session that is not an update's: views that a catalog
 * in memory has forgotten, and private tables, which no catalog knows, as temporary views.
 */
public final class PipelineTables {

    private PipelineTables() {}

    /** Leaves out what no update has made yet. */
    public static void show(SparkSession session, FlowGraph graph, PipelineLocation location) {
        PipelineStorage storage = new PipelineStorage(location.storage());
        ViewPublisher views = new ViewPublisher(session, graph);
        for (Dataset dataset : DatasetOrder.of(graph)) {
            if (dataset.isPrivate() && dataset.isStored()) {
                showPrivate(session, dataset, storage.privateTable(dataset.name()));
            } else if (dataset.kind() == DatasetKind.VIEW) {
                showView(session, views, dataset);
            }
        }
    }

    private static void showPrivate(SparkSession session, Dataset dataset, String path) {
        if (DeltaTableLog.at(session, path).snapshot().isPresent()) {
            session.read().format("delta").load(path).createOrReplaceTempView(quoted(dataset));
        }
    }

    private static String quoted(Dataset dataset) {
        return Quoted.name(dataset.name().last());
    }

    private static void showView(SparkSession session, ViewPublisher views, Dataset view) {
        List<String> name = view.name().parts();
        if (CatalogTables.exists(session, name)) {
            return;
        }
        try {
            views.publish(view);
        } catch (Exception e) {
            // Spark declares no checked exceptions, but throws them.
            if (!(e instanceof AnalysisException)) {
                throw e;
            }
        }
    }
}
