/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.event;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Rows that a flow has written. Counts are absent where they have no meaning for the kind of flow.
 *
 * @param ties events of changes that contradict another of the same key and sequence
 */
public record FlowCounts(
        Optional<Long> output,
        Optional<Long> upserted,
        Optional<Long> deleted,
        long ties,
        DataQuality quality) {

    public static final FlowCounts NOTHING =
            new FlowCounts(
                    Optional.empty(), Optional.empty(), Optional.empty(), 0, DataQuality.NONE);

    public FlowCounts {
        requireNonNull(output, "output");
        requireNonNull(upserted, "upserted");
        requireNonNull(deleted, "deleted");
        requireNonNull(quality, "quality");
    }

    public static FlowCounts rows(long output) {
        return new FlowCounts(
                Optional.of(output), Optional.empty(), Optional.empty(), 0, DataQuality.NONE);
    }

    public static FlowCounts changes(long upserted, long deleted, long ties) {
        return new FlowCounts(
                Optional.empty(),
                Optional.of(upserted),
                Optional.of(deleted),
                ties,
                DataQuality.NONE);
    }

    /** The same rows with what the expectations found in them. */
    public FlowCounts withQuality(DataQuality found) {
        return new FlowCounts(output, upserted, deleted, ties, found);
    }

    public FlowCounts plus(FlowCounts other) {
        return combine(other, 1, quality.plus(other.quality));
    }

    /** What is in this and not in the other. */
    public FlowCounts minus(FlowCounts other) {
        return combine(other, -1, quality.minus(other.quality));
    }

    private FlowCounts combine(FlowCounts other, int sign, DataQuality found) {
        return new FlowCounts(
                sum(output, other.output, sign),
                sum(upserted, other.upserted, sign),
                sum(deleted, other.deleted, sign),
                ties + sign * other.ties,
                found);
    }

    private static Optional<Long> sum(Optional<Long> a, Optional<Long> b, int sign) {
        return a.isEmpty() && b.isEmpty()
                ? Optional.empty()
                : Optional.of(a.orElse(0L) + sign * b.orElse(0L));
    }
}
