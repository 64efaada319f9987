/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.diagnostic.NearestName;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.StatementStart;
import io.millrace.grammar.Keywords;
import io.millrace.grammar.MillraceLexer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.antlr.v4.runtime.Token;

/** Mistakes that people make, each with a message and a correction of its own. */
final class KnownMistakes {

    private static final List<String> STATEMENTS =
            List.of("ALTER", "APPLY", "CREATE", "DROP", "EXPLAIN", "REFRESH", "SELECT");

    private final List<Token> tokens;
    private final int index;
    private final Spans spans;

    private KnownMistakes(List<Token> tokens, int index, Spans spans) {
        this.tokens = tokens;
        this.index = index;
        this.spans = spans;
    }

    /** A message of its own for a statement that fails at a token, if the mistake is known. */
    static Optional<Diagnostic> find(List<Token> tokens, int index, Spans spans) {
        KnownMistakes mistakes = new KnownMistakes(tokens, index, spans);
        return mistakes.missingSemicolon()
                .or(mistakes::nameInBraces)
                .or(mistakes::expectWithoutBrackets)
                .or(mistakes::failWithoutUpdate)
                .or(mistakes::onceTwice)
                .or(mistakes::columnCheck)
                .or(mistakes::listWithoutBrackets)
                .or(mistakes::openType)
                .or(mistakes::hyphenInName)
                .or(mistakes::autoCdcAsQuery)
                .or(() -> WrongWords.find(tokens, index, spans))
                .or(() -> MisplacedCreateMode.find(tokens, index, spans));
    }

