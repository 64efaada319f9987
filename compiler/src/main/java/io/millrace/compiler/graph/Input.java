/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One relation in the FROM of a query, wherever it is nested.
 *
 * @param name the dataset, the external table as Spark will look it up, {@code format, path} of
 *     files, or the function's name in lower case
 * @param options those of {@code WITH (...)}, keys as written; empty for a function, whose
 *     arguments stay in the query
 */
public record Input(
        InputKind kind,
        DatasetName name,
        boolean streaming,
        Map<String, String> options,
        Place place) {

    public Input {
        requireNonNull(kind, "kind");
        requireNonNull(name, "name");
        requireNonNull(place, "place");
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }
}
