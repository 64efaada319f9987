/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static java.util.Objects.requireNonNull;

/**
 * Where a pipeline keeps its things, as Hadoop URIs.
 *
 * @param storage the root of checkpoints, events, updates and state
 * @param warehouse the root of the tables of Spark's in-memory catalog
 */
public record PipelineLocation(String storage, String warehouse) {

    public PipelineLocation {
        requireNonNull(storage, "storage");
        requireNonNull(warehouse, "warehouse");
    }
}
