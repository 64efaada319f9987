/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.source;

import java.util.Arrays;

/** The lines of a text. A line ends at LF, CRLF or a lone CR; the last line may be empty. */
public final class LineMap {

    private final String text;
    private final int[] starts;

    public LineMap(String text) {
        this.text = text;
        int[] found = new int[16];
        int count = 1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean ends =
                    c == '\n'
                            || (c == '\r'
                                    && !(i + 1 < text.length() && text.charAt(i + 1) == '\n'));
            if (ends) {
                if (count == found.length) {
                    found = Arrays.copyOf(found, count * 2);
                }
                found[count++] = i + 1;
            }
        }
        starts = Arrays.copyOf(found, count);
    }

    /**
     * A place in a text. Both numbers are 1-based; the column counts UTF-16 units, a tab is one.
     */
    public record Position(int line, int column) {}

    public Position position(int offset) {
        int index = Arrays.binarySearch(starts, offset);
        int line = index >= 0 ? index : -index - 2;
        return new Position(line + 1, offset - starts[line] + 1);
    }

    public int lineCount() {
        return starts.length;
    }

    /** The 0-based offset at which a 1-based line starts. */
    public int lineStart(int line) {
        return starts[line - 1];
    }

    /** The text of a 1-based line without its line break. */
    public String line(int line) {
        int start = starts[line - 1];
        int end = line < starts.length ? starts[line] : text.length();
        while (end > start && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
            end--;
        }
        return text.substring(start, end);
    }
}
