/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.event;

import static java.util.Objects.requireNonNull;

import io.millrace.spark.ExpectationCount;
import io.millrace.spark.FilesRead;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the expectations of a dataset found in some rows.
 *
 * @param dropped how many rows were thrown away; empty when nothing was judged
 * @param quarantined how many rows went to a side table; empty when no rule has one
 * @param expectations of the views that were read, then of the target, in the order of each
 */
public record DataQuality(
        Optional<Long> dropped, Optional<Long> quarantined, List<ExpectationCount> expectations) {

    /** Nothing was judged. */
    public static final DataQuality NONE = new DataQuality(Optional.empty(), List.of());

    public DataQuality {
        requireNonNull(dropped, "dropped");
        requireNonNull(quarantined, "quarantined");
        expectations = List.copyOf(expectations);
    }

    /** Of rules without side tables. */
    public DataQuality(Optional<Long> dropped, List<ExpectationCount> expectations) {
        this(dropped, Optional.empty(), expectations);
    }

    public boolean isEmpty() {
        return dropped.isEmpty() && quarantined.isEmpty() && expectations.isEmpty();
    }

    public DataQuality plus(DataQuality other) {
        return combine(other, 1);
    }

    /** What is in this and not in the other. */
    public DataQuality minus(DataQuality other) {
        return combine(other, -1);
    }

    private DataQuality combine(DataQuality other, int sign) {
        Map<String, ExpectationCount> byName = new LinkedHashMap<>();
        expectations.forEach(count -> byName.put(key(count), count));
        for (ExpectationCount count : other.expectations) {
            ExpectationCount mine =
                    byName.getOrDefault(
                            key(count),
                            new ExpectationCount(
                                    count.name(), count.dataset(), 0, 0, Optional.empty()));
            byName.put(
                    key(count),
                    new ExpectationCount(
                            count.name(),
                            count.dataset(),
                            mine.passed() + sign * count.passed(),
                            mine.failed() + sign * count.failed(),
                            mine.error().or(count::error),
                            read(mine.read(), count.read(), sign)));
        }
        return new DataQuality(
                sum(dropped, other.dropped, sign),
                sum(quarantined, other.quarantined, sign),
                new ArrayList<>(byName.values()));
    }

    private static Optional<FilesRead> read(
            Optional<FilesRead> mine, Optional<FilesRead> other, int sign) {
        FilesRead before = mine.orElse(FilesRead.NONE);
        FilesRead more = other.orElse(FilesRead.NONE);
        return mine.isEmpty() && other.isEmpty()
                ? Optional.empty()
                : Optional.of(sign > 0 ? before.plus(more) : before.minus(more));
    }

    private static Optional<Long> sum(Optional<Long> mine, Optional<Long> other, int sign) {
        return mine.isEmpty() && other.isEmpty()
                ? Optional.empty()
                : Optional.of(mine.orElse(0L) + sign * other.orElse(0L));
    }

    private static String key(ExpectationCount count) {
        return count.dataset() + "\u0000" + count.name();
    }
}
