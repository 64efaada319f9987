/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.function;

import static java.util.Objects.requireNonNull;

import java.util.OptionalLong;

/**
 * How much a read of a function finds; what it cannot tell is empty.
 *
 * @param rows at most so many
 */
public record InputAmount(OptionalLong files, OptionalLong bytes, OptionalLong rows) {

    public InputAmount {
        requireNonNull(files, "files");
        requireNonNull(bytes, "bytes");
        requireNonNull(rows, "rows");
    }

    public static InputAmount files(long files, long bytes) {
        return new InputAmount(
                OptionalLong.of(files), OptionalLong.of(bytes), OptionalLong.empty());
    }

    public static InputAmount rows(long rows) {
        return new InputAmount(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.of(rows));
    }
}
