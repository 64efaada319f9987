/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import io.millrace.compiler.token.Quoted;
import java.util.List;

/**
 * The full name of a dataset: catalog, schema and name for what is published or private, the bare
 * name for temporary views and sinks. Two names are the same dataset when their {@linkplain #key()
 * keys} are equal.
 */
public record DatasetName(List<String> parts) {

    public DatasetName {
        parts = List.copyOf(parts);
    }

    public static DatasetName of(String... parts) {
        return new DatasetName(List.of(parts));
    }

    /** The name without catalog and schema. */
    public String last() {
        return parts.get(parts.size() - 1);
    }

    /** Folded case, for comparing as Spark does by default. */
    public String key() {
        return toString().toLowerCase(java.util.Locale.ROOT);
    }

    /** The parts quoted with back-ticks: safe to put into SQL. */
    public String quoted() {
        return Quoted.name(parts);
    }

    /** Parts joined by dots; a part that holds a dot or a back-tick is quoted. */
    @Override
    public String toString() {
        return parts.stream()
                .map(
                        part ->
                                part.indexOf('.') < 0 && part.indexOf('`') < 0
                                        ? part
                                        : Quoted.name(part))
                .collect(java.util.stream.Collectors.joining("."));
    }
}
