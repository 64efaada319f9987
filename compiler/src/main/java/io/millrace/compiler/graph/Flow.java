/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One query into one target. The pair of target and name is its identity.
 *
 * @param name as written; the default flow of a dataset is called as the dataset, without catalog
 *     and schema
 * @param once whether it runs one time only; also true for {@code AUTO CDC ONCE}
 * @param sparkConf {@code SPARK_CONF} and {@code SET}, the former first
 */
public record Flow(
        String name,
        DatasetName target,
        FlowKind kind,
        boolean once,
        Query query,
        Optional<AutoCdc> autoCdc,
        Optional<Replace> replace,
        Optional<String> comment,
        Map<String, String> sparkConf,
        Optional<String> importCheckpoint,
        Place place) {

    public Flow {
        requireNonNull(name, "name");
        requireNonNull(target, "target");
        requireNonNull(kind, "kind");
        requireNonNull(query, "query");
        requireNonNull(autoCdc, "autoCdc");
        requireNonNull(replace, "replace");
        requireNonNull(comment, "comment");
        requireNonNull(importCheckpoint, "importCheckpoint");
        requireNonNull(place, "place");
        sparkConf = Collections.unmodifiableMap(new LinkedHashMap<>(sparkConf));
    }

    /** Whether the flow reads a stream and remembers in a checkpoint how far. */
    public boolean isStream() {
        return !once && kind.isStream();
    }

    /** Whether it is an AUTO CDC flow, from changes or from snapshots. */
    public boolean isCdc() {
        return kind == FlowKind.AUTO_CDC || kind == FlowKind.AUTO_CDC_SNAPSHOT;
    }

    /**
     * The names of the datasets of the pipeline that its query reads, in source order, without
     * repeats.
     */
    public List<DatasetName> upstream() {
        return query.inputs().stream()
                .filter(input -> input.kind() == InputKind.DATASET)
                .map(Input::name)
                .distinct()
                .toList();
    }
}
