/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.resolve;

import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.cdc.CdcResolution;
import io.millrace.spark.delta.TableSnapshot;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;

/**
 * A graph with the schemas of its datasets and the analyzed queries of its flows, over empty
 * placeholders of the datasets. Does not change; safe for use by several threads.
 */
public final class ResolvedGraph {

    private final Map<String, StructType> schemas;
    private final Map<String, TableSnapshot> existing;
    private final Map<Flow, PlannedQuery> queries;
    private final Map<String, CdcResolution> cdc;
    private final List<RunDiagnostic> diagnostics;

    ResolvedGraph(
            Map<String, StructType> schemas,
            Map<String, TableSnapshot> existing,
            Map<Flow, PlannedQuery> queries,
            Map<String, CdcResolution> cdc,
            List<RunDiagnostic> diagnostics) {
        this.schemas = new LinkedHashMap<>(schemas);
        this.existing = new HashMap<>(existing);
        this.queries = new HashMap<>(queries);
        this.cdc = new HashMap<>(cdc);
        this.diagnostics = List.copyOf(diagnostics);
    }

    /** The schema of a stored dataset's table; empty when it could not be found out. */
    public Optional<StructType> schema(DatasetName dataset) {
        return Optional.ofNullable(schemas.get(dataset.key()));
    }

    /** The dataset's table as it is now. */
    public Optional<TableSnapshot> existing(DatasetName dataset) {
        return Optional.ofNullable(existing.get(dataset.key()));
    }

    /** A target of AUTO CDC flows with all its clauses resolved; empty for other datasets. */
    public Optional<CdcResolution> cdc(DatasetName dataset) {
        return Optional.ofNullable(cdc.get(dataset.key()));
    }

    /** The query of a flow; empty when it, or something that it reads, cannot work. */
    public Optional<PlannedQuery> query(Flow flow) {
        return Optional.ofNullable(queries.get(flow));
    }

    /** The query of a flow of a graph in which all can work. */
    public PlannedQuery planned(Flow flow) {
        return query(flow).orElseThrow();
    }

    /** What is wrong, in source order. */
    public List<RunDiagnostic> diagnostics() {
        return diagnostics;
    }
}
