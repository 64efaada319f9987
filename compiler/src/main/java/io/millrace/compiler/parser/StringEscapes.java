/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import java.util.Locale;

/** The values of quoted tokens, by Spark's rules. */
final class StringEscapes {

    private StringEscapes() {}

    /** The value of a back-ticked name: without the back-ticks, doubled ones made single. */
    static String unquoteIdentifier(String token) {
        return token.substring(1, token.length() - 1).replace("``", "`");
    }

    /** The value of one string token, raw strings included. */
    static String unquoteString(String token) {
        char first = token.charAt(0);
        if (first == 'r' || first == 'R') {
            return token.substring(2, token.length() - 1);
        }
        return unescape(token.substring(1, token.length() - 1), first);
    }

    private static String unescape(String body, char quote) {
        StringBuilder value = new StringBuilder(body.length());
        int i = 0;
        while (i < body.length()) {
            char c = body.charAt(i);
            if (c == '\\' && i + 1 < body.length()) {
                i += appendEscape(body, i + 1, value);
            } else {
                value.append(c);
                i += c == quote ? 2 : 1;
            }
        }
        return value.toString();
    }

    /**
     * Appends what the escape behind a backslash stands for.
     *
     * @param at where the character behind the backslash is
     * @return the length of the escape, backslash included
     */
    private static int appendEscape(String body, int at, StringBuilder value) {
        int code = hexadecimal(body, at);
        if (code >= 0) {
            value.appendCodePoint(code);
            return body.charAt(at) == 'u' ? 6 : 10;
        }
        if (isOctal(body, at)) {
            value.append((char) Integer.parseInt(body.substring(at, at + 3), 8));
            return 4;
        }
        int point = body.codePointAt(at);
        switch (point) {
            case '0' -> value.append('\0');
            case 'b' -> value.append('\b');
            case 'n' -> value.append('\n');
            case 'r' -> value.append('\r');
            case 't' -> value.append('\t');
            case 'Z' -> value.append('\u001A');
            // Kept with the backslash: LIKE patterns need it.
            case '%', '_' -> value.append('\\').append((char) point);
            default -> value.appendCodePoint(point);
        }
        return 1 + Character.charCount(point);
    }

    /** The code point of an escape of four or eight hexadecimal digits, or -1. */
    private static int hexadecimal(String body, int at) {
        char kind = body.charAt(at);
        int digits = kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
        if (digits == 0 || at + 1 + digits > body.length()) {
            return -1;
        }
        String text = body.substring(at + 1, at + 1 + digits).toLowerCase(Locale.ROOT);
        if (!text.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 128)) {
            return -1;
        }
        long code = Long.parseLong(text, 16);
        return code <= Character.MAX_CODE_POINT ? (int) code : -1;
    }

    /** Three octal digits up to 177. */
    private static boolean isOctal(String body, int at) {
        if (at + 3 > body.length() || body.charAt(at) > '1') {
            return false;
        }
        return body.substring(at, at + 3).chars().allMatch(c -> c >= '0' && c <= '7');
    }
}
