/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import io.millrace.spark.storage.StorageFiles;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Up to which entry of its log a stream of files has finished, as the checkpoint around the log
 * says. When a query starts, Spark asks once more for the batch that it has finished last, and then
 * throws it away: its files may be gone.
 */
final class FinishedFiles {

    /** The lines of an offset file before those of the sources. */
    private static final int HEAD_LINES = 2;

    private static final Pattern OFFSET = Pattern.compile("\\{\"logOffset\":\\s*(-?\\d+)}");

    private FinishedFiles() {}

    /**
     * The number of the last entry that is finished; -1 when none is, or it cannot be told.
     *
     * @param folder of the source, in a checkpoint
     */
    static long last(String folder, Configuration conf) {
        Path path = new Path(folder);
        String checkpoint = path.getParent().getParent().toString();
        StorageFiles files = new StorageFiles(conf);
        OptionalLong batch =
                files.list(checkpoint + "/commits").stream()
                        .filter(name -> name.matches("\\d+"))
                        .mapToLong(Long::parseLong)
                        .max();
        if (batch.isEmpty() || !path.getName().matches("\\d+")) {
            return -1;
        }
        List<String> lines =
                files.read(checkpoint + "/offsets/" + batch.getAsLong())
                        .map(text -> text.lines().toList())
                        .orElse(List.of());
        int line = HEAD_LINES + Integer.parseInt(path.getName());
        if (lines.size() <= line) {
            return -1;
        }
        Matcher offset = OFFSET.matcher(lines.get(line).strip());
        return offset.matches() ? Long.parseLong(offset.group(1)) : -1;
    }
}
