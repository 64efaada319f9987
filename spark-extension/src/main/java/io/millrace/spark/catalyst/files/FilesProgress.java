/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;

/** How far a stream of files has come. */
public final class FilesProgress {

    private static final Pattern OFFSET =
            Pattern.compile("\\s*\\{\"logOffset\":\\s*(-?[0-9]+)}\\s*");

    private FilesProgress() {}

    /**
     * Whether there is something to read: a file that the stream has not taken in, or one that it
     * has taken in and not finished.
     *
     * @param files those that are there now
     * @param folder of the source in the checkpoint
     * @param offset the last one that was finished
     * @param overwrites whether a file is read again when its time has changed
     * @param changed told of the files that have changed since and are not read again
     */
    public static boolean hasNew(
            SparkSession session,
            List<FileStatus> files,
            String folder,
            String offset,
            boolean overwrites,
            Consumer<List<FileStatus>> changed) {
        Matcher matcher = OFFSET.matcher(offset);
        Path path = new Path(folder);
        try {
            boolean there =
                    path.getFileSystem(session.sparkContext().hadoopConfiguration()).exists(path);
            if (!there || !matcher.matches()) {
                return true;
            }
            SeenFiles seen = SeenFiles.load(session, folder, overwrites);
            if (!overwrites) {
                changed.accept(seen.changed(files));
            }
            return seen.latest() > Long.parseLong(matcher.group(1))
                    || !seen.unseen(files).isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The files that a stream has not taken in.
     *
     * @param files those that are there now
     * @param folder of the source in the checkpoint
     */
    public static List<FileStatus> unread(
            SparkSession session, List<FileStatus> files, String folder, boolean overwrites) {
        try {
            return exists(session, folder)
                    ? SeenFiles.load(session, folder, overwrites).unseen(files)
                    : files;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The files that a stream has taken in and that are not there any more, as URLs, sorted. */
    public static List<String> vanished(
            SparkSession session, List<FileStatus> files, String folder) {
        try {
            return exists(session, folder)
                    ? SeenFiles.load(session, folder, false).vanished(files)
                    : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean exists(SparkSession session, String folder) throws IOException {
        Path path = new Path(folder);
        return path.getFileSystem(session.sparkContext().hadoopConfiguration()).exists(path);
    }

    /** The same for a stream of which only the state of the call that makes it is known. */
    public static List<FileStatus> unreadByState(
            SparkSession session, List<FileStatus> files, String stateFolder, boolean overwrites) {
        return SourceFolder.of(stateFolder, session.sparkContext().hadoopConfiguration())
                .map(folder -> unread(session, files, folder, overwrites))
                .orElse(files);
    }
}
