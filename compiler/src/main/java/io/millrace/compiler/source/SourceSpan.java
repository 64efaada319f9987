/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.source;

import static java.util.Objects.requireNonNull;

/**
 * A stretch of a file's effective text: half-open, 0-based UTF-16 units.
 *
 * @param start offset of the first unit
 * @param end offset behind the last unit; equal to {@code start} for a place between two units
 */
public record SourceSpan(SourceFile file, int start, int end) implements Comparable<SourceSpan> {

    public SourceSpan {
        requireNonNull(file, "file");
        if (start < 0 || end < start || end > file.text().length()) {
            throw new IllegalArgumentException(
                    "no span " + start + ".." + end + " in " + file.name());
        }
    }

    /** The exact slice, comments included. */
    public String text() {
        return file.text().substring(start, end);
    }

    /** From the start of this span to the end of the other, in the same file. */
    public SourceSpan to(SourceSpan other) {
        return new SourceSpan(file, start, Math.max(end, other.end));
    }

    /** Where the span starts in the user's file, 1-based. */
    public LineMap.Position startPosition() {
        return file.position(start);
    }

    /**
     * Where the span ends in the user's file, 1-based; the column is the one behind the last unit.
     */
    public LineMap.Position endPosition() {
        if (end == start) {
            return startPosition();
        }
        return file.endPosition(end);
    }

    /** By file name, then by where the span starts in the original text. */
    @Override
    public int compareTo(SourceSpan other) {
        int byFile = file.name().compareTo(other.file.name());
        if (byFile != 0) {
            return byFile;
        }
        int byOriginal = Integer.compare(originalStart(), other.originalStart());
        return byOriginal != 0 ? byOriginal : Integer.compare(start, other.start);
    }

    private int originalStart() {
        return file.positions().toOriginal(start);
    }

    @Override
    public String toString() {
        LineMap.Position position = startPosition();
        return file.name() + ":" + position.line() + ":" + position.column();
    }
}
