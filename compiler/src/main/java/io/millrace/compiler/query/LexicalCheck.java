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

    private LexicalCheck() {}

    /** The first problem, or none. */
    static List<Diagnostic> check(SourceSpan span) {
        int depth = 0;
        for (SqlToken token : SqlScanner.scan(span.text())) {
            if (token.kind() == Kind.UNTERMINATED) {
                return List.of(unterminated(span, token));
            }
            if (token.isSymbol("(") || token.isSymbol("[")) {
                depth++;
            } else if (token.isSymbol(")") || token.isSymbol("]")) {
                depth--;
            }
            if (depth > DEEPEST) {
                SourceSpan place = at(span, token.start(), token.end());
                return List.of(
                        Diagnostic.of(
                                ErrorCode.MILLRACE_NESTING_TOO_DEEP, place, "the expression"));
            }
        }
        return List.of();
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
