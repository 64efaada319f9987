/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.table;

import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.spark.catalyst.KeptSource;
import io.millrace.spark.catalyst.StoredDatasets;
import io.millrace.spark.catalyst.StoredTableViews;
import io.millrace.spark.catalyst.StoredView;
import io.millrace.spark.cdc.CdcViews;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.execution.resolve.ResolvedGraph;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** The stored datasets as flows read them while an update runs: the tables themselves. */
public final class UpdateDatasets implements StoredDatasets {

    /** Logs with more commits than this are read from their newest state. */
    private static final int SHORT_LOG = 20;

    private final SparkSession session;
    private final TableLocations locations;
    private final Function<Flow, String> functionState;
    private final Function<Flow, List<KeptSource>> kept;
    private final ResolvedGraph resolved;

    public UpdateDatasets(
            SparkSession session,
            TableLocations locations,
            Function<Flow, String> functionState,
            Function<Flow, List<KeptSource>> kept,
            ResolvedGraph resolved) {
        this.kept = kept;
        this.session = session;
        this.locations = locations;
        this.functionState = functionState;
        this.resolved = resolved;
    }

    @Override
    public String path(DatasetName dataset) {
        return locations.path(dataset);
    }

    @Override
    public Optional<StructType> placeholder(DatasetName dataset) {
        return Optional.empty();
    }

    @Override
    public Optional<StoredView> view(DatasetName dataset) {
        return CdcTables.view(resolved, dataset);
    }

    @Override
    public StoredTableViews foreignViews() {
        return CdcViews.IN_SESSIONS;
    }

    /**
     * A stream starts with the table's present files, which Delta finds out in a Spark job. A table
     * to which rows were only ever added can as well be read commit by commit.
     */
    @Override
    public Map<String, String> streamOptions(String path) {
        return DeltaTableLog.at(session, path).isAppendOnlyFromStart(SHORT_LOG)
                ? Map.of("startingVersion", "0")
                : Map.of();
    }

    @Override
    public List<KeptSource> keptSources(Flow flow) {
        return kept.apply(flow);
    }

    @Override
    public Optional<String> stateFolder(Flow flow) {
        return Optional.of(functionState.apply(flow));
    }
}
