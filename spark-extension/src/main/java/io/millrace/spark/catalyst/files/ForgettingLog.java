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
    private Set<String> listed = Set.of();

    ForgettingLog(SparkSession session, String folder) {
        super(FileStreamSourceLog.VERSION(), session, folder);
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
                || listed.contains(entry.path())
                || isThere(entry.sparkPath().toPath());
    }

    /** A file that is not listed may be one that the call does not choose any more. */
    private boolean isThere(Path path) {
        try {
            return path.getFileSystem(conf).exists(path);
        } catch (IOException e) {
            // Nothing is forgotten on a doubt.
            return true;
        }
    }
}
