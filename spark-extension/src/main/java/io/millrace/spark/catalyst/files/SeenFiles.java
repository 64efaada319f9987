/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import io.millrace.spark.storage.StorageFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.paths.SparkPath;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.streaming.runtime.FileStreamSource;
import scala.Option;

/**
 * The files that a stream has taken in, as its log in the checkpoint says. The log is that of
 * Spark's own file source, so that a checkpoint made by it can be continued.
 */
final class SeenFiles {

    /** The files that were there at the first start of a stream that leaves those out. */
    private static final String LEFT_OUT = "existing-files.txt";

    /**
     * Files that had changed when a batch was read again that had failed, with their times then.
     */
    private static final String CORRECTED = "corrected-files.txt";

    private static final long NO_TIME = Long.MIN_VALUE;

    private final ForgettingLog log;
    private final boolean overwrites;

    /** The files by their URLs, and the last of the times at which each was modified. */
    private final Map<String, Long> times = new HashMap<>();

    /** The URLs under which files were read, by those that they have after their folder moved. */
    private final Map<String, String> moved = new HashMap<>();

    private final MovedFolders folders;
    private final StorageFiles files;
    private final String corrected;

    private long latest = -1;

    private SeenFiles(
            SparkSession session,
            String folder,
            ForgettingLog log,
            MovedFolders folders,
            boolean overwrites) {
        this.files = new StorageFiles(session.sparkContext().hadoopConfiguration());
        this.corrected = folder + "/" + CORRECTED;
        this.log = log;
        this.folders = folders;
        this.overwrites = overwrites;
    }

    /**
     * @param overwrites whether a file counts as unseen when its time has changed
     */
    static SeenFiles load(SparkSession session, String folder, boolean overwrites)
            throws IOException {
        MovedFolders folders =
                MovedFolders.load(folder, session.sparkContext().hadoopConfiguration());
        var log = new ForgettingLog(session, folder, folders);
        var seen = new SeenFiles(session, folder, log, folders, overwrites);
        Option<scala.Tuple2<Object, FileStreamSource.FileEntry[]>> last = seen.log.getLatest();
        if (last.nonEmpty()) {
            seen.latest = (Long) last.get()._1();
        }
        for (FileStreamSource.FileEntry entry : seen.log.restore()) {
            seen.times.put(entry.path(), entry.timestamp());
        }
        seen.readCorrected();
        readLeftOut(fileSystem(session, folder), new Path(folder, LEFT_OUT))
                .forEach(url -> seen.times.putIfAbsent(url, NO_TIME));
        seen.times
                .keySet()
                .forEach(url -> folders.places(url).forEach(place -> seen.moved.put(place, url)));
        return seen;
    }

    private void readCorrected() {
        files.read(corrected)
                .ifPresent(
                        text ->
                                text.lines()
                                        .map(line -> line.split("\t", 2))
                                        .filter(parts -> parts.length == 2)
                                        .forEach(
                                                parts ->
                                                        times.replace(
                                                                parts[0], Long.valueOf(parts[1]))));
    }

    /**
     * Takes in a file as it is now: it has changed since the batch was made that failed, and is
     * read again with that batch.
     *
     * @param path under which it was taken in
     */
    void correct(Path path, FileStatus now) {
        String url = SparkPath.fromPath(path).urlEncoded();
        Long time = times.get(url);
        if (time == null || !isChanged(now, time)) {
            return;
        }
        String before = files.read(corrected).orElse("");
        files.write(corrected, before + url + "\t" + now.getModificationTime() + "\n");
        times.put(url, now.getModificationTime());
    }

    /** When a file was modified that was taken in, under this URL or an earlier one; else null. */
    private Long time(FileStatus file) {
        String url = url(file);
        Long time = times.get(url);
        return time != null || moved.isEmpty() ? time : times.get(moved.get(url));
    }

    /** Where a file lies now that was taken in under a path. */
    List<Path> placesOf(Path path) {
        return folders.places(path.toUri().toString()).stream()
                .map(url -> SparkPath.fromUrlString(url).toPath())
                .toList();
    }

