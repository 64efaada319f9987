/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import io.millrace.compiler.ast.BracketedQuery;
import io.millrace.compiler.ast.SqlFragment;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.SqlScanner;
import io.millrace.compiler.token.SqlToken;
import java.util.List;
import java.util.Optional;

/**
 * What stands behind {@code FROM} when it is {@code SNAPSHOT ( query ) [WITH VERSION ( query )]}.
 * {@code snapshot} alone, or with arguments, is a relation of that name.
 *
 * @param version with its brackets, as the snapshot
 */
record SnapshotSource(SqlFragment snapshot, Optional<SqlFragment> version) {

    static Optional<SnapshotSource> of(SourceSpan source) {
        List<SqlToken> tokens = SqlScanner.scan(source.text());
        Optional<Integer> end =
                !tokens.isEmpty() && tokens.get(0).isWord("SNAPSHOT")
                        ? BracketedQuery.end(tokens, 1)
                        : Optional.empty();
        return end.map(
                behind ->
                        new SnapshotSource(
                                fragment(source, tokens, 1, behind),
                                version(source, tokens, behind)));
    }

    private static Optional<SqlFragment> version(
            SourceSpan source, List<SqlToken> tokens, int start) {
        if (start == tokens.size()) {
            return Optional.empty();
        }
        boolean words =
                start + 2 < tokens.size()
                        && tokens.get(start).isWord("WITH")
                        && tokens.get(start + 1).isWord("VERSION");
        Optional<Integer> end = words ? BracketedQuery.end(tokens, start + 2) : Optional.empty();
        if (end.filter(behind -> behind == tokens.size()).isEmpty()) {
            throw new SyntaxException(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_SYNTAX_ERROR,
                                    fragment(source, tokens, start, tokens.size()).span(),
                                    "only WITH VERSION ( query ) or KEYS can stand behind the"
                                            + " query of a snapshot")
                            .withHint(
                                    "FROM SNAPSHOT (SELECT ...) WITH VERSION (SELECT ...) KEYS"
                                            + " (id)"));
        }
        return Optional.of(fragment(source, tokens, start + 2, tokens.size()));
    }

    private static SqlFragment fragment(
            SourceSpan source, List<SqlToken> tokens, int first, int behind) {
        return new SqlFragment(
                source.file()
                        .span(
                                source.start() + tokens.get(first).start(),
                                source.start() + tokens.get(behind - 1).end()));
    }
}
