/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.diagnostic;

import io.millrace.compiler.source.LineMap;
import io.millrace.compiler.source.SourceSpan;

/**
 * The source line of a span with a marked stretch, ready to show.
 *
 * @param line the 1-based number of the line
 * @param text the line, or the part of a long line around the span
 * @param indent how many columns stand before the marks
 * @param marks how many columns are marked, at least 1
 */
record Snippet(int line, String text, int indent, int marks) {

    /** Lines wider than this are cut on both sides of the span. */
    private static final int MAX_WIDTH = 160;

    private static final int CONTEXT = 40;
    private static final String CUT = "...";

    /** The first line of the span; a span that goes on to further lines is marked to its end. */
    static Snippet of(SourceSpan span) {
        LineMap lines = span.file().lines();
        LineMap.Position start = span.startPosition();
        LineMap.Position end = span.endPosition();
        String text = lines.line(start.line());
        int from = Math.min(start.column() - 1, text.length());
        int to =
                end.line() == start.line()
                        ? Math.min(Math.max(end.column() - 1, from), text.length())
                        : Math.max(from, text.stripTrailing().length());
        return cut(start.line(), text, from, to);
    }

    private static Snippet cut(int line, String text, int from, int to) {
        if (DisplayText.width(text) <= MAX_WIDTH) {
            return new Snippet(
                    line,
                    DisplayText.line(text).stripTrailing(),
                    DisplayText.width(text.substring(0, from)),
                    marks(text, from, to));
        }
        int begin = boundary(text, Math.max(0, from - CONTEXT));
        int shownTo = boundary(text, Math.min(to, from + MAX_WIDTH - 2 * CONTEXT));
        int end = boundary(text, Math.min(text.length(), shownTo + CONTEXT));
        String before = (begin > 0 ? CUT : "") + DisplayText.line(text.substring(begin, from));
        String after = DisplayText.line(text.substring(from, end)).stripTrailing();
        return new Snippet(
                line,
                before + after + (end < text.length() ? CUT : ""),
                DisplayText.width(before),
                marks(text, from, shownTo));
    }

    private static int marks(String text, int from, int to) {
        return Math.max(1, DisplayText.width(text.substring(from, to)));
    }

    /** The same offset, or the one before when it would split a surrogate pair. */
    private static int boundary(String text, int offset) {
        boolean splits =
                offset > 0
                        && offset < text.length()
                        && Character.isLowSurrogate(text.charAt(offset))
                        && Character.isHighSurrogate(text.charAt(offset - 1));
        return splits ? offset - 1 : offset;
    }
}
