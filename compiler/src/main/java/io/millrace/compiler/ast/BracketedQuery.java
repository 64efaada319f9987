/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import io.millrace.compiler.token.SqlScanner;
import io.millrace.compiler.token.SqlToken;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds queries that stand in brackets. */
public final class BracketedQuery {

    private static final Set<String> STARTS = Set.of("FROM", "SELECT", "TABLE", "VALUES", "WITH");

    private BracketedQuery() {}

    /** Whether a text is one query in brackets and nothing else. */
    static boolean is(String text) {
        List<SqlToken> tokens = SqlScanner.scan(text);
        return end(tokens, 0).filter(end -> end == tokens.size()).isPresent();
    }

    /** The index behind the bracket that closes a query which opens at an index. */
    public static Optional<Integer> end(List<SqlToken> tokens, int open) {
        int first = open;
        while (first < tokens.size() && tokens.get(first).isSymbol("(")) {
            first++;
        }
        boolean query =
                first > open
                        && first < tokens.size()
                        && STARTS.stream().anyMatch(tokens.get(first)::isWord);
        if (!query) {
            return Optional.empty();
        }
        int depth = 0;
        for (int i = open; i < tokens.size(); i++) {
            if (tokens.get(i).isSymbol("(")) {
                depth++;
            } else if (tokens.get(i).isSymbol(")") && --depth == 0) {
                return Optional.of(i + 1);
            }
        }
        return Optional.empty();
    }
}
