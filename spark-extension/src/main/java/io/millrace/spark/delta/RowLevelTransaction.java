/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import static org.apache.spark.sql.functions.col;

import io.millrace.spark.catalyst.Columns;
import io.millrace.spark.catalyst.ScalaInterop;
import io.millrace.spark.failpoint.Failpoints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RuntimeConfig;
import org.apache.spark.sql.delta.DeltaColumnMapping;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.delta.actions.FileAction;
import org.apache.spark.sql.delta.actions.SetTransaction;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/** One atomic change of a {@link RowLevelTable}. */
public final class RowLevelTransaction {

    /** The name of the column that says in which file a scanned row lies. */
    public static final String FILE_COLUMN = "__mr_file";

    /** The name of the column that says where in its file a scanned row lies. */
    public static final String ROW_COLUMN = "__mr_row";

    private static final String OPEN_FILES = "spark.sql.maxConcurrentOutputFileWriters";
    private static final long SMALL_FILE = 16L * 1024 * 1024;

    private final RowLevelTable table;
    private final OptimisticTransaction transaction;
    private final Snapshot snapshot;
    private final List<FileAction> staged = new ArrayList<>();

    RowLevelTransaction(RowLevelTable table, OptimisticTransaction transaction) {
        this.table = table;
        this.transaction = transaction;
        this.snapshot = transaction.snapshot();
        CommitFences.begin(table.session(), transaction);
    }

    /** The version that is read. */
    public long version() {
        return snapshot.version();
    }

    public long lastTransaction(String applicationId) {
        return lastTransaction(snapshot, applicationId);
    }

    public StructType schema() {
        return transaction.metadata().schema();
    }

    public Map<String, String> properties() {
        return CollectionConverters.asJava(transaction.metadata().configuration());
    }

    public boolean isEmpty() {
        return files().isEmpty();
    }

    /** Whether there is a file that passes. */
    public boolean holds(FileSelection which) {
        return files().values().stream().anyMatch(file -> which.passes(file, this::nameInLog));
    }

    public FileHealth health() {
        long rows = 0;
        long removed = 0;
        long small = 0;
        for (AddFile file : files().values()) {
            Option<Object> physical = file.numPhysicalRecords();
            rows += physical.isEmpty() ? 0 : (Long) physical.get();
            removed += file.deletionVector() == null ? 0 : file.deletionVector().cardinality();
            small += file.size() < SMALL_FILE ? 1 : 0;
        }
        return new FileHealth(files().size(), rows, removed, small);
    }

    /** Gives the table other metadata as part of a commit that replaces all rows. */
    public void redefine(TableChange change) {
        var metadata = transaction.metadata();
        transaction.updateMetadataForTableOverwrite(
                metadata.copy(
                        metadata.id(),
                        metadata.name(),
                        change.comment().orElse(null),
                        metadata.format(),
                        change.schema().json(),
                        ScalaInterop.seq(change.partitionColumns()),
                        ScalaInterop.map(change.properties()),
                        metadata.createdTime()));
    }

    /** The rows of the files that pass; works for tables of any kind. */
    public Dataset<Row> rows(FileSelection which) {
        List<AddFile> read =
                files().values().stream()
                        .filter(file -> which.passes(file, this::nameInLog))
                        .toList();
        return table.log()
                .createDataFrame(
                        snapshot,
                        CollectionConverters.asScala(read).toSeq(),
                        false,
                        Option.empty());
    }

    /** Columns may have names of their own in files and in what the log says of them. */
    private String nameInLog(String column) {
        return DeltaColumnMapping.getPhysicalName(schema().apply(column));
    }

    /** {@link #scan(List, FileSelection, Optional)} of all rows. */
    public Dataset<Row> scan(List<String> columns, FileSelection which) {
        return scan(columns, which, Optional.empty());
    }

    /**
     * The rows of the files that pass, with {@link #FILE_COLUMN} and {@link #ROW_COLUMN} at the
     * end.
     *
     * @param condition on the stored rows; empty for all
     */
    public Dataset<Row> scan(
            List<String> columns, FileSelection which, Optional<Column> condition) {
        Dataset<Row> rows = rows(which);
        if (condition.isPresent()) {
            rows = rows.where(condition.get());
        }
        return located(rows, columns);
    }

    /** Columns of rows that were read from files, and where each row lies. */
    private static Dataset<Row> located(Dataset<Row> rows, List<String> columns) {
        List<Column> selected = new ArrayList<>(List.of(Columns.named(columns)));
        selected.add(col("_metadata.file_name").as(FILE_COLUMN));
        selected.add(col("_metadata.row_index").as(ROW_COLUMN));
        return rows.select(selected.toArray(new Column[0]));
    }

