/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import static java.util.Objects.requireNonNull;

import io.millrace.spark.catalyst.ScalaInterop;
import io.millrace.spark.catalyst.Sessions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.VersionChecksum;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.collection.immutable.Seq;

/**
 * A Delta table whose rows are replaced one by one: a row is marked in its file's deletion vector
 * and its new form is appended, both in one commit.
 *
 * <p>Keeps the list of the table's files from one transaction to the next, so that a table with one
 * writer is not listed again for each batch. Not safe for use by several threads.
 */
public final class RowLevelTable {

    private final SparkSession session;
    private final DeltaLog log;
    private final String path;
    private long filesVersion = -1;
    private Map<String, AddFile> files = Map.of();

    private RowLevelTable(SparkSession session, String path, DeltaLog log) {
        this.session = session;
        this.path = path;
        this.log = log;
    }

    /**
     * The table at a path, which need not exist yet.
     *
     * @param path as a Hadoop URI
     */
    public static RowLevelTable at(SparkSession session, String path) {
        requireNonNull(path, "path");
        Sessions.activate(session);
        return new RowLevelTable(session, path, DeltaLog.forTable(session, new Path(path)));
    }

    public String path() {
        return path;
    }

    public boolean exists() {
        return latest().version() >= 0;
    }

    public StructType schema() {
        return latest().metadata().schema();
    }

    public Map<String, String> properties() {
        return new HashMap<>(
                scala.jdk.javaapi.CollectionConverters.asJava(latest().metadata().configuration()));
    }

    /** The table's own id, which no other table ever has. */
    public String id() {
        return latest().metadata().id();
    }

    public long version() {
        return latest().version();
    }

    /** The last version that a writer committed under its id, or -1. */
    public long lastTransaction(String applicationId) {
        return RowLevelTransaction.lastTransaction(latest(), applicationId);
    }

    public RowLevelTransaction begin() {
        Sessions.activate(session);
        return new RowLevelTransaction(this, log.startTransaction(Option.empty(), Option.empty()));
    }

    private Snapshot latest() {
        return log.update(false, Option.empty(), Option.empty());
    }

    SparkSession session() {
        return session;
    }

    DeltaLog log() {
        return log;
    }

    /** The live files by name. */
    Map<String, AddFile> files(Snapshot snapshot) {
        if (filesVersion != snapshot.version()) {
            Map<String, AddFile> listed = new HashMap<>();
            for (AddFile file : list(snapshot)) {
                listed.put(name(file.path()), file);
            }
            remember(snapshot.version(), listed);
        }
        return files;
    }

    /** The checksum of a version names its files as long as they are few: that saves the jobs. */
    private static List<AddFile> list(Snapshot snapshot) {
        Option<Seq<AddFile>> known = snapshot.checksumOpt().flatMap(VersionChecksum::allFiles);
        return known.isDefined()
                ? ScalaInterop.list(known.get())
                : List.of((AddFile[]) snapshot.allFiles().collect());
    }

    void remember(long version, Map<String, AddFile> current) {
        filesVersion = version;
        files = current;
    }

    /** File names hold a UUID, so the name alone tells a table's files apart. */
    static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
