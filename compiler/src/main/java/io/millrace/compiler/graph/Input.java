/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One relation in the FROM of a query, wherever it is nested, or one that a rule of the flow's
 * target looks into.
 *
 * @param name the dataset, the external table as Spark will look it up, {@code format, path} of
 *     files, or the function's name in lower case
 * @param options those of {@code WITH (...)}, keys as written; empty for a function, whose
 *     arguments stay in the query
 * @param path where a function such as {@code read_files} reads, when that is a constant
 * @param rule the expectation that looks into it; empty for what the query reads
 */
public record Input(
        InputKind kind,
        DatasetName name,
        boolean streaming,
        Map<String, String> options,
        Optional<String> path,
        Optional<String> rule,
        Place place) {

    public Input(
            InputKind kind,
            DatasetName name,
            boolean streaming,
            Map<String, String> options,
            Place place) {
        this(kind, name, streaming, options, Optional.empty(), place);
    }

    public Input(
            InputKind kind,
            DatasetName name,
            boolean streaming,
            Map<String, String> options,
            Optional<String> path,
            Place place) {
        this(kind, name, streaming, options, path, Optional.empty(), place);
    }

    public Input {
        requireNonNull(kind, "kind");
        requireNonNull(name, "name");
        requireNonNull(path, "path");
        requireNonNull(rule, "rule");
        requireNonNull(place, "place");
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }
}
