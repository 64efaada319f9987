/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import io.millrace.spark.FlowStatus;
import io.millrace.spark.event.DataQuality;
import java.util.Optional;

/**
 * What a flow did.
 *
 * @param status {@code COMPLETED} or {@code IDLE}
 * @param outputRows the rows written
 * @param changes for flows that change rows
 * @param quality what the expectations found
 * @param technique how a materialized view was refreshed
 */
record FlowOutcome(
        FlowStatus status,
        Optional<Long> outputRows,
        Optional<Changes> changes,
        long batches,
        DataQuality quality,
        Optional<String> technique) {

    /**
     * What a flow of changes did.
     *
     * @param ties events that contradict another of the same key and sequence
     * @param tombstonesDropped memories of deletes that were older than their retention
     */
    record Changes(long upserted, long deleted, long ties, long tombstonesDropped) {}

    static FlowOutcome idle() {
        return new FlowOutcome(
                FlowStatus.IDLE,
                Optional.empty(),
                Optional.empty(),
                0,
                DataQuality.NONE,
                Optional.empty());
    }

    static FlowOutcome completed(long outputRows, long batches) {
        return new FlowOutcome(
                FlowStatus.COMPLETED,
                Optional.of(outputRows),
                Optional.empty(),
                batches,
                DataQuality.NONE,
                Optional.empty());
    }

    static FlowOutcome changed(Changes changes, long batches) {
        return new FlowOutcome(
                FlowStatus.COMPLETED,
                Optional.empty(),
                Optional.of(changes),
                batches,
                DataQuality.NONE,
                Optional.empty());
    }

    FlowOutcome withTechnique(String name) {
        return new FlowOutcome(status, outputRows, changes, batches, quality, Optional.of(name));
    }

    FlowOutcome withQuality(DataQuality found) {
        return new FlowOutcome(status, outputRows, changes, batches, found, technique);
    }
}
