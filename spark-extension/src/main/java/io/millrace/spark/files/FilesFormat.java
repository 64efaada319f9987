/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import io.millrace.compiler.diagnostic.NearestName;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileStatus;

/** How files are written. */
enum FilesFormat {
    JSON("json", true, "json", "jsonl", "ndjson"),
    CSV("csv", true, "csv", "tsv", "psv"),
    XML("xml", true, "xml"),
    PARQUET("parquet", false, "parquet"),
    ORC("orc", false, "orc"),
    TEXT("text", false, "txt", "text", "log"),
    BINARY_FILE("binaryfile", false);

    private static final Set<String> COMPRESSED =
            Set.of("gz", "gzip", "bz2", "zst", "zstd", "deflate", "lz4", "snappy");

    private final String key;
    private final boolean records;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> extensions;

    FilesFormat(String key, boolean records, String... extensions) {
        this.key = key;
        this.records = records;
        this.extensions = List.of(extensions);
    }

    /** The name in lower case. */
    String key() {
        return key;
    }

    /** Whether a record can be broken: then there is a column to keep its text in. */
    boolean hasBrokenRecords() {
        return records;
    }

    static FilesFormat named(String name) {
        String wanted = name.strip().toLowerCase(Locale.ROOT);
        for (FilesFormat format : values()) {
            if (format.key.equals(wanted)) {
                return format;
            }
        }
        List<String> names = Arrays.stream(values()).map(FilesFormat::key).toList();
        throw FileErrors.format(
                "`%s` is not a format of read_files; it can be %s%s"
                        .formatted(
                                name,
                                String.join(", ", names),
                                NearestName.of(wanted, names)
                                        .map(near -> "; did you mean `" + near + "`?")
                                        .orElse("")));
    }

    /**
     * The format that all files' names end with; the ending of a compressed file does not count.
     */
    static FilesFormat of(List<FileStatus> files, String path) {
        Set<FilesFormat> found = new TreeSet<>();
        for (FileStatus file : files) {
            String extension = extension(file.getPath().getName());
            List<FilesFormat> matching =
                    Arrays.stream(values())
                            .filter(format -> format.extensions.contains(extension))
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
                                            ", ", found.stream().map(FilesFormat::key).toList())));
        }
        return found.iterator().next();
    }

    private static String extension(String fileName) {
        String name = fileName.toLowerCase(Locale.ROOT);
        int dot = name.lastIndexOf('.');
        String extension = dot < 0 ? "" : name.substring(dot + 1);
        return COMPRESSED.contains(extension) ? extension(name.substring(0, dot)) : extension;
    }
}
