/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.plan;

import static java.util.Objects.requireNonNull;

import java.util.OptionalLong;

/**
 * What a flow will read of one source; amounts that cannot be told cheaply are empty.
 *
 * @param name how messages call the table, or the function's name
 * @param kind {@code table}, {@code files}, {@code topics} or {@code other}
 * @param versions how many commits of a table wait for a stream
 * @param files how many data files wait
 * @param rows how many rows wait at most, where rows are counted
 */
public record SourcePlan(
        String name,
        String kind,
        boolean streaming,
        OptionalLong versions,
        OptionalLong files,
        OptionalLong bytes,
        OptionalLong rows) {

    public SourcePlan {
        requireNonNull(name, "name");
        requireNonNull(kind, "kind");
        requireNonNull(versions, "versions");
        requireNonNull(files, "files");
        requireNonNull(bytes, "bytes");
        requireNonNull(rows, "rows");
    }

    public static SourcePlan unknown(String name, String kind, boolean streaming) {
        return new SourcePlan(
                name,
                kind,
                streaming,
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty());
    }

    /** Whether it is known that nothing waits. */
    public boolean isEmpty() {
        boolean noFiles = files.isPresent() && files.getAsLong() == 0 && versions.orElse(0) == 0;
        return noFiles || (rows.isPresent() && rows.getAsLong() == 0);
    }
}
