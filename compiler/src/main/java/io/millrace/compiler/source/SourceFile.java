/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.source;

import static java.util.Objects.requireNonNull;

/**
 * One source text of a pipeline and all arithmetic on its positions.
 *
 * <p>A file has two texts: the {@linkplain #original() original} that the user wrote, and the
 * {@linkplain #text() effective text} in which parameters are replaced by their values. Spans are
 * offsets in the effective text (0-based UTF-16 units); lines and columns that users see are those
 * of the original.
 */
public final class SourceFile {

    private final String name;
    private final String original;
    private final String text;
    private final PositionMap positions;
    private final LineMap lines;
    private volatile int[] codePointOffsets;

    private SourceFile(
            String name, String original, String text, PositionMap positions, LineMap lines) {
        this.name = requireNonNull(name, "name");
        this.original = requireNonNull(original, "original");
        this.text = requireNonNull(text, "text");
        this.positions = requireNonNull(positions, "positions");
        this.lines = requireNonNull(lines, "lines");
    }

    /**
     * A file whose effective text is the text as written.
     *
     * @param name how messages call it: the path as the user gave it, with {@code /}
     */
    public static SourceFile of(String name, String text) {
        return new SourceFile(
                name,
                text,
                text,
                PositionMap.identity(),
                new LineMap(requireNonNull(text, "text")));
    }

    /**
     * The same file with another effective text; {@code map} leads from it to this file's effective
     * text.
     */
    public SourceFile withText(String newText, PositionMap map) {
        return new SourceFile(name, original, newText, positions.andThen(map), lines);
    }

    public String name() {
        return name;
    }

    public String original() {
        return original;
    }

    public String text() {
        return text;
    }

    /** Leads from offsets of the effective text to offsets of the original. */
    public PositionMap positions() {
        return positions;
    }

    public LineMap lines() {
        return lines;
    }

    public SourceSpan span(int start, int end) {
        return new SourceSpan(this, start, end);
    }

    /** The 1-based line and column in the original of an offset in the effective text. */
    public LineMap.Position position(int offset) {
        return lines.position(Math.min(positions.toOriginal(offset), original.length()));
    }

    /**
     * The 1-based line and column in the original behind the text that ends before an offset in the
     * effective text. A reference to a parameter counts as a whole.
     */
    public LineMap.Position endPosition(int offset) {
        int end = Math.min(positions.toOriginalEnd(offset), original.length());
        if (end == 0) {
            return lines.position(0);
        }
        LineMap.Position last = lines.position(end - 1);
        return new LineMap.Position(last.line(), last.column() + 1);
    }

    /**
     * Converts an offset in Unicode code points, as ANTLR counts, to UTF-16 units.
     *
     * @param codePoint 0-based index of a code point of the effective text, at most their number
     */
    public int utf16Offset(int codePoint) {
        int[] offsets = codePointOffsets;
        if (offsets == null) {
            offsets = computeCodePointOffsets(text);
            codePointOffsets = offsets;
        }
        return offsets.length == 0 ? codePoint : offsets[codePoint];
    }

    /** Empty when the text has no surrogate pairs, so that both counts agree. */
    private static int[] computeCodePointOffsets(String text) {
        int count = text.codePointCount(0, text.length());
        if (count == text.length()) {
            return new int[0];
        }
        int[] offsets = new int[count + 1];
        int offset = 0;
        for (int i = 0; i < count; i++) {
            offsets[i] = offset;
            offset += Character.charCount(text.codePointAt(offset));
        }
        offsets[count] = offset;
        return offsets;
    }

    @Override
    public String toString() {
        return name;
    }
}
