/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.checkpoint;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.delta.TableHistory;
import io.millrace.spark.delta.TableSnapshot;
import io.millrace.spark.execution.table.TableLocations;
import io.millrace.spark.execution.table.TableTarget;
import io.millrace.spark.sink.SinkRecord;
import io.millrace.spark.state.DatasetState;
import io.millrace.spark.state.FlowState;
import io.millrace.spark.state.PipelineState;
import io.millrace.spark.state.PipelineStorage;
import io.millrace.spark.state.TableState;
import io.millrace.spark.storage.StorageFiles;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.SparkSession;

/**
 * What flows have done so far: told by their checkpoints, and by marks in their tables' logs. Each
 * log is read once, so one is for one update and one thread.
 */
public final class KeptProgress {

    private static final String LOG = "/_delta_log";
    private static final String ONCE = "once";

    private final SparkSession session;
    private final StorageFiles files;
    private final PipelineStorage storage;
    private final String pipeline;
    private final long begun = System.currentTimeMillis();
    private final Map<String, Optional<TableHistory>> histories = new HashMap<>();

    public KeptProgress(
            SparkSession session, StorageFiles files, PipelineStorage storage, String pipeline) {
        this.session = session;
        this.files = files;
        this.storage = storage;
        this.pipeline = pipeline;
    }

    /** The checkpoint that a flow has, or will have, in the given state of its target. */
    public FlowCheckpoint checkpoint(DatasetName target, String flow, TableState table) {
        return new FlowCheckpoint(files, storage.checkpoint(target, flow, table));
    }

    /** A checkpoint in a folder that is no flow's. */
    public FlowCheckpoint checkpointIn(String folder) {
        return new FlowCheckpoint(files, folder);
    }

    /** Whether a flow has written into a sink. */
    public SinkRecord sinkRecord(DatasetName sink, String flow, TableState table) {
        return new SinkRecord(files, storage.sinkRecord(sink, flow, table));
    }

    /** The table at a place as it was when this was made, or newer; looked up once. */
    public Optional<TableHistory> history(String path) {
        return histories.computeIfAbsent(path, key -> TableHistory.since(session, key, begun));
    }

    /** The version of an application's last transaction, as the log of a table tells it. */
    public OptionalLong transactionVersion(TableSnapshot table, String application) {
        return table.transactionVersion(
                application,
                () ->
                        history(table.path())
                                .map(history -> history.transactionVersion(application))
                                .orElse(OptionalLong.empty()));
    }

    /**
     * The state of a pipeline whose storage knows nothing, with the generations of those of its
     * tables that are there all the same: the storage was moved or removed.
     */
    public PipelineState adopt(FlowGraph graph, PipelineState empty, TableLocations locations) {
        Map<String, DatasetState> datasets = new HashMap<>(empty.datasets());
        for (Dataset dataset : graph.datasets()) {
            if (!dataset.isStored() || !files.exists(locations.path(dataset.name()) + LOG)) {
                continue;
            }
            String mark = TableTarget.generationName(pipeline, dataset.name(), TableState.FIRST);
            long generation =
                    history(locations.path(dataset.name()))
                            .map(found -> found.transactionVersion(mark).orElse(1))
                            .orElse(1L);
            if (generation > 1) {
                TableState table =
                        new TableState(
                                Math.toIntExact(generation), Map.of(), Map.of(), Optional.empty());
                datasets.put(
                        dataset.name().key(),
                        new DatasetState(
                                dataset.name(),
                                dataset.kind().name(),
                                true,
                                dataset.isPrivate(),
                                table,
                                Optional.empty(),
                                Map.of()));
            }
        }
        return new PipelineState(empty.pipeline(), empty.update(), datasets);
    }

    /** Whether the state knows a flow as one that runs once. */
    public static boolean isOnce(FlowState flow) {
        return flow.kind().equals(FlowKind.ONCE.name());
    }

    /**
     * Whether a flow that has left the sources, or has another name, has done anything, as its
     * checkpoint and the record of its sink tell.
     */
    public boolean hasAny(DatasetName target, FlowState flow, TableState table) {
        return !checkpoint(target, flow.name(), table).isEmpty()
                || sinkRecord(target, flow.name(), table).read().isPresent();
    }

    /**
     * The same of a flow into a table, as its checkpoint and the log of the table tell.
     *
     * @param path of the table
     */
    public boolean hasAny(DatasetName target, FlowState flow, TableState table, String path) {
        return !checkpoint(target, flow.name(), table).isEmpty()
                || history(path)
                        .filter(
                                history ->
                                        history.hasTransaction(
                                                marks(target, flow.name(), table, ""),
                                                "/" + table.folder(flow.name())))
                        .isPresent();
    }

    /** The done-mark of a flow that runs once. */
    public String onceMark(Flow flow, TableState table) {
        return TableTarget.application(pipeline, flow.target(), flow.name(), ONCE, table);
    }

    /**
     * What the marks of a flow begin with.
     *
     * @param kind the first word of the kind of mark; empty for all
     */
    public String marks(DatasetName target, String flow, TableState table, String kind) {
        String all = TableTarget.application(pipeline, target, flow, kind, table);
        return all.substring(0, all.lastIndexOf('/'));
    }
}
