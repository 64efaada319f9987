/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.grammar.MillraceLexer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.Token;

/** A word or sign that another clause or another dialect has in this place. */
final class WrongWords {

    private static final Set<Integer> PROPERTY_LISTS =
            Set.of(MillraceLexer.OPTIONS, MillraceLexer.SPARK_CONF, MillraceLexer.TBLPROPERTIES);

    private WrongWords() {}

    /** What to write instead, if a statement fails at such a token. */
    static Optional<Diagnostic> find(List<Token> tokens, int failure, Spans spans) {
        if (failure < 1 || failure >= tokens.size()) {
            return Optional.empty();
        }
        return arrowInProperties(tokens, failure, spans)
                .or(() -> formatOfSink(tokens, failure, spans))
                .or(() -> versionBehindKeys(tokens, failure, spans));
    }

    /** {@code OPTIONS (path => 'out')}, as arguments of functions are written. */
    private static Optional<Diagnostic> arrowInProperties(
            List<Token> tokens, int failure, Spans spans) {
        if (tokens.get(failure).getType() != MillraceLexer.ARROW) {
            return Optional.empty();
        }
        int open = failure;
        while (open > 0 && tokens.get(open).getType() != MillraceLexer.LEFT_PAREN) {
            open--;
        }
        if (open == 0 || !PROPERTY_LISTS.contains(tokens.get(open - 1).getType())) {
            return Optional.empty();
        }
        int key = failure;
        while (key > open + 1 && tokens.get(key - 1).getType() != MillraceLexer.COMMA) {
            key--;
        }
        String list = spans.text(tokens.get(open - 1));
        return Optional.of(
                Diagnostic.of(
                                ErrorCode.MILLRACE_SYNTAX_ERROR,
                                spans.of(tokens.get(failure)),
                                "a value in %s stands behind `=`, not behind `=>`".formatted(list))
                        .withHint(
                                "%s (%s = ...)"
                                        .formatted(
                                                list,
                                                spans.of(tokens.get(key), tokens.get(failure - 1))
                                                        .text())));
    }

    /** {@code CREATE SINK s FORMAT kafka}. */
    private static Optional<Diagnostic> formatOfSink(List<Token> tokens, int failure, Spans spans) {
        boolean applies =
                tokens.size() > 2
                        && tokens.get(1).getType() == MillraceLexer.SINK
                        && spans.text(tokens.get(failure)).equalsIgnoreCase("FORMAT");
        if (!applies) {
            return Optional.empty();
        }
        String format = failure + 1 < tokens.size() ? spans.text(tokens.get(failure + 1)) : "delta";
        return Optional.of(
                Diagnostic.of(
                                ErrorCode.MILLRACE_SYNTAX_ERROR,
                                spans.of(tokens.get(failure)),
                                "the format of a sink stands behind USING")
                        .withHint(
                                "%s USING %s"
                                        .formatted(
                                                spans.of(tokens.get(0), tokens.get(failure - 1))
                                                        .text(),
                                                format.replaceAll("^['\"]|['\"]$", ""))));
    }

    /** {@code FROM SNAPSHOT (query) KEYS (id) WITH VERSION (query)}. */
    private static Optional<Diagnostic> versionBehindKeys(
            List<Token> tokens, int failure, Spans spans) {
        boolean applies =
                tokens.get(failure).getType() == MillraceLexer.WITH
                        && failure + 1 < tokens.size()
                        && tokens.get(failure + 1).getType() == MillraceLexer.VERSION;
        return applies
                ? Optional.of(
                        SnapshotSource.misplacedVersion(
                                spans.of(tokens.get(failure), tokens.get(failure + 1))))
                : Optional.empty();
    }
}
