/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import io.millrace.spark.FilesRead;
import io.millrace.spark.catalyst.ScalaInterop;
import io.millrace.spark.catalyst.Sessions;
import io.millrace.spark.failpoint.Failpoints;
import io.millrace.spark.storage.StorageFiles;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.DeltaOperations;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.VersionChecksum;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.delta.actions.FileAction;
import org.apache.spark.sql.delta.actions.Metadata;
import org.apache.spark.sql.delta.actions.Protocol;
import org.apache.spark.sql.delta.actions.RemoveFile;
import org.apache.spark.sql.delta.actions.SetTransaction;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.Tuple2;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A Delta table by its path: what its log says, and commits to it. Goes straight to Delta's
 * transactions, which costs a tenth of the same by SQL and lets one commit carry rows, metadata and
 * marks together.
 */
public final class DeltaTableLog {

    private static final Option<Object> NO_TIME = Option.empty();

    private final SparkSession session;
    private final String path;
    private final DeltaLog log;

    private DeltaTableLog(SparkSession session, String path) {
        this.session = session;
        this.path = path;
        Sessions.activate(session);
        this.log = DeltaLog.forTable(session, new Path(path));
    }

    /** The table at a place, which need not exist. */
    public static DeltaTableLog at(SparkSession session, String path) {
        return new DeltaTableLog(session, path);
    }

    /**
     * The newest state of the table at a place, or the one that it had at a time, without opening
     * its log where that can be helped; empty when there is no table.
     *
     * @param time in milliseconds since 1970
     */
    public static Optional<TableSnapshot> newest(SparkSession session, String path, long time) {
        StorageFiles files = new StorageFiles(session.sparkContext().hadoopConfiguration());
        Optional<TableSnapshot> told = ChecksumSnapshot.newest(files, path);
        return told.isPresent() ? told : at(session, path).snapshotSince(time);
    }

    /** Gives up what is known of a place, whose folder has come or gone as a whole. */
    public static void forget(SparkSession session, String path) {
        DeltaLog.invalidateCache(session, new Path(path));
    }

    /** The newest version, -1 when there is no table; lists the log. */
    public long latestVersion() {
        return update().version();
    }

    /** The newest state; empty when there is no table. */
    public Optional<TableSnapshot> snapshot() {
        return snapshot(update());
    }

    /**
     * The state as it was at a time, or a newer one; empty when there was no table. A log that was
     * listed since is not listed again.
     *
     * @param time in milliseconds since 1970
     */
    Optional<TableSnapshot> snapshotSince(long time) {
        return snapshot(log.update(false, since(time), Option.empty()));
    }

    /** What makes Delta go without listing a log again that it has listed after the time. */
    static Option<Object> since(long time) {
        return Option.apply(time);
    }

    private Optional<TableSnapshot> snapshot(Snapshot snapshot) {
        if (snapshot.version() < 0) {
            return Optional.empty();
        }
        Metadata metadata = snapshot.metadata();
        return Optional.of(
                new TableSnapshot(
                        path,
                        snapshot.version(),
                        metadata.id(),
                        metadata.schema(),
                        metadata.getPartitionColumns(),
                        MetadataCommits.clusterColumns(snapshot),
                        Optional.ofNullable(metadata.description()),
                        metadata.getConfiguration(),
                        Transactions.inChecksum(snapshot)));
    }

    /** The version of an application's last transaction in the table. */
    public OptionalLong transactionVersion(String application) {
        return Transactions.version(update(), application);
    }

    /** The columns at a version; empty when that cannot be made out any more. */
    public Optional<StructType> schemaAt(long version) {
        try {
            return Optional.of(
                    log.getSnapshotAt(version, Option.empty(), Option.empty(), false)
                            .metadata()
                            .schema());
        } catch (Exception e) {
            // Scala declares nothing; the log may be cut off before the version.
            return Optional.empty();
        }
    }

    /** How much data the newest version holds, when the log says so without being read whole. */
    public OptionalLong sizeInBytes() {
        Option<VersionChecksum> checksum = update().checksumOpt();
        return checksum.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(checksum.get().tableSizeBytes());
    }

