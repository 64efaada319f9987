/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parameter;

import io.millrace.compiler.token.SqlToken;
import io.millrace.compiler.token.SqlToken.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Tells where a parameter stands for a relation or namespace instead of a value. */
final class IdentifierPlace {

    /** Words that a name of a relation or namespace follows, never a value. */
    private static final Set<String> BEFORE_NAME =
            Set.of(
                    "CATALOG",
                    "DATABASE",
                    "FLOW",
                    "INTO",
                    "JOIN",
                    "NAMESPACE",
                    "SCHEMA",
                    "SINK",
                    "STREAM",
                    "TABLE",
                    "USE",
                    "VIEW");

    /** Functions with a FROM of their own between their parentheses. */
    private static final Set<String> FUNCTIONS_WITH_FROM =
            Set.of("EXTRACT", "OVERLAY", "SUBSTR", "SUBSTRING", "TRIM");

    private IdentifierPlace() {}

    /**
     * Whether the parameter whose colon is token {@code colon} and whose name ends with token
     * {@code last} names something.
     */
    static boolean at(List<SqlToken> tokens, int colon, int last) {
        if (isQualifier(tokens, last)) {
            return true;
        }
        if (colon == 0) {
            return false;
        }
        SqlToken before = tokens.get(colon - 1);
        if (before.isSymbol(".")) {
            return true;
        }
        if (before.isSymbol("(") && colon > 1) {
            SqlToken opener = tokens.get(colon - 2);
            return opener.isWord("STREAM") || opener.isWord("TABLE");
        }
        if (before.kind() != Kind.WORD) {
            return false;
        }
        if (before.isWord("FROM")) {
            return isRelationFrom(tokens, colon - 1);
        }
        return BEFORE_NAME.contains(before.slice().toUpperCase(Locale.ROOT));
    }

    /** Followed directly by a dot and another part of a name. */
    private static boolean isQualifier(List<SqlToken> tokens, int last) {
        if (last + 2 >= tokens.size()) {
            return false;
        }
        SqlToken dot = tokens.get(last + 1);
        SqlToken next = tokens.get(last + 2);
        return dot.isSymbol(".")
                && dot.start() == tokens.get(last).end()
                && next.start() == dot.end()
                && (next.isName() || next.kind() == Kind.REFERENCE || next.isSymbol(":"));
    }

    /** Not {@code IS DISTINCT FROM} and not the FROM inside a function. */
    private static boolean isRelationFrom(List<SqlToken> tokens, int from) {
        if (from > 0 && tokens.get(from - 1).isWord("DISTINCT")) {
            return false;
        }
        int depth = 0;
        for (int i = from - 1; i >= 0; i--) {
            SqlToken token = tokens.get(i);
            if (token.isSymbol(")")) {
                depth++;
            } else if (token.isSymbol("(")) {
                if (depth == 0) {
                    return i == 0
                            || tokens.get(i - 1).kind() != Kind.WORD
                            || !FUNCTIONS_WITH_FROM.contains(
                                    tokens.get(i - 1).slice().toUpperCase(Locale.ROOT));
                }
                depth--;
            } else if (token.isSymbol(";")) {
                return true;
            }
        }
        return true;
    }
}
