/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.sink;

import io.millrace.compiler.graph.SinkSpec;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The kinds of sinks that differ in how they are written. */
public enum SinkFormat {
    /** A Delta table, by path or by name. */
    DELTA,
    KAFKA,
    /** A table of a database. */
    JDBC,
    /** A folder of files. */
    FILES,
    /** Any other data source of Spark that streams can be written to. */
    OTHER;

    private static final Set<String> FILE_FORMATS =
            Set.of("avro", "csv", "json", "orc", "parquet", "text", "xml");

    /** The kind of a format that a sink names. */
    public static SinkFormat of(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return switch (lower) {
            case "delta" -> DELTA;
            case "kafka" -> KAFKA;
            case "jdbc" -> JDBC;
            default -> FILE_FORMATS.contains(lower) ? FILES : OTHER;
        };
    }

    public static SinkFormat of(SinkSpec sink) {
        return of(sink.format());
    }

    /** What a sink promises. */
    public static SinkGuarantee guarantee(SinkSpec sink) {
        return switch (of(sink)) {
            case DELTA -> SinkGuarantee.EXACTLY_ONCE;
            case JDBC ->
                    option(sink, SinkOptions.EXACTLY_ONCE)
                                    .filter(value -> value.strip().equalsIgnoreCase("false"))
                                    .isPresent()
                            ? SinkGuarantee.AT_LEAST_ONCE
                            : SinkGuarantee.EXACTLY_ONCE;
            case KAFKA, FILES, OTHER -> SinkGuarantee.AT_LEAST_ONCE;
        };
    }

    /** An option of a sink; letter case does not matter. */
    public static Optional<String> option(SinkSpec sink, String name) {
        return sink.options().entrySet().stream()
                .filter(option -> option.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