    /** The data files of the newest version, when the log tells them without being read whole. */
    public Optional<FilesRead> files() {
        return ScalaInterop.optional(update().checksumOpt())
                .map(checksum -> new FilesRead(checksum.numFiles(), checksum.tableSizeBytes()));
    }

    /** How many rows the newest version holds, when the log says so without being read whole. */
    public OptionalLong rowCount() {
        Option<VersionChecksum> checksum = update().checksumOpt();
        if (checksum.isEmpty() || checksum.get().allFiles().isEmpty()) {
            return OptionalLong.empty();
        }
        long rows = 0;
        for (AddFile file : ScalaInterop.list(checksum.get().allFiles().get())) {
            if (file.numLogicalRecords().isEmpty()) {
                return OptionalLong.empty();
            }
            rows += (Long) file.numLogicalRecords().get();
        }
        return OptionalLong.of(rows);
    }

    /**
     * Whether the log is complete from version 0 and, behind its first commit, holds nothing but
     * additions of rows.
     *
     * @param most the longest log that is looked at; a longer one counts as no
     */
    public boolean isAppendOnlyFromStart(int most) {
        long version = latestVersion();
        if (version < 0 || version > most) {
            return false;
        }
        Iterator<Tuple2<Object, Seq<Action>>> commits =
                CollectionConverters.asJava(log.getChanges(0, Option.empty(), false));
        long expected = 0;
        while (commits.hasNext()) {
            Tuple2<Object, Seq<Action>> commit = commits.next();
            boolean first = expected == 0;
            if ((Long) commit._1() != expected++
                    || !ScalaInterop.list(commit._2()).stream()
                            .allMatch(action -> addsOnly(action, first))) {
                return false;
            }
        }
        return expected == version + 1;
    }

    private static boolean addsOnly(Action action, boolean first) {
        if (action instanceof Metadata || action instanceof Protocol) {
            return first;
        }
        return !(action instanceof RemoveFile removed && removed.dataChange());
    }

    /**
     * Makes the table, empty, in one commit. Takes a session with the {@link #creationSettings}.
     *
     * @param generation remembered in the commit
     */
    public void create(TableChange table, TableWrite.Mark generation) {
        Sessions.activate(session);
        new MetadataCommits(this).create(table, generation);
    }

    /** The settings of a session that creates tables. */
    public static Map<String, String> creationSettings() {
        return Map.of("spark.databricks.delta.allFilesInCrc.thresholdNumFiles", "-1");
    }

    /**
     * Changes the metadata in one commit, rows untouched. Where columns get a wider type, a commit
     * before it lets the table have such columns: streams that read it ask for that.
     */
    public void change(TableChange table) {
        Sessions.activate(session);
        new MetadataCommits(this).change(table);
    }

    /**
     * Removes all rows in one commit that carries the generation; nothing if it is there.
     *
     * @param change metadata that changes in the same commit
     */
    public void clear(TableWrite.Mark generation, Optional<TableChange> change) {
        Sessions.activate(session);
        OptimisticTransaction transaction = begin();
        if (has(transaction, generation)) {
            return;
        }
        List<Action> actions = new ArrayList<>();
        change.ifPresent(table -> MetadataCommits.define(transaction, table, true, actions));
        actions.addAll(removals(transaction));
        actions.add(transaction(generation));
        Failpoints.hit("generation.before-clear");
        commit(transaction, actions, write(SaveMode.Overwrite, "empty"));
        Failpoints.hit("generation.after-clear");
    }

    /**
     * Writes rows in one commit.
     *
     * @return the number of rows; empty when the mark was there already and nothing was written
     */
    public OptionalLong write(TableWrite write) {
        Sessions.activate(session);
        OptimisticTransaction transaction = begin();
        if (write.mark().isPresent() && has(transaction, write.mark().get())) {
            return OptionalLong.empty();
        }
        boolean newGeneration = !has(transaction, write.generation());
        boolean replace = write.replace() || newGeneration;
        List<Action> actions = new ArrayList<>();
        write.change()
                .ifPresent(change -> MetadataCommits.define(transaction, change, replace, actions));
        List<Action> removals = replace ? removals(transaction) : List.of();
        Dataset<Row> rows = write.data();
        if (write.judge().isPresent()) {
            rows = write.judge().get().keep(rows, new StoredRows(log, transaction, replace));
        }
        List<FileAction> files = ScalaInterop.list(transaction.writeFiles(rows));
        write.check().run();
        actions.addAll(files);
        actions.addAll(removals);
        write.mark().ifPresent(mark -> actions.add(transaction(mark)));
        if (newGeneration) {
            actions.add(transaction(write.generation()));
        }
        Failpoints.hit("table.before-commit");
        commit(
                transaction,
                actions,
                write(replace ? SaveMode.Overwrite : SaveMode.Append, write.description()));
        Failpoints.hit("table.after-commit");
        return OptionalLong.of(rows(files));
    }

