/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.read.streaming.ReadAllAvailable;
import org.apache.spark.sql.connector.read.streaming.ReadLimit;
import org.apache.spark.sql.connector.read.streaming.ReportsSourceMetrics;
import org.apache.spark.sql.connector.read.streaming.SupportsTriggerAvailableNow;
import org.apache.spark.sql.execution.streaming.Offset;
import org.apache.spark.sql.execution.streaming.Source;
import org.apache.spark.sql.execution.streaming.runtime.FileStreamSourceOffset;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/**
 * A stream of files: each file is read once, the oldest first, no matter how old. An offset is the
 * number of an entry in the log of {@link SeenFiles}.
 */
final class FilesSource implements Source, SupportsTriggerAvailableNow, ReportsSourceMetrics {

    private static final String IGNORE_MISSING = "ignoreMissingFiles";

    private final SparkSession session;
    private final FilesRead read;
    private final StructType schema;
    private final Configuration conf;
    private final SeenFiles seen;

    /** What listing found for files whose batch is yet to be made. */
    private final Map<Path, FileStatus> known = new HashMap<>();

    /** The last entry of the log that was finished before this query started. */
    private final long finished;

    private Optional<List<FileStatus>> allThatCount = Optional.empty();

    /** The last listing, and how long it took unless that was reported. */
    private List<FileStatus> listed = List.of();

    private Optional<Long> listingMs = Optional.empty();

    private final Optional<FilesRead.Listing> listing;

    /**
     * @param folder for the log
     * @param listing the only files that a run to the end of the present input takes; empty for
     *     those that are there when it starts
     */
    FilesSource(
            SparkSession session,
            FilesRead read,
            StructType schema,
            String folder,
            Optional<FilesRead.Listing> listing) {
        this.listing = listing;
        this.session = session;
        this.read = read;
        this.schema = schema;
        conf = session.sparkContext().hadoopConfiguration();
        finished = FinishedFiles.last(folder, conf);
        try {
            boolean overwrites = read.admission().overwrites();
            SeenFiles loaded = SeenFiles.load(session, folder, overwrites);
            if (!read.admission().existingFiles() && loaded.latest() < 0) {
                SeenFiles.leaveOut(session, folder, read.selection().list(conf));
                loaded = SeenFiles.load(session, folder, overwrites);
            }
            seen = loaded;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public StructType schema() {
        return schema;
    }

    @Override
    public ReadLimit getDefaultReadLimit() {
        return ReadLimit.maxFiles(read.admission().maxFiles());
    }

    @Override
    public synchronized void prepareForTriggerAvailableNow() {
        if (listing.isPresent()) {
            listed = listing.get().files();
            listingMs = Optional.of(listing.get().millis());
            allThatCount = Optional.of(listed);
        } else {
            allThatCount = Optional.of(list());
        }
    }

    @Override
    public synchronized org.apache.spark.sql.connector.read.streaming.Offset latestOffset(
            org.apache.spark.sql.connector.read.streaming.Offset start, ReadLimit limit) {
        List<FileStatus> there = allThatCount.orElseGet(this::list);
        List<FileStatus> unseen = seen.unseen(there);
        List<FileStatus> taken = limit instanceof ReadAllAvailable ? unseen : admitted(unseen);
        if (!taken.isEmpty()) {
            taken.forEach(file -> known.put(file.getPath(), file));
            seen.add(taken, there);
        }
        return seen.latest() < 0 ? null : new FileStreamSourceOffset(seen.latest());
    }

    private List<FileStatus> list() {
        long begun = System.nanoTime();
        try {
            listed = read.selection().list(conf);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        listingMs = Optional.of((System.nanoTime() - begun) / 1_000_000);
        return listed;
    }

    /**
     * What the last listing found and no batch has taken, by the names that Delta's source uses.
     */
    @Override
    public synchronized Map<String, String> metrics(
            Optional<org.apache.spark.sql.connector.read.streaming.Offset> consumed) {
        List<FileStatus> left = seen.unseen(listed);
        Map<String, String> metrics = new HashMap<>();
        metrics.put("numFilesOutstanding", Integer.toString(left.size()));
        metrics.put(
                "numBytesOutstanding",
                Long.toString(left.stream().mapToLong(FileStatus::getLen).sum()));
        listingMs.ifPresent(
                millis -> {
                    metrics.put("sourcePath", read.selection().path());
                    metrics.put("numFilesListed", Integer.toString(listed.size()));
                    metrics.put("listingMs", Long.toString(millis));
                });
        listingMs = Optional.empty();
        return metrics;
    }

    private List<FileStatus> admitted(List<FileStatus> files) {
        List<FileStatus> taken = new ArrayList<>();
        long bytes = 0;
        for (FileStatus file : files) {
            boolean full =
                    taken.size() >= read.admission().maxFiles()
                            || file.getLen() > read.admission().maxBytes() - bytes;
            if (full && !taken.isEmpty()) {
                break;
            }
            taken.add(file);
            bytes += file.getLen();
        }
        return taken;
    }

    @Override
    public Option<Offset> getOffset() {
        throw new UnsupportedOperationException("latestOffset is asked instead");
    }

    @Override
    public synchronized Dataset<Row> getBatch(Option<Offset> start, Offset end) {
        long from = start.isEmpty() ? -1 : number(start.get());
        List<FileStatus> files = new ArrayList<>();
        for (Path path : seen.paths(from, number(end))) {
            Path place = known.containsKey(path) ? path : present(path);
            boolean done = number(end) <= finished;
            Optional<FileStatus> status = status(place, done);
            if (!done) {
                status.ifPresent(file -> seen.correct(path, file));
            }
            status.ifPresent(files::add);
        }
        return FilesRelation.dataset(session, read, schema, files, true);
    }

    private static long number(Offset offset) {
        return FileStreamSourceOffset.apply(offset).logOffset();
    }

    /** Where the file is that was to be read: its folder may have moved since. */
    private Path present(Path path) {
        try {
            for (Path place : seen.placesOf(path)) {
                if (place.getFileSystem(conf).exists(place)) {
                    return place;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return path;
    }

    /**
     * A file as it is now.
     *
     * @param done whether its rows are written already, so that it may be gone
     */
    private Optional<FileStatus> status(Path path, boolean done) {
        FileStatus listed = known.remove(path);
        if (listed != null) {
            return Optional.of(listed);
        }
        try {
            return Optional.of(path.getFileSystem(conf).getFileStatus(path));
        } catch (FileNotFoundException e) {
            if (done || Boolean.parseBoolean(read.options().get(IGNORE_MISSING))) {
                return Optional.empty();
            }
            throw new UncheckedIOException(
                    "the file "
                            + path
                            + " was to be read and is gone; put it back, or say"
                            + " ignoreMissingFiles => true",
                    e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void stop() {}

    @Override
    public String toString() {
        return "files[" + read.selection().path() + "]";
    }
}
