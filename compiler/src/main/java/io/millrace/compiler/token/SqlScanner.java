/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.token;

import io.millrace.compiler.token.SqlToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Cuts SQL text into tokens, with the lexical rules of Spark: back-slashes escape inside strings,
 * doubled quotes stand for one, {@code r'..'} is raw, bracketed comments nest, hints are not
 * comments. Any text gives tokens; nothing is thrown.
 */
public final class SqlScanner {

    private final String text;
    private final List<SqlToken> tokens = new ArrayList<>();
    private final List<Integer> lineComments = new ArrayList<>();
    private int position;

    private SqlScanner(String text) {
        this.text = text;
    }

    /**
     * All tokens in the order of the text; a byte order mark at its start counts as white space.
     */
    public static List<SqlToken> scan(String text) {
        return scanned(text).tokens;
    }

    /** Where the comments start that run to the end of their line, in the order of the text. */
    static List<Integer> lineComments(String text) {
        return scanned(text).lineComments;
    }

    private static SqlScanner scanned(String text) {
        SqlScanner scanner = new SqlScanner(text);
        while (scanner.position < text.length()) {
            scanner.next();
        }
        return scanner;
    }

    /** The text without comments, its tokens parted by one blank: tells what changes a query. */
    public static String normalized(String text) {
        return scan(text).stream().map(SqlToken::slice).collect(Collectors.joining(" "));
    }

    private void next() {
        int start = position;
        char c = text.charAt(start);
        if (Character.isWhitespace(c) || c == '\u00a0' || c == '\ufeff') {
            position++;
            return;
        }
        if (c == '-' && at(start + 1) == '-') {
            skipLineComment();
            return;
        }
        if (c == '/' && at(start + 1) == '*' && at(start + 2) != '+') {
            skipBracketedComment();
            return;
        }
        if (c == '\'' || c == '"') {
            add(quoted(start, start + 1, c, true) ? Kind.STRING : Kind.UNTERMINATED, start);
            return;
        }
        if (c == '`') {
            add(quoted(start, start + 1, c, false) ? Kind.QUOTED_NAME : Kind.UNTERMINATED, start);
            return;
        }
        if (isRawPrefix(start)) {
            char quote = text.charAt(start + 1);
            int end = text.indexOf(quote, start + 2);
            position = end < 0 ? text.length() : end + 1;
            add(end < 0 ? Kind.UNTERMINATED : Kind.STRING, start);
            return;
        }
        if (c == '$') {
            dollar(start);
            return;
        }
        if (isWordPart(start)) {
            word(start);
            return;
        }
        symbol(start);
    }

    private void skipLineComment() {
        lineComments.add(position);
        while (position < text.length()) {
            char c = text.charAt(position);
            if (c == '\n' || c == '\r') {
                return;
            }
            position++;
        }
    }

    private void skipBracketedComment() {
        int start = position;
        int depth = 0;
        while (position < text.length()) {
            if (text.startsWith("/*", position)) {
                depth++;
                position += 2;
            } else if (text.startsWith("*/", position)) {
                depth--;
                position += 2;
                if (depth == 0) {
                    return;
                }
            } else {
                position++;
            }
        }
        add(Kind.UNTERMINATED, start);
    }

    /**
     * Moves behind the closing quote.
     *
     * @return false when there is none
     */
    private boolean quoted(int start, int from, char quote, boolean escapes) {
        int i = from;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (escapes && c == '\\') {
                i += 2;
                continue;
            }
            if (c == quote) {
                if (at(i + 1) == quote) {
                    i += 2;
                    continue;
                }
                position = i + 1;
                return true;
            }
            i++;
        }
        position = Math.max(start + 1, text.length());
        return false;
    }

    /** {@code r'..'} and {@code R".."}; not the end of a longer word. */
    private boolean isRawPrefix(int start) {
        char c = text.charAt(start);
        char quote = at(start + 1);
        return (c == 'r' || c == 'R') && (quote == '\'' || quote == '"');
    }

    private void dollar(int start) {
        if (at(start + 1) == '{') {
            int end = referenceEnd(text, start);
            if (end > 0) {
                position = end;
                add(Kind.REFERENCE, start);
                return;
            }
        }
        if (at(start + 1) == '$') {
            int end = text.indexOf("$$", start + 2);
            position = end < 0 ? text.length() : end + 2;
            add(end < 0 ? Kind.UNTERMINATED : Kind.DOLLAR_TEXT, start);
            return;
        }
        symbol(start);
    }

    /**
     * The offset behind the brace that closes the reference at {@code start}, or -1 when what
     * stands there is no reference: keys hold no white space, braces or dollar signs.
     */
    public static int referenceEnd(String text, int start) {
        for (int i = start + 2; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '}') {
                return i > start + 2 ? i + 1 : -1;
            }
            if (Character.isWhitespace(c) || c == '{' || c == '$') {
                return -1;
            }
        }
        return -1;
    }

    private void word(int start) {
        int i = start;
        while (i < text.length() && isWordPart(i)) {
            i += Character.charCount(text.codePointAt(i));
        }
        boolean number = isAsciiDigit(text.charAt(start)) && isNumber(start, i);
        if (number) {
            i = fraction(i);
        }
        position = i;
        add(number ? Kind.NUMBER : Kind.WORD, start);
    }

    /** Digits, perhaps with an exponent or a type letter; anything else is a name like 2024_q1. */
    private boolean isNumber(int start, int end) {
        int i = start;
        while (i < end && isAsciiDigit(text.charAt(i))) {
            i++;
        }
        if (i == end) {
            return true;
        }
        String rest = text.substring(i, end).toUpperCase(Locale.ROOT);
        return rest.equals("L")
                || rest.equals("S")
                || rest.equals("Y")
                || rest.equals("F")
                || rest.equals("D")
                || rest.equals("BD")
                || rest.equals("E")
                || (rest.charAt(0) == 'E' && rest.chars().skip(1).allMatch(Character::isDigit));
    }

    private int fraction(int end) {
        int i = end;
        if (at(i) == '.' && isAsciiDigit(at(i + 1))) {
            i++;
            while (i < text.length() && isWordPart(i)) {
                i++;
            }
        }
        char last = text.charAt(i - 1);
        if ((last == 'e' || last == 'E')
                && (at(i) == '-' || at(i) == '+')
                && isAsciiDigit(at(i + 1))) {
            i++;
            while (isAsciiDigit(at(i))) {
                i++;
            }
        }
        return i;
    }

    private void symbol(int start) {
        for (String pair : new String[] {"::", "=>", "->", "||", "|>", "<=", ">=", "<>", "!="}) {
            if (text.startsWith(pair, start)) {
                position = start + 2;
                add(Kind.SYMBOL, start);
                return;
            }
        }
        position = start + Character.charCount(text.codePointAt(start));
        add(Kind.SYMBOL, start);
    }

    private boolean isWordPart(int offset) {
        char c = text.charAt(offset);
        if (c < 128) {
            return c == '_' || isAsciiDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        }
        return Character.isLetterOrDigit(text.codePointAt(offset));
    }

    private static boolean isAsciiDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** The character at an offset, or 0 behind the end. */
    private char at(int offset) {
        return offset < text.length() ? text.charAt(offset) : 0;
    }

    private void add(Kind kind, int start) {
        tokens.add(new SqlToken(kind, text, start, position));
    }
}
