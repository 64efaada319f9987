/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * The outcome of an update: what {@code run --format json} prints. Datasets and flows are in source
 * order; views are not among them.
 */
public record UpdateResult(
        String updateId,
        String pipeline,
        UpdateStatus status,
        long durationMs,
        List<DatasetResult> datasets,
        List<FlowResult> flows) {

    public UpdateResult {
        requireNonNull(updateId, "updateId");
        requireNonNull(pipeline, "pipeline");
        requireNonNull(status, "status");
        datasets = List.copyOf(datasets);
        flows = List.copyOf(flows);
    }
}
