/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parameter;

import io.millrace.compiler.ParameterValue;
import io.millrace.compiler.token.Quoted;
import io.millrace.compiler.token.SqlToken;
import io.millrace.compiler.token.SqlToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Writes values as SQL. */
final class Literals {

    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?");

    private Literals() {}

    /**
     * The value as it must stand inside the quotes of a token, so that the literal holds exactly
     * the value; empty when a raw string cannot hold it.
     */
    static Optional<String> escape(String value, SqlToken token) {
        char quote = token.text().charAt(token.end() - 1);
        if (token.kind() == Kind.QUOTED_NAME) {
            return Optional.of(value.replace("`", "``"));
        }
        if (token.text().charAt(token.start()) != quote) {
            return value.indexOf(quote) < 0 ? Optional.of(value) : Optional.empty();
        }
        String escaped = value.replace("\\", "\\\\");
        return Optional.of(escaped.replace(String.valueOf(quote), "\\" + quote));
    }

    /** A literal of the value's type; a number that is none becomes a string. */
    static String literal(ParameterValue value) {
        String text = value.text().strip();
        return switch (value.type()) {
            case STRING -> string(value.text());
            case NUMBER -> NUMBER.matcher(text).matches() ? number(text) : string(value.text());
            case EXPRESSION -> value.text();
            case BOOLEAN -> {
                String word = text.toLowerCase(Locale.ROOT);
                yield word.equals("true") || word.equals("false") ? word : string(value.text());
            }
        };
    }

    /**
     * A string that nobody who reads the text later takes for a reference: Spark replaces {@code
     * ${...}} in whatever it parses, also in the text of a view that a session reads.
     */
    private static String string(String value) {
        return Quoted.string(value).replace("${", "$\\u007b");
    }

    /** In parentheses when it has a sign, so that no minus before it makes a comment of it. */
    private static String number(String text) {
        return text.startsWith("-") || text.startsWith("+") ? "(" + text + ")" : text;
    }

    /** A name of one or more parts, each in back-ticks; dots outside back-ticks part them. */
    static String name(String text) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '`') {
                if (quoted && i + 1 < text.length() && text.charAt(i + 1) == '`') {
                    part.append('`');
                    i++;
                } else {
                    quoted = !quoted;
                }
            } else if (c == '.' && !quoted) {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        parts.add(part.toString());
        return Quoted.name(parts);
    }
}
