/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.paths.SparkPath;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.streaming.runtime.FileStreamSource;
import org.apache.spark.sql.execution.streaming.runtime.FileStreamSourceLog;

/**
 * The log of a stream's files. When it is compacted it forgets old files that are gone, so that it
 * is as large as the folder is, not as large as all that was ever in there.
 */
final class ForgettingLog extends FileStreamSourceLog {

    /** A file that is gone is remembered this long after its last change, in case it comes back. */
    private static final long REMEMBERED_MS = Duration.ofDays(90).toMillis();

    private final Configuration conf;
    private final MovedFolders folders;
    private Set<String> listed = Set.of();

    ForgettingLog(SparkSession session, String folder, MovedFolders folders) {
        super(FileStreamSourceLog.VERSION(), session, folder);
        this.folders = folders;
        conf = session.sparkContext().hadoopConfiguration();
    }

    /** Says which files are there. */
    void listed(List<FileStatus> files) {
        Set<String> urls = new HashSet<>();
        files.forEach(file -> urls.add(SeenFiles.url(file)));
        listed = urls;
    }

    @Override
    public boolean shouldRetain(FileStreamSource.FileEntry entry, long now) {
        return now - entry.timestamp() < REMEMBERED_MS
                || isThere(entry.path())
                || folders.places(entry.path()).stream().anyMatch(this::isThere);
    }

    /** A file that is not listed may be one that the call does not choose any more. */
    private boolean isThere(String url) {
        if (listed.contains(url)) {
            return true;
        }
        Path path = SparkPath.fromUrlString(url).toPath();
        try {
            return path.getFileSystem(conf).exists(path);
        } catch (IOException e) {
            // Nothing is forgotten on a doubt.
            return true;
        }
    }
}