    /**
     * Puts rows in the place of those that meet a condition, in one commit.
     *
     * @param predicate deterministic SQL over the table's columns
     * @return the number of new rows
     */
    public long replaceWhere(TableWrite write, String predicate) {
        Sessions.activate(session);
        return new ConditionalReplace(this, predicate).commit(write);
    }

    DeltaLog log() {
        return log;
    }

    SparkSession session() {
        return session;
    }

    /** Whether the mark is there; a commit that brings it meanwhile is a conflict. */
    static boolean has(OptimisticTransaction transaction, TableWrite.Mark mark) {
        transaction.readTxn().addOne(mark.application());
        return Transactions.version(transaction.snapshot(), mark.application())
                        .orElse(Long.MIN_VALUE)
                >= mark.version();
    }

    OptimisticTransaction begin() {
        OptimisticTransaction transaction = log.startTransaction(Option.empty(), Option.empty());
        CommitFences.begin(session, transaction);
        return transaction;
    }

    void commit(
            OptimisticTransaction transaction,
            List<Action> actions,
            DeltaOperations.Operation operation) {
        CommitFences.check(session);
        Failpoints.hit("table.inside-commit");
        try {
            transaction.commit(ScalaInterop.seq(actions), operation);
        } catch (Exception e) {
            // Scala declares nothing. Who has lost the right shall read that, not of a conflict.
            CommitFences.check(session);
            throw e;
        }
    }

    /** Leaves a mark in a commit of its own, unless it or a later one is there. */
    public void mark(TableWrite.Mark mark) {
        Sessions.activate(session);
        OptimisticTransaction transaction = begin();
        if (!has(transaction, mark)) {
            commit(
                    transaction,
                    List.of(transaction(mark)),
                    write(SaveMode.Append, "mark " + mark.application()));
        }
    }

    Snapshot update() {
        return log.update(false, NO_TIME, Option.empty());
    }

    private static List<Action> removals(OptimisticTransaction transaction) {
        List<Action> result = new ArrayList<>();
        for (AddFile file : ScalaInterop.list(allFiles(transaction))) {
            result.add(file.remove());
        }
        return result;
    }

    /** From the checksum too, which lists the files of small tables. */
    private static Seq<AddFile> allFiles(OptimisticTransaction transaction) {
        Option<VersionChecksum> checksum = transaction.snapshot().checksumOpt();
        if (checksum.isDefined() && checksum.get().allFiles().isDefined()) {
            transaction.readWholeTable();
            return checksum.get().allFiles().get();
        }
        return transaction.filterFiles();
    }

    static long rows(List<FileAction> files) {
        long rows = 0;
        for (FileAction file : files) {
            if (file instanceof AddFile added && added.numLogicalRecords().isDefined()) {
                rows += (Long) added.numLogicalRecords().get();
            }
        }
        return rows;
    }

    static SetTransaction transaction(TableWrite.Mark mark) {
        return new SetTransaction(
                mark.application(), mark.version(), Option.apply(System.currentTimeMillis()));
    }

    private static DeltaOperations.Operation write(SaveMode mode, String description) {
        return write(mode, description, Optional.empty());
    }

    static DeltaOperations.Operation write(
            SaveMode mode, String description, Optional<String> predicate) {
        return new DeltaOperations.Write(
                mode,
                Option.empty(),
                ScalaInterop.option(predicate),
                Option.apply(description),
                Option.empty(),
                Option.empty(),
                Option.empty(),
                Option.empty(),
                Option.empty());
    }
}