    /**
     * Refuses {@code CONSTRAINT ok (id > 0)}, which reads like a column called {@code constraint}
     * whose type has arguments.
     */
    static void refuseMissingExpect(List<Token> tokens, Spans spans) {
        for (int i = 1; i + 2 < tokens.size(); i++) {
            boolean applies =
                    tokens.get(i).getType() == MillraceLexer.CONSTRAINT
                            && tokens.get(i + 2).getType() == MillraceLexer.LEFT_PAREN
                            && (tokens.get(i - 1).getType() == MillraceLexer.LEFT_PAREN
                                    || tokens.get(i - 1).getType() == MillraceLexer.COMMA);
            String name = applies ? spans.text(tokens.get(i + 1)) : "";
            if (applies && isName(tokens.get(i + 1)) && !isTypeWithArguments(name)) {
                int closing = new KnownMistakes(tokens, i + 2, spans).closing(i + 2);
                String condition = spans.of(tokens.get(i + 2), tokens.get(closing)).text();
                throw new SyntaxException(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_EXPECT_MISSING,
                                        spans.of(tokens.get(i + 2)),
                                        name)
                                .withHint("CONSTRAINT " + name + " EXPECT " + condition));
            }
            if (tokens.get(i).getType() == MillraceLexer.AS) {
                return;
            }
        }
    }

    private static boolean isName(Token token) {
        return token.getType() == MillraceLexer.IDENTIFIER
                || token.getType() == MillraceLexer.QUOTED_IDENTIFIER
                || (Keywords.of(token.getType()).isPresent()
                        && token.getType() != MillraceLexer.EXPECT);
    }

    private static boolean isTypeWithArguments(String word) {
        return switch (word.toUpperCase(Locale.ROOT)) {
            case "CHAR", "CHARACTER", "DEC", "DECIMAL", "NUMERIC", "TIME", "TIMESTAMP", "VARCHAR" ->
                    true;
            default -> false;
        };
    }

    /** A statement whose first word is a statement's first word but for a letter or two. */
    static Optional<Diagnostic> misspeltStatement(Token first, Spans spans) {
        return NearestName.of(spans.text(first), STATEMENTS)
                .map(
                        word ->
                                Diagnostic.of(
                                                ErrorCode.MILLRACE_SYNTAX_ERROR,
                                                spans.of(first),
                                                "no statement starts with `%s`"
                                                        .formatted(spans.text(first)))
                                        .withHint("did you mean " + word + "?"));
    }

    /** A statement that starts before the one in front of it has ended. */
    private Optional<Diagnostic> missingSemicolon() {
        SourceSpan whole = spans.of(tokens);
        int problem = index < tokens.size() ? span(index).start() : whole.end();
        return unended(whole).filter(next -> next.start() <= problem).map(KnownMistakes::missing);
    }

    /** Refuses {@code SET key = value} whose value reaches into the next statement. */
    static void refuseUnended(SourceSpan set) {
        unended(set)
                .ifPresent(
                        next -> {
                            throw new SyntaxException(missing(next));
                        });
    }

    private static Optional<SourceSpan> unended(SourceSpan whole) {
        return StatementStart.inside(whole.text())
                .map(
                        next ->
                                whole.file()
                                        .span(
                                                whole.start() + next.start(),
                                                whole.start() + next.end()));
    }

    private static Diagnostic missing(SourceSpan next) {
        return Diagnostic.of(
                        ErrorCode.MILLRACE_SYNTAX_ERROR, next, StatementStart.problem(next.text()))
                .withHint(StatementStart.hint());
    }

    /** {@code CREATE STREAMING TABLE {catalog}.bronze.t}. */
    private Optional<Diagnostic> nameInBraces() {
        boolean applies =
                typeAt(index) == MillraceLexer.LEFT_BRACE
                        && index + 2 < tokens.size()
                        && text(index + 2).equals("}");
        if (!applies) {
            return Optional.empty();
        }
        return Optional.of(
                Diagnostic.of(
                                ErrorCode.MILLRACE_TEMPLATE_TEXT,
                                spans.of(tokens.get(index), tokens.get(index + 2)))
                        .withHint("write ${" + text(index + 1) + "}"));
    }

    /** {@code CONSTRAINT ok EXPECT id > 0}. */
    private Optional<Diagnostic> expectWithoutBrackets() {
        boolean applies =
                typeAt(index - 1) == MillraceLexer.EXPECT
                        && typeAt(index - 3) == MillraceLexer.CONSTRAINT
                        && index < tokens.size();
        if (!applies) {
            return Optional.empty();
        }
        int end = index;
        while (end + 1 < tokens.size()
                && typeAt(end + 1) != MillraceLexer.COMMA
                && typeAt(end + 1) != MillraceLexer.RIGHT_PAREN
                && !(typeAt(end + 1) == MillraceLexer.ON
                        && typeAt(end + 2) == MillraceLexer.VIOLATION)) {
            end = typeAt(end + 1) == MillraceLexer.LEFT_PAREN ? closing(end + 1) : end + 1;
        }
        String condition = spans.of(tokens.get(index), tokens.get(end)).text();
        return Optional.of(
                Diagnostic.of(
                                ErrorCode.MILLRACE_SYNTAX_ERROR,
                                span(index),
                                "the condition of expectation `%s` is not in brackets"
                                        .formatted(text(index - 2)))
                        .withHint("CONSTRAINT " + text(index - 2) + " EXPECT (" + condition + ")"));
    }

    /** {@code ON VIOLATION FAIL}. */
    private Optional<Diagnostic> failWithoutUpdate() {
        int action = index - 1;
        if (typeAt(action - 1) != MillraceLexer.VIOLATION) {
            return Optional.empty();
        }
        String whole =
                switch (typeAt(action)) {
                    case MillraceLexer.FAIL -> "ON VIOLATION FAIL UPDATE";
                    case MillraceLexer.DROP -> "ON VIOLATION DROP ROW";
                    case MillraceLexer.QUARANTINE -> "ON VIOLATION QUARANTINE ROW";
                    default -> "";
                };
        if (whole.isEmpty()) {
            return Optional.empty();
        }
        String missing = whole.substring(whole.lastIndexOf(' ') + 1);
        return Optional.of(
                Diagnostic.of(
                                ErrorCode.MILLRACE_SYNTAX_ERROR,
                                span(action),
                                "%s is missing behind %s".formatted(missing, text(action)))
                        .withHint(whole));
    }

    /** {@code a INT CHECK (a > 0)}. */
    private Optional<Diagnostic> columnCheck() {
        boolean applies =
                typeAt(index) == MillraceLexer.CHECK
                        && typeAt(index + 1) == MillraceLexer.LEFT_PAREN;
        if (!applies) {
            return Optional.empty();
        }
        String condition = spans.of(tokens.get(index + 1), tokens.get(closing(index + 1))).text();
        return Optional.of(
                Diagnostic.of(
                                ErrorCode.MILLRACE_SYNTAX_ERROR,
                                span(index),
                                "a column takes no CHECK here")
                        .withHint(
                                "write an expectation behind the column: CONSTRAINT name EXPECT "
                                        + condition
                                        + " ON VIOLATION FAIL UPDATE"));
    }

    /** {@code INSERT ONCE ONCE INTO}. */
    private Optional<Diagnostic> onceTwice() {
        boolean applies =
                typeAt(index) == MillraceLexer.ONCE && typeAt(index - 1) == MillraceLexer.ONCE;
        if (!applies) {
            return Optional.empty();
        }
        return Optional.of(
                Diagnostic.of(ErrorCode.MILLRACE_ONCE_TWICE, span(index))
                        .withHint("write it in front of INTO only")
                        .withRelated(span(index - 1), "ONCE stands here already"));
    }

    /** {@code CREATE STREAMING TABLE my-table}. */
    private Optional<Diagnostic> hyphenInName() {
        boolean applies =
                typeAt(index) == MillraceLexer.MINUS
                        && index > 0
                        && index + 1 < tokens.size()
                        && touches(index - 1)
                        && touches(index);
        if (!applies) {
            return Optional.empty();
        }
        int first = index - 1;
        int last = index + 1;
        while (typeAt(last + 1) == MillraceLexer.MINUS && last + 2 < tokens.size()) {
            last += 2;
        }
        SourceSpan name = spans.of(tokens.get(first), tokens.get(last));
        return Optional.of(
                Diagnostic.of(
                                ErrorCode.MILLRACE_SYNTAX_ERROR,
                                name,
                                "a name with a hyphen needs back-ticks")
                        .withHint("write `" + name.text() + "`"));
    }

    /** {@code CREATE STREAMING TABLE t AS AUTO CDC INTO t ...}, which no dialect has. */
    private Optional<Diagnostic> autoCdcAsQuery() {
        boolean cdc =
                (typeAt(index) == MillraceLexer.AUTO && typeAt(index + 1) == MillraceLexer.CDC)
                        || (typeAt(index) == MillraceLexer.APPLY
                                && typeAt(index + 1) == MillraceLexer.CHANGES);
        boolean applies =
                cdc && typeAt(index - 1) == MillraceLexer.AS && typeAt(1) != MillraceLexer.FLOW;
        if (!applies) {
            return Optional.empty();
        }
        return Optional.of(
                Diagnostic.of(
                                ErrorCode.MILLRACE_SYNTAX_ERROR,
                                spans.of(tokens.get(index), tokens.get(index + 1)),
                                "AUTO CDC is not a query, so it cannot stand behind AS here")
                        .withHint(
                                "either CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM s KEYS"
                                        + " (id) SEQUENCE BY seq, or CREATE STREAMING TABLE t; and"
                                        + " CREATE FLOW f AS AUTO CDC INTO t FROM STREAM s KEYS (id)"
                                        + " SEQUENCE BY seq"));
    }

    /** {@code CLUSTER BY a}, {@code KEYS id}. */
    private Optional<Diagnostic> listWithoutBrackets() {
        int before = typeAt(index - 1);
        int first = index - 1;
        if (before == MillraceLexer.BY) {
            first = index - 2;
        }
        boolean list =
                switch (typeAt(first)) {
                    case MillraceLexer.CLUSTER,
                            MillraceLexer.KEYS,
                            MillraceLexer.OPTIONS,
                            MillraceLexer.PARTITIONED,
                            MillraceLexer.SPARK_CONF,
                            MillraceLexer.TBLPROPERTIES ->
                            true;
                    default -> false;
                };
        boolean item =
                index < tokens.size()
                        && (isName(tokens.get(index)) || typeAt(index) == MillraceLexer.STRING);
        if (!list || !item) {
            return Optional.empty();
        }
        String words = spans.of(tokens.get(first), tokens.get(index - 1)).text();
        return Optional.of(
                Diagnostic.of(
                                ErrorCode.MILLRACE_SYNTAX_ERROR,
                                span(index),
                                "the list behind %s is not in brackets".formatted(words))
                        .withHint(words + " (" + text(index) + ", ...)"));
    }

    /** {@code a STRUCT<x: INT)}. */
    private Optional<Diagnostic> openType() {
        if (typeAt(index) != MillraceLexer.RIGHT_PAREN) {
            return Optional.empty();
        }
        int open = 0;
        for (int i = index - 1; i > 0 && typeAt(i) != MillraceLexer.CONSTRAINT; i--) {
            open += typeAt(i) == MillraceLexer.GREATER ? 1 : 0;
            open -= typeAt(i) == MillraceLexer.LESS ? 1 : 0;
            if (open < 0) {
                return Optional.of(
                        Diagnostic.of(
                                ErrorCode.MILLRACE_SYNTAX_ERROR,
                                span(i),
                                "`<` of the type `%s` is never closed".formatted(text(i - 1))));
            }
        }
        return Optional.empty();
    }

    /** Whether nothing stands between a token and the next. */
    private boolean touches(int at) {
        return tokens.get(at).getStopIndex() + 1 == tokens.get(at + 1).getStartIndex();
    }

    /** The bracket that closes the one at an index. */
    private int closing(int open) {
        int depth = 0;
        for (int i = open; i < tokens.size(); i++) {
            int type = typeAt(i);
            if (type == MillraceLexer.LEFT_PAREN) {
                depth++;
            } else if (type == MillraceLexer.RIGHT_PAREN && --depth == 0) {
                return i;
            }
        }
        return tokens.size() - 1;
    }

    private int typeAt(int at) {
        return at >= 0 && at < tokens.size() ? tokens.get(at).getType() : Token.EOF;
    }

    private String text(int at) {
        return spans.text(tokens.get(at));
    }

    private SourceSpan span(int at) {
        return spans.of(tokens.get(at));
    }
}