    /** The number of the last entry in the log; -1 when it has none. */
    long latest() {
        return latest;
    }

    List<FileStatus> unseen(List<FileStatus> files) {
        List<FileStatus> unseen = new ArrayList<>();
        for (FileStatus file : files) {
            Long time = time(file);
            if (time == null || (overwrites && isChanged(file, time))) {
                unseen.add(file);
            }
        }
        return unseen;
    }

    private static boolean isChanged(FileStatus file, long time) {
        return time != NO_TIME && time != file.getModificationTime();
    }

    /** Those of the files whose times have changed since they were taken in. */
    List<FileStatus> changed(List<FileStatus> files) {
        List<FileStatus> changed = new ArrayList<>();
        for (FileStatus file : files) {
            Long time = time(file);
            if (time != null && isChanged(file, time)) {
                changed.add(file);
            }
        }
        return changed;
    }

    /** Those that were read, not only left out, and are not in the list; sorted. */
    List<String> vanished(List<FileStatus> files) {
        Set<String> gone = new TreeSet<>(times.keySet());
        gone.removeIf(url -> times.get(url) == NO_TIME);
        for (FileStatus file : files) {
            gone.remove(url(file));
            gone.remove(moved.getOrDefault(url(file), ""));
        }
        return List.copyOf(gone);
    }

    /**
     * Adds an entry to the log.
     *
     * @param listed all files that are there
     */
    void add(List<FileStatus> files, List<FileStatus> listed) {
        log.listed(listed);
        long number = latest + 1;
        FileStreamSource.FileEntry[] entries =
                files.stream()
                        .map(
                                file ->
                                        new FileStreamSource.FileEntry(
                                                url(file), file.getModificationTime(), number))
                        .toArray(FileStreamSource.FileEntry[]::new);
        if (!log.add(number, entries)) {
            throw new IllegalStateException(
                    "entry "
                            + number
                            + " of the source's log exists: another run of this flow is at work");
        }
        latest = number;
        for (FileStreamSource.FileEntry entry : entries) {
            times.put(entry.path(), entry.timestamp());
        }
    }

    /** The paths of the files of the entries after {@code start} up to {@code end}. */
    List<Path> paths(long start, long end) {
        List<Path> paths = new ArrayList<>();
        for (var batch : log.get(Option.apply(start + 1), Option.apply(end))) {
            for (FileStreamSource.FileEntry entry : batch._2()) {
                paths.add(entry.sparkPath().toPath());
            }
        }
        return paths;
    }

    /** Notes files as seen that shall never be read; at the first start only. */
    static void leaveOut(SparkSession session, String folder, List<FileStatus> files)
            throws IOException {
        FileSystem fileSystem = fileSystem(session, folder);
        Path target = new Path(folder, LEFT_OUT);
        if (fileSystem.exists(target)) {
            return;
        }
        Path temporary = new Path(folder, "." + LEFT_OUT + ".tmp");
        try (Writer writer =
                new OutputStreamWriter(
                        fileSystem.create(temporary, true), StandardCharsets.UTF_8)) {
            for (FileStatus file : files) {
                writer.write(url(file));
                writer.write('\n');
            }
        }
        if (!fileSystem.rename(temporary, target)) {
            throw new IOException("cannot write " + target);
        }
    }

    private static List<String> readLeftOut(FileSystem fileSystem, Path file) throws IOException {
        if (!fileSystem.exists(file)) {
            return List.of();
        }
        try (var reader =
                new BufferedReader(
                        new InputStreamReader(fileSystem.open(file), StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        }
    }

    private static FileSystem fileSystem(SparkSession session, String folder) throws IOException {
        return new Path(folder).getFileSystem(session.sparkContext().hadoopConfiguration());
    }

    static String url(FileStatus file) {
        return SparkPath.fromFileStatus(file).urlEncoded();
    }
}
