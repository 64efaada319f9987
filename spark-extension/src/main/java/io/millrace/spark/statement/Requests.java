/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.catalyst.CatalogTables;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.state.PipelineStorage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;

/** What updates of sessions ask for. */
final class Requests {

    private static final int CONCURRENT_FLOWS = 16;

    private Requests() {}

    /**
     * For datasets that were just defined. One whose table somebody has dropped begins anew:
     * whoever defines it again wants it back.
     *
     * @param storage of their pipeline
     * @param names full names
     */
    static UpdateRequest define(
            SparkSession session,
            Unit unit,
            Definition before,
            String storage,
            List<String> names) {
        FlowGraph graph = unit.graph().orElseThrow();
        List<String> refresh = new ArrayList<>();
        List<String> anew = new ArrayList<>();
        for (String name : names) {
            boolean lost =
                    graph.datasets().stream()
                            .filter(
                                    dataset ->
                                            String.join(".", dataset.name().parts()).equals(name))
                            .anyMatch(dataset -> isLost(session, dataset, before, storage));
            (lost ? anew : refresh).add(name);
        }
        UpdateRequest request = request(refresh, anew);
        return anew.isEmpty() ? request : request.withForce();
    }

    private static boolean isLost(
            SparkSession session, Dataset dataset, Definition before, String storage) {
        return dataset.isStored()
                && !dataset.isPrivate()
                && before.dataset(dataset.name()).isPresent()
                && !CatalogTables.exists(session, dataset.name().parts())
                && !wasPrivate(session, dataset, storage);
    }

    /** The update will move the table into the catalog. */
    private static boolean wasPrivate(SparkSession session, Dataset dataset, String storage) {
        String path = new PipelineStorage(storage).privateTable(dataset.name());
        return DeltaTableLog.at(session, path).latestVersion() >= 0;
    }

    static UpdateRequest refresh(String name, boolean full, Optional<String> where) {
        UpdateRequest request =
                full ? request(List.of(), List.of(name)) : request(List.of(name), List.of());
        return where.map(condition -> request.withReplaceWhere(Map.of(name, condition)))
                .orElse(request);
    }

    private static UpdateRequest request(List<String> refresh, List<String> full) {
        return new UpdateRequest(refresh, full, false, List.of(), false, CONCURRENT_FLOWS, 0);
    }
}
