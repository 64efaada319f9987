/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.paths.SparkPath;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.streaming.runtime.FileStreamSource;
import org.apache.spark.sql.execution.streaming.runtime.FileStreamSourceLog;
import scala.Option;

/**
 * The files that a stream has taken in, as its log in the checkpoint says. The log is that of
 * Spark's own file source, so that a checkpoint made by it can be continued.
 */
final class SeenFiles {

    /** The files that were there at the first start of a stream that leaves those out. */
    private static final String LEFT_OUT = "existing-files.txt";

    private final FileStreamSourceLog log;
    private final Set<String> urls = new HashSet<>();
    private final Set<String> read = new HashSet<>();
    private long latest = -1;

    private SeenFiles(FileStreamSourceLog log) {
        this.log = log;
    }

    static SeenFiles load(SparkSession session, String folder) throws IOException {
        var seen =
                new SeenFiles(
                        new FileStreamSourceLog(FileStreamSourceLog.VERSION(), session, folder));
        Option<scala.Tuple2<Object, FileStreamSource.FileEntry[]>> last = seen.log.getLatest();
        if (last.nonEmpty()) {
            seen.latest = (Long) last.get()._1();
        }
        for (FileStreamSource.FileEntry entry : seen.log.restore()) {
            seen.urls.add(entry.path());
            seen.read.add(entry.path());
        }
        seen.urls.addAll(readLeftOut(fileSystem(session, folder), new Path(folder, LEFT_OUT)));
        return seen;
    }

    /** The number of the last entry in the log; -1 when it has none. */
    long latest() {
        return latest;
    }

    List<FileStatus> unseen(List<FileStatus> files) {
        List<FileStatus> unseen = new ArrayList<>();
        for (FileStatus file : files) {
            if (!urls.contains(url(file))) {
                unseen.add(file);
            }
        }
        return unseen;
    }

    /** Those that were read, not only left out, and are not in the list; sorted. */
    List<String> vanished(List<FileStatus> files) {
        Set<String> gone = new TreeSet<>(read);
        files.forEach(file -> gone.remove(url(file)));
        return List.copyOf(gone);
    }

    /** Adds an entry to the log. */
    void add(List<FileStatus> files) {
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
            urls.add(entry.path());
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

    private static String url(FileStatus file) {
        return SparkPath.fromFileStatus(file).urlEncoded();
    }
}
