/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The first words of a text, read without reading on: every statement of a session passes here.
 * Comments and white space are skipped, words are in upper case. A name in back-ticks is {@code `},
 * a string is {@code '}, any other character stands for itself.
 */
final class HeadWords {

    private final String text;
    private final List<String> words = new ArrayList<>();
    private int position;

    private HeadWords(String text) {
        this.text = text;
    }

    static List<String> of(String text, int most) {
        HeadWords head = new HeadWords(text);
        while (head.words.size() < most && head.skipSpace()) {
            head.next();
        }
        return head.words;
    }

    /**
     * Whether something stands behind a semicolon. It may be inside of a string: this is only to
     * spare most texts a closer look.
     */
    static boolean maySeparate(String text) {
        int semicolon = text.indexOf(';');
        if (semicolon < 0) {
            return false;
        }
        for (int i = semicolon + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != ';' && !Character.isWhitespace(c)) {
                return true;
            }
        }
        return false;
    }

    /** Moves to what is next; false at the end of the text. */
    private boolean skipSpace() {
        while (position < text.length()) {
            char c = text.charAt(position);
            if (Character.isWhitespace(c) || c == '\u00a0' || c == '\ufeff') {
                position++;
            } else if (text.startsWith("--", position)) {
                int end = text.indexOf('\n', position);
                position = end < 0 ? text.length() : end + 1;
            } else if (text.startsWith("/*", position) && !text.startsWith("/*+", position)) {
                skipComment();
            } else {
                return true;
            }
        }
        return false;
    }

    private void skipComment() {
        int depth = 0;
        do {
            if (text.startsWith("/*", position)) {
                depth++;
                position += 2;
            } else if (text.startsWith("*/", position)) {
                depth--;
                position += 2;
            } else {
                position++;
            }
        } while (depth > 0 && position < text.length());
    }

    private void next() {
        char c = text.charAt(position);
        if (Character.isLetterOrDigit(c) || c == '_') {
            int start = position;
            while (position < text.length() && isWordPart(text.charAt(position))) {
                position++;
            }
            words.add(text.substring(start, position).toUpperCase(Locale.ROOT));
            return;
        }
        position++;
        if (c == '`' || c == '\'' || c == '"') {
            skipQuoted(c);
            words.add(c == '`' ? "`" : "'");
            return;
        }
        words.add(String.valueOf(c));
    }

    private static boolean isWordPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_';
    }

    private void skipQuoted(char quote) {
        while (position < text.length()) {
            char c = text.charAt(position++);
            if (c == '\\' && quote != '`') {
                position++;
            } else if (c == quote) {
                return;
            }
        }
    }
}
