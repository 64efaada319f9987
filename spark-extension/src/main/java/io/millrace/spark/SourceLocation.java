/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static java.util.Objects.requireNonNull;

/**
 * A stretch of the original text of one of the user's files: half-open, 0-based UTF-16 units.
 * Whoever holds the sources turns it into line and column.
 */
public record SourceLocation(String file, int start, int end) {

    public SourceLocation {
        requireNonNull(file, "file");
    }
}
