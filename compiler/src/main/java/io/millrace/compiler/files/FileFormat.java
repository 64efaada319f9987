/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.files;

import io.millrace.compiler.diagnostic.NearestName;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How files are written. */
public enum FileFormat {
    JSON("json", true, "json", "jsonl", "ndjson"),
    CSV("csv", true, "csv", "tsv", "psv"),
    XML("xml", true, "xml"),
    PARQUET("parquet", false, "parquet"),
    ORC("orc", false, "orc"),
    AVRO("avro", false, "avro"),
    TEXT("text", false, "txt", "text", "log"),
    BINARY_FILE("binaryfile", false);

    private final String key;
    private final boolean records;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> extensions;

    FileFormat(String key, boolean records, String... extensions) {
        this.key = key;
        this.records = records;
        this.extensions = List.of(extensions);
    }

    /** The name in lower case. */
    public String key() {
        return key;
    }

    /** Whether a record can be broken: then there is a column to keep its text in. */
    public boolean hasBrokenRecords() {
        return records;
    }

    /**
     * Whether fields can be other than the columns asked for: then there is a column to keep them
     * in.
     */
    public boolean hasNamedFields() {
        return this != TEXT && this != BINARY_FILE;
    }

    /** The endings of such files' names, without dot, in lower case. */
    public List<String> extensions() {
        return extensions;
    }

    public static Optional<FileFormat> named(String name) {
        String wanted = name.strip().toLowerCase(Locale.ROOT);
        return Arrays.stream(values()).filter(format -> format.key.equals(wanted)).findFirst();
    }

    public static List<String> keys() {
        return Arrays.stream(values()).map(FileFormat::key).toList();
    }

    /** The format that a name which is none most likely meant. */
    public static Optional<String> nearest(String name) {
        return NearestName.of(name.strip(), keys());
    }
}
