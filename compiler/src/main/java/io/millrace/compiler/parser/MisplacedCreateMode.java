/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.grammar.MillraceLexer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.antlr.v4.runtime.Token;

/** {@code CREATE STREAMING TABLE OR REFRESH t}, whose {@code OR} reads like the table's name. */
final class MisplacedCreateMode {

    private MisplacedCreateMode() {}

    /** A message with the words in order, if a statement fails at or behind such words. */
    static Optional<Diagnostic> find(List<Token> withMarks, int failure, Spans spans) {
        if (withMarks.get(0).getType() != MillraceLexer.CREATE) {
            return Optional.empty();
        }
        Token failed = failure < withMarks.size() ? withMarks.get(failure) : null;
        List<Token> tokens =
                withMarks.stream()
                        .filter(token -> token.getType() != MillraceLexer.CLAUSE)
                        .toList();
        int or = behindKind(tokens, 1);
        boolean applies =
                or > 1
                        && or + 1 < tokens.size()
                        && tokens.get(or).getType() == MillraceLexer.OR
                        && isMode(tokens.get(or + 1))
                        && (failed == null
                                || failed.getStartIndex()
                                        <= tokens.get(Math.min(or + 3, tokens.size() - 1))
                                                .getStartIndex());
        if (!applies) {
            return Optional.empty();
        }
        int name = behindKind(tokens, or + 2);
        List<Token> before = tokens.subList(1, or);
        String mode = spans.text(tokens.get(or)) + " " + spans.text(tokens.get(or + 1));
        String kind =
                words(Stream.concat(before.stream(), tokens.subList(or + 2, name).stream()), spans);
        return Optional.of(
                Diagnostic.of(
                                ErrorCode.MILLRACE_SYNTAX_ERROR,
                                spans.of(tokens.get(or), tokens.get(or + 1)),
                                "%s stands in front of %s"
                                        .formatted(
                                                mode.toUpperCase(Locale.ROOT),
                                                words(before.stream(), spans)))
                        .withHint(
                                "write CREATE %s %s%s"
                                        .formatted(
                                                mode.toUpperCase(Locale.ROOT),
                                                kind,
                                                name(tokens, name, spans))));
    }

    /** The index of the first token that is no word for a kind of dataset. */
    private static int behindKind(List<Token> tokens, int from) {
        int at = from;
        while (at < tokens.size() && isKind(tokens.get(at))) {
            at++;
        }
        return at;
    }

    private static boolean isKind(Token token) {
        return switch (token.getType()) {
            case MillraceLexer.INCREMENTAL,
                    MillraceLexer.LIVE,
                    MillraceLexer.MATERIALIZED,
                    MillraceLexer.PRIVATE,
                    MillraceLexer.STREAMING,
                    MillraceLexer.TABLE,
                    MillraceLexer.TEMP,
                    MillraceLexer.TEMPORARY,
                    MillraceLexer.VIEW ->
                    true;
            default -> false;
        };
    }

    private static boolean isMode(Token token) {
        return token.getType() == MillraceLexer.REFRESH || token.getType() == MillraceLexer.REPLACE;
    }

    private static String words(Stream<Token> tokens, Spans spans) {
        return tokens.map(token -> spans.text(token).toUpperCase(Locale.ROOT))
                .collect(Collectors.joining(" "));
    }

    /** The name at an index with a space in front, or nothing. */
    private static String name(List<Token> tokens, int at, Spans spans) {
        if (at >= tokens.size()) {
            return "";
        }
        int last = at;
        while (last + 2 < tokens.size() && tokens.get(last + 1).getType() == MillraceLexer.DOT) {
            last += 2;
        }
        return " " + spans.of(tokens.get(at), tokens.get(last)).text();
    }
}
