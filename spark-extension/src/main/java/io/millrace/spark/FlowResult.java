/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * What a flow did in an update. Counts are absent where they have no meaning for the kind or could
 * not be had.
 *
 * @param kind {@code APPEND}, {@code ONCE}, {@code AUTO_CDC}, {@code MATERIALIZED_VIEW}, {@code
 *     SINK} or {@code REPLACE}
 * @param technique how a materialized view was refreshed, such as {@code NO_OP} or {@code
 *     COMPLETE_RECOMPUTE}
 */
public record FlowResult(
        String name,
        String target,
        String kind,
        FlowStatus status,
        boolean once,
        Optional<Long> outputRows,
        Optional<Long> upsertedRows,
        Optional<Long> deletedRows,
        Optional<Long> droppedRows,
        Optional<Long> quarantinedRows,
        List<ExpectationCount> expectations,
        Optional<String> technique,
        long batches,
        long durationMs,
        Optional<FlowError> error) {

    public FlowResult {
        requireNonNull(name, "name");
        requireNonNull(target, "target");
        requireNonNull(kind, "kind");
        requireNonNull(status, "status");
        requireNonNull(outputRows, "outputRows");
        requireNonNull(upsertedRows, "upsertedRows");
        requireNonNull(deletedRows, "deletedRows");
        requireNonNull(droppedRows, "droppedRows");
        requireNonNull(quarantinedRows, "quarantinedRows");
        requireNonNull(technique, "technique");
        requireNonNull(error, "error");
        expectations = List.copyOf(expectations);
    }
}
