/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.state;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.graph.DatasetName;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is known of a pipeline between its updates. It is written in one step when an update has
 * decided what to do, before it does anything: a full refresh of many tables, a rename and the new
 * definitions are there together or not at all.
 *
 * @param update the update that wrote it; empty before the first
 * @param datasets by key, those that have left the sources included
 */
public record PipelineState(
        String pipeline, Optional<String> update, Map<String, DatasetState> datasets) {

    public PipelineState {
        requireNonNull(pipeline, "pipeline");
        requireNonNull(update, "update");
        datasets = Collections.unmodifiableMap(new TreeMap<>(datasets));
    }

    public static PipelineState empty(String pipeline) {
        return new PipelineState(pipeline, Optional.empty(), Map.of());
    }

    public Optional<DatasetState> dataset(DatasetName name) {
        return Optional.ofNullable(datasets.get(name.key()));
    }

    public TableState table(DatasetName name) {
        return dataset(name).map(DatasetState::table).orElse(TableState.FIRST);
    }

    /** The same, as another update leaves it. */
    public PipelineState by(String updateId) {
        return new PipelineState(pipeline, Optional.of(updateId), datasets);
    }
}
