/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.table;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.spark.delta.ConcurrentChange;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.delta.FlowSchema;
import io.millrace.spark.delta.PartitionText;
import io.millrace.spark.delta.SchemaMerge;
import io.millrace.spark.delta.TableChange;
import io.millrace.spark.delta.TableDefinition;
import io.millrace.spark.delta.TableSnapshot;
import io.millrace.spark.delta.TableWrite;
import io.millrace.spark.expectation.SideTable;
import io.millrace.spark.state.PipelineStorage;
import io.millrace.spark.state.TableState;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * A table that flows write in an update. All writes go through here: they carry the generation, and
 * the first one of a new generation replaces what the old one left. Shared by all flows into the
 * table; safe for use by several threads.
 */
public final class TableTarget {

    private static final int ATTEMPTS = 5;

    private final String pipeline;
    private final Dataset dataset;
    private final String path;
    private StructType schema;
    private final TableState state;
    private final boolean exclusive;
    private Optional<TableChange> pendingChange;
    private boolean generationIsCurrent;

    /**
     * @param pendingChange metadata that the first write brings along
     * @param generationIsCurrent whether the table is known to be in the generation of the state
     * @param exclusive whether writes must come one after another
     */
    TableTarget(
            String pipeline,
            Dataset dataset,
            String path,
            StructType schema,
            TableState state,
            Optional<TableChange> pendingChange,
            boolean generationIsCurrent,
            boolean exclusive) {
        this.pipeline = pipeline;
        this.dataset = dataset;
        this.path = path;
        this.schema = schema;
        this.state = state;
        this.pendingChange = pendingChange;
        this.generationIsCurrent = generationIsCurrent;
        this.exclusive = exclusive;
    }

    /** The dataset whose table it is. */
    public Dataset dataset() {
        return dataset;
    }

    /** Where the table is. */
    public String path() {
        return path;
    }

    /** The columns that the table has, or will have after its next write. */
    public synchronized StructType schema() {
        return schema;
    }

    /**
     * Gives the table the columns that a flow returns and that it does not have: those that its
     * sources got since the update began.
     *
     * @throws io.millrace.spark.QueryException when the table cannot have them
     */
    public synchronized void evolve(SparkSession session, FlowSchema flow) {
        if (SchemaMerge.holds(schema, flow.schema())) {
            return;
        }
        String name = dataset.name().last();
        StructType grown =
                new SchemaMerge(name, dataset).merge(List.of(flow), Optional.of(schema), false);
        if (pendingChange.isPresent()) {
            TableChange change = pendingChange.get();
            pendingChange =
                    Optional.of(
                            new TableChange(
                                    grown,
                                    change.partitionColumns(),
                                    change.clusterColumns(),
                                    change.comment(),
                                    change.properties()));
        } else {
            DeltaTableLog log = DeltaTableLog.at(session, path);
            log.snapshot()
                    .flatMap(
                            now ->
                                    new TableDefinition(pipeline, name, dataset)
                                            .change(grown, now, false))
                    .ifPresent(log::change);
        }
        schema = grown;
    }

    /** The state that the update has given the table. */
    public TableState state() {
        return state;
    }

    /** The mark under which the generation of a table's contents is kept in its log. */
    public static TableWrite.Mark generationMark(
            String pipeline, Dataset dataset, TableState state) {
        return new TableWrite.Mark(
                generationName(pipeline, dataset.name(), state), state.generation());
    }

    /** The application id of that mark. */
    public static String generationName(String pipeline, DatasetName dataset, TableState state) {
        return "millrace/" + pipeline + "/" + PipelineStorage.tableFolder(dataset, state);
    }

    /** The mark of the generation that is written. */
    public TableWrite.Mark generationMark() {
        return generationMark(pipeline, dataset, state);
    }

    /** The application id of a flow's marks: tells pipelines, targets, flows, generations apart. */
    public String application(Flow flow, String kind) {
        return application(pipeline, flow.target(), flow.name(), kind, state);
    }

    /** The same for a flow that is only known by name. */
    public static String application(
            String pipeline, DatasetName target, String flow, String kind, TableState state) {
        return "millrace/"
                + pipeline
                + "/"
                + PipelineStorage.tableFolder(target, state)
                + "/"
                + state.flowFolder(flow)
                + "/"
                + kind
                + "/"
                + state.folder(flow);
    }

