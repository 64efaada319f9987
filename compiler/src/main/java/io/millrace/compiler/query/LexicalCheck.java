/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.SqlScanner;
import io.millrace.compiler.token.SqlToken;
import io.millrace.compiler.token.SqlToken.Kind;
import java.util.List;

/** What can be told to be wrong before parsing: literals that don't end, brackets without end. */
final class LexicalCheck {

    /** The parser needs about fifty frames for a bracket. */
    private static final int DEEPEST = 150;

    /** More than brackets, since CASE may be a column's name. */
    private static final int DEEPEST_CASES = 500;

    private LexicalCheck() {}

    /** The first problem, or none. */
    static List<Diagnostic> check(SourceSpan span) {
        int depth = 0;
        int cases = 0;
        List<SqlToken> tokens = SqlScanner.scan(span.text());
        for (int i = 0; i < tokens.size(); i++) {
            SqlToken token = tokens.get(i);
            if (isStreamOfQuery(tokens, i)) {
                return List.of(streamOfQuery(span, token));
            }
            if (token.kind() == Kind.UNTERMINATED) {
                return List.of(unterminated(span, token));
            }
            if (token.isSymbol("(") || token.isSymbol("[")) {
                depth++;
            } else if (token.isSymbol(")") || token.isSymbol("]")) {
                depth--;
            } else if (token.isWord("CASE")) {
                cases++;
            } else if (token.isWord("END")) {
                cases--;
            }
            if (depth > DEEPEST || cases > DEEPEST_CASES) {
                SourceSpan place = at(span, token.start(), token.end());
                return List.of(
                        Diagnostic.of(
                                ErrorCode.MILLRACE_NESTING_TOO_DEEP, place, "the expression"));
            }
        }
        return List.of();
    }

    /** The bracket of {@code FROM STREAM (SELECT ...)}. */
    private static boolean isStreamOfQuery(List<SqlToken> tokens, int index) {
        if (index < 2 || index + 1 == tokens.size() || !tokens.get(index).isSymbol("(")) {
            return false;
        }
        SqlToken before = tokens.get(index - 2);
        SqlToken inside = tokens.get(index + 1);
        return tokens.get(index - 1).isWord("STREAM")
                && (before.isWord("FROM") || before.isWord("JOIN") || before.isSymbol(","))
                && (inside.isWord("SELECT")
                        || (inside.isWord("FROM") && !next(tokens, index + 2).isSymbol(")"))
                        || (inside.isWord("WITH") && next(tokens, index + 2).isName()));
    }

    private static SqlToken next(List<SqlToken> tokens, int index) {
        return tokens.get(Math.min(index, tokens.size() - 1));
    }

    private static Diagnostic streamOfQuery(SourceSpan span, SqlToken bracket) {
        return Diagnostic.of(
                        ErrorCode.MILLRACE_QUERY_SYNTAX_ERROR,
                        at(span, bracket.start(), bracket.end()),
                        "STREAM reads a table or a function, not a query")
                .withHint("put STREAM in front of the table inside: (SELECT ... FROM STREAM t)");
    }

    private static Diagnostic unterminated(SourceSpan span, SqlToken token) {
        String text = token.slice();
        String what =
                switch (text.charAt(0)) {
                    case '/' -> "this comment has no end";
                    case '`' -> "this name has no closing back-tick";
                    case '$' -> "this text has no closing $$";
                    default -> "this string has no closing quote";
                };
        int end = token.start() + (text.startsWith("/*") || text.startsWith("$$") ? 2 : 1);
        SourceSpan place = at(span, token.start(), end);
        return Diagnostic.of(ErrorCode.MILLRACE_QUERY_SYNTAX_ERROR, place, what);
    }

    private static SourceSpan at(SourceSpan span, int start, int end) {
        return span.file().span(span.start() + start, span.start() + end);
    }
}
