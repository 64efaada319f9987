/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.token;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where inside a statement the next one starts, because nothing ended the first.
 *
 * @param start 0-based offset of its first word
 * @param end behind the last of the words that tell what it is
 */
public record StatementStart(int start, int end) {

    private static final Set<String> OBJECTS =
            Set.of(
                    "FLOW",
                    "FUNCTION",
                    "INCREMENTAL",
                    "LIVE",
                    "MATERIALIZED",
                    "SINK",
                    "STREAMING",
                    "TABLE",
                    "VIEW");
    private static final Set<String> BEFORE_OBJECTS =
            Set.of("OR", "REFRESH", "REPLACE", "PRIVATE", "TEMPORARY", "TEMP");

    /**
     * The first statement that starts at the beginning of a line behind the first word of a text.
     */
    public static Optional<StatementStart> inside(String text) {
        List<SqlToken> tokens = SqlScanner.scan(text);
        for (int i = 1; i < tokens.size(); i++) {
            if (tokens.get(i).isWord("CREATE") && startsLine(tokens, i)) {
                int last = i + 1;
                while (last < tokens.size() && isOneOf(tokens.get(last), BEFORE_OBJECTS)) {
                    last++;
                }
                if (last < tokens.size() && isOneOf(tokens.get(last), OBJECTS)) {
                    while (last + 1 < tokens.size() && isOneOf(tokens.get(last + 1), OBJECTS)) {
                        last++;
                    }
                    return Optional.of(
                            new StatementStart(tokens.get(i).start(), tokens.get(last).end()));
                }
            }
        }
        return Optional.empty();
    }

    /** What is wrong, for a statement that starts with some words. */
    public static String problem(String words) {
        return "`;` is missing in front of `" + words.replaceAll("\\s+", " ") + "`";
    }

    /** What to do about it. */
    public static String hint() {
        return "end the statement before it with `;`";
    }

    private static boolean startsLine(List<SqlToken> tokens, int index) {
        String text = tokens.get(index).text();
        String between = text.substring(tokens.get(index - 1).end(), tokens.get(index).start());
        int line = Math.max(between.lastIndexOf('\n'), between.lastIndexOf('\r'));
        return line >= 0 && between.substring(line).isBlank();
    }

    private static boolean isOneOf(SqlToken token, Set<String> words) {
        return words.stream().anyMatch(token::isWord);
    }
}
