/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import io.millrace.compiler.files.FileFormat;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileStatus;

/** Finds out how files are written. */
final class FileFormats {

    private static final Set<String> COMPRESSED =
            Set.of("gz", "gzip", "bz2", "zst", "zstd", "deflate", "lz4", "snappy");

    private FileFormats() {}

    static FileFormat named(String name) {
        return FileFormat.named(name)
                .orElseThrow(
                        () ->
                                FileErrors.format(
                                        "`%s` is not a format of read_files; it can be %s%s"
                                                .formatted(
                                                        name,
                                                        String.join(", ", FileFormat.keys()),
                                                        FileFormat.nearest(name)
                                                                .map(
                                                                        near ->
                                                                                "; did you mean `"
                                                                                        + near
                                                                                        + "`?")
                                                                .orElse(""))));
    }

    /**
     * The format that all files' names end with; the ending of a compressed file does not count.
     */
    static FileFormat of(List<FileStatus> files, String path) {
        Set<FileFormat> found = new TreeSet<>();
        for (FileStatus file : files) {
            String extension = extension(file.getPath().getName());
            List<FileFormat> matching =
                    Arrays.stream(FileFormat.values())
                            .filter(format -> format.extensions().contains(extension))
                            .toList();
            if (matching.isEmpty()) {
                throw FileErrors.format(
                        "cannot tell the format of `%s` by its name; say format => '...'"
                                .formatted(file.getPath()));
            }
            found.addAll(matching);
        }
        if (found.size() > 1) {
            throw FileErrors.format(
                    "`%s` holds files of several formats (%s); say format => '...', and choose the files by fileNamePattern"
                            .formatted(
                                    path,
                                    String.join(
                                            ", ", found.stream().map(FileFormat::key).toList())));
        }
        return found.iterator().next();
    }

    /** Whether a file is compressed as a whole, as its name tells. */
    static boolean isCompressed(String fileName) {
        String name = fileName.toLowerCase(Locale.ROOT);
        return COMPRESSED.contains(name.substring(name.lastIndexOf('.') + 1));
    }

    /** What a file's name ends with, in lower case; what tells of compression does not count. */
    static String extension(String fileName) {
        String name = fileName.toLowerCase(Locale.ROOT);
        int dot = name.lastIndexOf('.');
        String extension = dot < 0 ? "" : name.substring(dot + 1);
        return COMPRESSED.contains(extension) ? extension(name.substring(0, dot)) : extension;
    }
}
