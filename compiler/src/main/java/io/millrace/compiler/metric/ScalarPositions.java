/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.metric;

import io.millrace.compiler.source.PositionMap;
import io.millrace.compiler.source.PositionMap.Segment;
import java.util.ArrayList;
import java.util.List;

/**
 * Leads from the value of a YAML scalar to the text that it was read from. Indentation, the header
 * of a block, quotes and escapes are skipped: what is left of the text is the value, letter by
 * letter, but for line breaks that have become blanks.
 */
final class ScalarPositions {

    private final String raw;
    private final int rawStart;
    private int at;

    private ScalarPositions(String raw, int rawStart) {
        this.raw = raw;
        this.rawStart = rawStart;
    }

    /**
     * @param raw the scalar as it is written
     * @param rawStart where it starts in the original
     */
    static PositionMap of(String raw, int rawStart, String value) {
        return new ScalarPositions(raw, rawStart).map(value);
    }

    private PositionMap map(String value) {
        boolean block = raw.startsWith("|") || raw.startsWith(">");
        at = block ? raw.indexOf('\n') + 1 : 0;
        List<Segment> segments = new ArrayList<>();
        int shift = Integer.MIN_VALUE;
        for (int i = 0; i < value.length(); i++) {
            skipTo(value.charAt(i));
            int original = rawStart + Math.min(at, raw.length());
            if (original - i != shift) {
                shift = original - i;
                segments.add(new Segment(i, original, true));
            }
            at++;
        }
        if (segments.isEmpty()) {
            segments.add(new Segment(0, rawStart, true));
        }
        return new PositionMap(segments);
    }

    /** Moves to where a letter of the value stands. */
    private void skipTo(char wanted) {
        while (at < raw.length() && !isAt(wanted)) {
            char c = raw.charAt(at);
            boolean skipped = Character.isWhitespace(c) || c == '"' || c == '\'';
            if (!skipped) {
                // An escape: the letter behind the back-slash stands for another.
                at += c == '\\' ? 1 : 0;
                return;
            }
            at++;
        }
    }

    private boolean isAt(char wanted) {
        char c = raw.charAt(at);
        return c == wanted || (wanted == ' ' && c == '\n' && !nextLineIsBlank());
    }

    private boolean nextLineIsBlank() {
        int next = at + 1;
        while (next < raw.length() && raw.charAt(next) != '\n') {
            if (!Character.isWhitespace(raw.charAt(next))) {
                return false;
            }
            next++;
        }
        return next < raw.length();
    }
}
