/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.spark.PipelineLocation;
import io.millrace.spark.UpdateListener;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.catalyst.Sessions;
import io.millrace.spark.event.EventLogFunction;
import io.millrace.spark.function.TableFunctions;
import io.millrace.spark.state.PipelineStorage;
import io.millrace.spark.state.StateFile;
import io.millrace.spark.storage.StorageFiles;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.spark.sql.SparkSession;

/**
 * What an update is of, and where it works. One for each update: the queries that it has planned
 * are kept in it.
 *
 * @param session the update's own, with the settings that queries are planned with
 * @param memo what planning remembers from one query to the next; safe for use by several threads
 */
record UpdateContext(
        SparkSession session,
        FlowGraph graph,
        PipelineStorage storage,
        StorageFiles files,
        StateFile stateFile,
        UpdateRequest request,
        UpdateListener listener,
        TableFunctions functions,
        ConcurrentMap<String, Object> memo) {

    private static final Map<String, String> PLANNING_SETTINGS =
            Map.of(
                    "spark.sql.streaming.schemaInference",
                    "true",
                    // ${...} is the compiler's; what is left of it is text, and stays as it is.
                    "spark.sql.variable.substitute",
                    "false");

    static UpdateContext of(
            SparkSession session,
            FlowGraph graph,
            PipelineLocation location,
            UpdateRequest request,
            UpdateListener listener,
            TableFunctions functions) {
        SparkSession own = Sessions.cloneWith(session, PLANNING_SETTINGS);
        own.conf().set(EventLogFunction.STORAGE, location.storage());
        PipelineStorage storage = new PipelineStorage(location.storage());
        StorageFiles files = new StorageFiles(session.sparkContext().hadoopConfiguration());
        return new UpdateContext(
                own,
                graph,
                storage,
                files,
                new StateFile(files, storage, graph.pipeline()),
                request,
                listener,
                functions,
                new ConcurrentHashMap<>());
    }

    /** The datasets that have tables. */
    List<Dataset> stored() {
        return graph.datasets().stream().filter(Dataset::isStored).toList();
    }
}
