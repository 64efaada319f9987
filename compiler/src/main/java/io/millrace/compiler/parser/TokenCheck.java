/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.grammar.MillraceLexer;
import io.millrace.grammar.TemplateText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.Token;

/** Checks the tokens of a statement before it is parsed: what is open must be closed. */
final class TokenCheck {

    /** Deeper than anybody writes, and as deep as Spark's parser can go. */
    static final int MOST_NESTING = 500;

    private TokenCheck() {}

    static void check(List<Token> tokens, Spans spans) {
        checkTemplateText(tokens, spans);
        checkTerminated(tokens, spans);
        checkBrackets(tokens, spans);
        checkTypes(tokens, spans);
    }

    private static void checkTemplateText(List<Token> tokens, Spans spans) {
        int index = TemplateText.find(tokens);
        if (index < 0) {
            return;
        }
        throw new SyntaxException(
                Diagnostic.of(
                                ErrorCode.MILLRACE_TEMPLATE_TEXT,
                                spans.of(tokens.get(index), tokens.get(index + 1)))
                        .withHint(
                                "render the file first, or use ${key} and :name, which Millrace replaces"));
    }

    /** Refuses strings, names and comments that nothing closes. */
    static void checkTerminated(List<Token> tokens, Spans spans) {
        for (Token token : tokens) {
            switch (token.getType()) {
                case MillraceLexer.UNTERMINATED_STRING ->
                        throw unterminated(token, spans, ErrorCode.MILLRACE_UNTERMINATED_STRING);
                case MillraceLexer.UNTERMINATED_DOLLAR_STRING ->
                        throw unterminated(token, spans, ErrorCode.MILLRACE_UNTERMINATED_STRING);
                case MillraceLexer.UNTERMINATED_IDENTIFIER ->
                        throw unterminated(
                                token, spans, ErrorCode.MILLRACE_UNTERMINATED_IDENTIFIER);
                case MillraceLexer.UNTERMINATED_COMMENT ->
                        throw unterminated(token, spans, ErrorCode.MILLRACE_UNTERMINATED_COMMENT);
                default -> {}
            }
        }
    }

    private static SyntaxException unterminated(Token token, Spans spans, ErrorCode code) {
        SourceSpan whole = spans.of(token);
        int line = whole.text().indexOf('\n');
        int length = line < 0 ? whole.text().length() : line;
        SourceSpan shown = whole.file().span(whole.start(), whole.start() + Math.max(1, length));
        Diagnostic diagnostic = Diagnostic.of(code, shown).withLabel("opened here");
        boolean string = code == ErrorCode.MILLRACE_UNTERMINATED_STRING;
        return new SyntaxException(
                string
                        ? diagnostic.withHint(
                                "a quote inside of a string is written twice: 'it''s'")
                        : diagnostic);
    }

    private static void checkBrackets(List<Token> tokens, Spans spans) {
        Deque<Token> open = new ArrayDeque<>();
        for (Token token : tokens) {
            switch (token.getType()) {
                case MillraceLexer.LEFT_PAREN, MillraceLexer.LEFT_BRACKET -> {
                    open.push(token);
                    if (open.size() > MOST_NESTING) {
                        throw new SyntaxException(
                                Diagnostic.of(
                                                ErrorCode.MILLRACE_NESTING_TOO_DEEP,
                                                spans.of(token),
                                                "the statement")
                                        .withHint(
                                                "brackets may be nested %d deep"
                                                        .formatted(MOST_NESTING)));
                    }
                }
                case MillraceLexer.RIGHT_PAREN, MillraceLexer.RIGHT_BRACKET ->
                        close(open, token, spans);
                default -> {}
            }
        }
        if (!open.isEmpty()) {
            Token token = open.peek();
            throw new SyntaxException(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_SYNTAX_ERROR,
                                    spans.of(token),
                                    "`%s` is never closed".formatted(token.getText()))
                            .withLabel("opened here"));
        }
    }

    private static void close(Deque<Token> open, Token token, Spans spans) {
        int opening =
                token.getType() == MillraceLexer.RIGHT_PAREN
                        ? MillraceLexer.LEFT_PAREN
                        : MillraceLexer.LEFT_BRACKET;
        if (open.isEmpty()) {
            throw new SyntaxException(
                    Diagnostic.of(
                            ErrorCode.MILLRACE_SYNTAX_ERROR,
                            spans.of(token),
                            "`%s` closes nothing".formatted(token.getText())));
        }
        Token last = open.pop();
        if (last.getType() != opening) {
            throw new SyntaxException(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_SYNTAX_ERROR,
                                    spans.of(token),
                                    "`%s` does not close `%s`"
                                            .formatted(token.getText(), last.getText()))
                            .withRelated(spans.of(last), "opened here"));
        }
    }

    /** Types nest in angle brackets: {@code ARRAY<ARRAY<...>>}. */
    private static void checkTypes(List<Token> tokens, Spans spans) {
        int depth = 0;
        for (int i = 1; i < tokens.size(); i++) {
            int type = tokens.get(i).getType();
            if (type == MillraceLexer.GREATER) {
                depth = Math.max(0, depth - 1);
            } else if (type == MillraceLexer.LESS && isNestingType(tokens.get(i - 1))) {
                depth++;
            }
            if (depth > MOST_NESTING) {
                throw new SyntaxException(
                        Diagnostic.of(
                                ErrorCode.MILLRACE_NESTING_TOO_DEEP,
                                spans.of(tokens.get(i)),
                                "a type"));
            }
        }
    }

    private static boolean isNestingType(Token token) {
        return switch (token.getText().toUpperCase(Locale.ROOT)) {
            case "ARRAY", "MAP", "STRUCT" -> true;
            default -> false;
        };
    }
}