    /**
     * Writes rows that fit the table and are {@link #storable}.
     *
     * @param change metadata for the same commit, besides what is pending anyway
     * @param check throws when the rows, which have been run, shall not be committed
     * @return the number of rows; empty when the mark says that they were written before
     */
    public OptionalLong write(
            SparkSession session,
            org.apache.spark.sql.Dataset<Row> rows,
            boolean replace,
            Optional<TableWrite.Mark> mark,
            Optional<TableChange> change,
            Runnable check,
            String description) {
        TableWrite write =
                new TableWrite(rows, replace, mark, generationMark(), change, check, description);
        return !exclusive && isCurrent() ? commit(session, write) : commitInTurn(session, write);
    }

    /**
     * Adds those of some rows that a judge lets in beside what the table holds; they have to be
     * {@link #storable}. Flows of the update that do so wait for each other; when somebody else has
     * written the table meanwhile, the rows are judged again.
     *
     * @return the number of rows; empty when the mark says that they were written before
     */
    public OptionalLong writeJudged(
            SparkSession session,
            org.apache.spark.sql.Dataset<Row> rows,
            TableWrite.Judge judge,
            TableWrite.Mark mark,
            Runnable check,
            String description) {
        TableWrite write =
                new TableWrite(
                        rows,
                        Optional.of((given, table) -> storable(judge.keep(given, table))),
                        false,
                        Optional.of(mark),
                        generationMark(),
                        Optional.empty(),
                        check,
                        description);
        for (int attempt = 1; ; attempt++) {
            try {
                return commitInTurn(session, write);
            } catch (RuntimeException e) {
                if (attempt == ATTEMPTS || !ConcurrentChange.is(e)) {
                    throw e;
                }
            }
        }
    }

    private synchronized OptionalLong commitInTurn(SparkSession session, TableWrite write) {
        OptionalLong written =
                commit(session, write.change().isPresent() ? write : write.with(pendingChange));
        if (written.isPresent()) {
            pendingChange = Optional.empty();
            generationIsCurrent = true;
        }
        return written;
    }

    /**
     * Puts rows, which are {@link #storable}, in the place of those that meet a condition.
     *
     * @return the number of new rows
     */
    public synchronized long replaceWhere(
            SparkSession session,
            org.apache.spark.sql.Dataset<Row> rows,
            String predicate,
            Optional<TableChange> change,
            Runnable check,
            String description) {
        long written =
                DeltaTableLog.at(session, path)
                        .replaceWhere(
                                new TableWrite(
                                        rows,
                                        false,
                                        Optional.empty(),
                                        generationMark(),
                                        change.isPresent() ? change : pendingChange,
                                        check,
                                        description),
                                predicate);
        pendingChange = Optional.empty();
        generationIsCurrent = true;
        return written;
    }

    /** The table as one that takes the rows which another keeps out. */
    public SideTable sideTable() {
        return new SideTable(
                dataset.name(), path, schema, generationMark(), this::pendingChange, this::written);
    }

    /** Whether what the mark stands for is committed. */
    public boolean has(SparkSession session, TableWrite.Mark mark) {
        return DeltaTableLog.at(session, path)
                        .transactionVersion(mark.application())
                        .orElse(Long.MIN_VALUE)
                >= mark.version();
    }

    /** The metadata that the first write of a new generation brings along. */
    public synchronized Optional<TableChange> pendingChange() {
        return pendingChange;
    }

    /** A write that did not go through here has made the table what it shall be. */
    public synchronized void written() {
        pendingChange = Optional.empty();
        generationIsCurrent = true;
    }

    /** Empties a table that a new generation has left without any write. */
    public synchronized void finishGeneration(SparkSession session) {
        if (generationIsCurrent) {
            return;
        }
        DeltaTableLog.at(session, path).clear(generationMark(), pendingChange);
        generationIsCurrent = true;
        pendingChange = Optional.empty();
    }

    /** Whether the table is as it shall be, without any write. */
    public synchronized boolean hasNoPendingChange() {
        return pendingChange.isEmpty() && generationIsCurrent;
    }

    /** The metadata that the table shall have, given what it has. */
    public synchronized TableChange change(TableSnapshot now) {
        return pendingChange.orElseGet(() -> TableChange.of(now));
    }

    private synchronized boolean isCurrent() {
        return generationIsCurrent && pendingChange.isEmpty();
    }

    private OptionalLong commit(SparkSession session, TableWrite write) {
        return DeltaTableLog.at(session, path).write(write);
    }

    /**
     * The rows, which fail on a value that the table would keep as another one.
     *
     * @param rows without those that are put aside
     */
    public org.apache.spark.sql.Dataset<Row> storable(org.apache.spark.sql.Dataset<Row> rows) {
        return PartitionText.refuseEmpty(rows, dataset.name().last(), dataset.partitionColumns());
    }
}