    /** Writes rows into files that the commit will add. */
    public void stage(Dataset<Row> rows) {
        RuntimeConfig settings = rows.sparkSession().conf();
        String before = settings.get(OPEN_FILES, "0");
        // The rows need not be sorted by partition.
        settings.set(OPEN_FILES, "8");
        try {
            staged.addAll(CollectionConverters.asJava(transaction.writeFiles(rows)));
        } finally {
            settings.set(OPEN_FILES, before);
        }
    }

    /** Whether data files have the columns that the table has, under their names. */
    public boolean writesPlainColumns() {
        return transaction.metadata().columnMappingMode().name().equals("none");
    }

    /**
     * The staged rows, with {@link #FILE_COLUMN} and {@link #ROW_COLUMN} at the end.
     *
     * @param schema of the table; columns that files are partitioned by are NULL
     */
    public Dataset<Row> staged(StructType schema) {
        String[] paths = stagedFiles().stream().map(this::absolute).toArray(String[]::new);
        return located(
                table.session().read().schema(schema).parquet(paths), List.of(schema.fieldNames()));
    }

    /** Takes rows out of what is staged. */
    public void removeStaged(RowLocations removed) {
        Map<String, AddFile> files = new HashMap<>();
        stagedFiles().forEach(file -> files.put(RowLevelTable.name(file.path()), file));
        try {
            // What the actions take back is in no log yet.
            new DeletionVectors(table.log()).mark(removed, files);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("cannot write deletion vectors", e);
        }
        staged.removeIf(AddFile.class::isInstance);
        staged.addAll(files.values());
    }

    /** Takes back everything that is staged. */
    public void unstage() {
        Path root = table.log().dataPath();
        try {
            FileSystem fileSystem = root.getFileSystem(table.log().newDeltaHadoopConf());
            for (AddFile file : stagedFiles()) {
                fileSystem.delete(new Path(absolute(file)), false);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("cannot remove files from " + root, e);
        }
        staged.clear();
    }

    private List<AddFile> stagedFiles() {
        return staged.stream().filter(AddFile.class::isInstance).map(AddFile.class::cast).toList();
    }

    private String absolute(AddFile file) {
        return file.absolutePath(table.log()).toString();
    }

    /** What a commit did to the files. */
    public record Committed(long version, long addedFiles, long changedFiles) {}

    /**
     * Commits new rows, those that were staged and others, and the removal of old ones together
     * with the writer's marks.
     *
     * @param operation what the history calls the commit
     * @param metrics what the history says of it
     * @param marks what {@link #lastTransaction} will answer, by application id
     * @param added null when there are none
     * @param removed where the removed rows lie
     * @param replaceAll whether everything that the table held goes; {@code removed} is empty then
     */
    public Committed commit(
            String operation,
            Map<String, String> metrics,
            Map<String, Long> marks,
            Dataset<Row> added,
            RowLocations removed,
            boolean replaceAll) {
        transaction.readWholeTable();
        Map<String, AddFile> current = new HashMap<>(files());
        List<Action> actions = new ArrayList<>();
        Option<Object> now = Option.apply((Object) System.currentTimeMillis());
        marks.forEach((id, version) -> actions.add(new SetTransaction(id, version, now)));
        long changed = 0;
        if (replaceAll) {
            changed = current.size();
            for (AddFile file : current.values()) {
                actions.add(file.removeWithTimestamp(System.currentTimeMillis(), true));
            }
            current.clear();
        } else if (!removed.isEmpty()) {
            changed = removed.fileCount();
            try {
                actions.addAll(new DeletionVectors(table.log()).mark(removed, current));
            } catch (IOException e) {
                throw new java.io.UncheckedIOException("cannot write deletion vectors", e);
            }
        }
        long written = 0;
        if (added != null) {
            stage(added);
        }
        for (FileAction action : staged) {
            actions.add(action);
            if (action instanceof AddFile file) {
                current.put(RowLevelTable.name(file.path()), file);
                written++;
            }
        }
        Failpoints.hit("table.before-commit");
        CommitFences.check(table.session());
        Failpoints.hit("table.inside-commit");
        long version =
                transaction.commit(
                        CollectionConverters.asScala(actions).toSeq(),
                        new RowChangeOperation(operation, Map.of(), metrics));
        Failpoints.hit("table.after-commit");
        if (version == snapshot.version() + 1) {
            table.remember(version, current);
        } else {
            table.remember(-1, Map.of());
        }
        return new Committed(version, written, changed);
    }

    private Map<String, AddFile> files() {
        return table.files(snapshot);
    }

    static long lastTransaction(Snapshot snapshot, String applicationId) {
        return Transactions.version(snapshot, applicationId).orElse(-1);
    }
}
