/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the constant name behind {@code USE CATALOG | SCHEMA}: identifiers with dots, a string, or
 * {@code IDENTIFIER(...)} over strings joined by {@code ||}.
 */
final class NamespaceText {

    private final String text;
    private int at;

    private NamespaceText(String text) {
        this.text = text;
    }

    /** The parts of the name; empty when the text is no constant. */
    static Optional<List<String>> parse(String text) {
        return new NamespaceText(text).parse();
    }

    private Optional<List<String>> parse() {
        skipBlanks();
        if (!text.regionMatches(true, at, "identifier", 0, 10) || !bracketFollows(at + 10)) {
            Optional<List<String>> parts = startsString() ? strings() : identifiers();
            skipBlanks();
            return at == text.length() ? parts : Optional.empty();
        }
        at = text.indexOf('(', at) + 1;
        skipBlanks();
        Optional<List<String>> joined = strings();
        skipBlanks();
        if (joined.isEmpty() || at >= text.length() || text.charAt(at) != ')') {
            return Optional.empty();
        }
        at++;
        skipBlanks();
        return at == text.length()
                ? joined.flatMap(parts -> new NamespaceText(parts.get(0)).identifiersOnly())
                : Optional.empty();
    }

    private Optional<List<String>> identifiersOnly() {
        skipBlanks();
        Optional<List<String>> parts = identifiers();
        skipBlanks();
        return at == text.length() ? parts : Optional.empty();
    }

    private boolean bracketFollows(int offset) {
        int i = offset;
        while (i < text.length() && Character.isWhitespace(text.charAt(i))) {
            i++;
        }
        return i < text.length() && text.charAt(i) == '(';
    }

    private boolean startsString() {
        return at < text.length() && (text.charAt(at) == '\'' || text.charAt(at) == '"');
    }

    /** String literals joined by {@code ||}: one part. */
    private Optional<List<String>> strings() {
        StringBuilder value = new StringBuilder();
        while (true) {
            skipBlanks();
            if (!startsString() || !quoted(text.charAt(at), value)) {
                return Optional.empty();
            }
            skipBlanks();
            if (!text.startsWith("||", at)) {
                return Optional.of(List.of(value.toString()));
            }
            at += 2;
        }
    }

    private Optional<List<String>> identifiers() {
        List<String> parts = new ArrayList<>();
        while (true) {
            skipBlanks();
            StringBuilder part = new StringBuilder();
            if (at < text.length() && text.charAt(at) == '`') {
                if (!quoted('`', part)) {
                    return Optional.empty();
                }
            } else {
                while (at < text.length() && isIdentifierPart(text.charAt(at))) {
                    part.append(text.charAt(at++));
                }
            }
            if (part.length() == 0) {
                return Optional.empty();
            }
            parts.add(part.toString());
            skipBlanks();
            if (at >= text.length() || text.charAt(at) != '.') {
                return Optional.of(List.copyOf(parts));
            }
            at++;
        }
    }

    private static boolean isIdentifierPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '-';
    }

    /** Reads what stands between two quotes; a doubled or escaped quote is one. */
    private boolean quoted(char quote, StringBuilder value) {
        at++;
        while (at < text.length()) {
            char c = text.charAt(at++);
            boolean more = at < text.length();
            if (c == '\\' && quote != '`' && more) {
                value.append(text.charAt(at++));
            } else if (c == quote && more && text.charAt(at) == quote) {
                value.append(quote);
                at++;
            } else if (c == quote) {
                return true;
            } else {
                value.append(c);
            }
        }
        return false;
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}
