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

    /**
     * What to write instead of {@code FROM SNAPSHOT orders}, which reads like a relation with an
     * alias. Only without {@code SEQUENCE BY}: a relation may be called {@code snapshot}.
     */
    static Optional<Diagnostic> withoutQuery(SourceSpan source) {
        List<SqlToken> tokens = SqlScanner.scan(source.text());
        boolean more =
                tokens.size() > 1
                        && tokens.get(0).isWord("SNAPSHOT")
                        && !tokens.get(1).isSymbol(".");
        if (!more) {
            return Optional.empty();
        }
        String relation = fragment(source, tokens, 1, tokens.size()).span().text();
        return Optional.of(
                Diagnostic.of(
                                ErrorCode.MILLRACE_SYNTAX_ERROR,
                                fragment(source, tokens, 0, tokens.size()).span(),
                                "a query in brackets must stand behind FROM SNAPSHOT")
                        .withHint("FROM SNAPSHOT (SELECT * FROM " + relation + ")"));
    }

    /** A relation behind which {@code WITH VERSION} stands, which only a query can have. */
    static Optional<Diagnostic> versionOfRelation(SourceSpan source) {
        List<SqlToken> tokens = SqlScanner.scan(source.text());
        int depth = 0;
        for (int i = 0; i + 1 < tokens.size(); i++) {
            depth += tokens.get(i).isSymbol("(") ? 1 : 0;
            depth -= tokens.get(i).isSymbol(")") ? 1 : 0;
            if (depth == 0
                    && i > 0
                    && tokens.get(i).isWord("WITH")
                    && tokens.get(i + 1).isWord("VERSION")) {
                return Optional.of(misplacedVersion(fragment(source, tokens, i, i + 2).span()));
            }
        }
        return Optional.empty();
    }

    static Diagnostic misplacedVersion(SourceSpan words) {
        return Diagnostic.of(
                        ErrorCode.MILLRACE_SYNTAX_ERROR,
                        words,
                        "WITH VERSION stands behind the query of FROM SNAPSHOT, in front of KEYS")
                .withHint(
                        "AUTO CDC INTO t FROM SNAPSHOT (SELECT ...) WITH VERSION (SELECT ...) KEYS"
                                + " (id)");
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
