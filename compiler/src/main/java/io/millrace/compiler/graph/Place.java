/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;

/**
 * Where something stands in the user's files; lines and columns are 1-based, the end is exclusive.
 */
public record Place(String file, int line, int column, int endLine, int endColumn) {

    public Place {
        requireNonNull(file, "file");
    }

    public static Place of(SourceSpan span) {
        var start = span.startPosition();
        var end = span.endPosition();
        return new Place(
                span.file().name(), start.line(), start.column(), end.line(), end.column());
    }

    @Override
    public String toString() {
        return file + ":" + line + ":" + column;
    }
}
