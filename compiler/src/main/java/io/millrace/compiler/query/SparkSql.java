/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import java.util.Optional;
import java.util.function.Function;
import org.antlr.v4.runtime.BailErrorStrategy;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.DefaultErrorStrategy;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.antlr.v4.runtime.misc.ParseCancellationException;
import org.apache.spark.sql.catalyst.parser.SqlBaseLexer;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser;
import org.apache.spark.sql.catalyst.parser.UpperCaseCharStream;

/** Runs Spark's generated lexer and parser, with the settings of a session that sets nothing. */
final class SparkSql {

    private SparkSql() {}

    /** A parse tree, or the first place at which the text is wrong. */
    record Outcome<T>(Optional<T> tree, Optional<Problem> problem) {}

    /**
     * A syntax error.
     *
     * @param token the token that does not fit; its offsets count code points
     * @param before the token before it, null at the start of the text
     * @param expected the tokens that could stand there instead; empty when they are many ways
     * @param exhausted whether the parser gave up because the text needs too much look-ahead
     */
    record Problem(Token token, Token before, IntervalSet expected, boolean exhausted) {}

    /**
     * Parses with the fast prediction first and with the full one when that fails.
     *
     * @throws StackOverflowError when the text is nested too deeply for this thread
     */
    static <T> Outcome<T> parse(String text, Function<SqlBaseParser, T> rule) {
        try {
            return new Outcome<>(Optional.of(run(text, rule, true)), Optional.empty());
        } catch (BudgetedTokens.Exhausted e) {
            return problem(e.token(), null, new IntervalSet(), true);
        } catch (ParseCancellationException e) {
            return again(text, rule);
        }
    }

    private static <T> Outcome<T> again(String text, Function<SqlBaseParser, T> rule) {
        try {
            return new Outcome<>(Optional.of(run(text, rule, false)), Optional.empty());
        } catch (BudgetedTokens.Exhausted e) {
            return problem(e.token(), null, new IntervalSet(), true);
        } catch (FirstError e) {
            return problem(e.token, e.before, e.expected, false);
        }
    }

    private static <T> Outcome<T> problem(
            Token token, Token before, IntervalSet expected, boolean exhausted) {
        return new Outcome<>(
                Optional.empty(), Optional.of(new Problem(token, before, expected, exhausted)));
    }

    private static <T> T run(String text, Function<SqlBaseParser, T> rule, boolean fast) {
        SqlBaseLexer lexer =
                new SqlBaseLexer(new UpperCaseCharStream(CharStreams.fromString(text)));
        lexer.removeErrorListeners();
        CommonTokenStream tokens = new BudgetedTokens(lexer);
        SqlBaseParser parser = new SqlBaseParser(tokens);
        parser.removeErrorListeners();
        parser.getInterpreter().setPredictionMode(fast ? PredictionMode.SLL : PredictionMode.LL);
        if (fast) {
            parser.setErrorHandler(new BailErrorStrategy());
        } else {
            parser.setErrorHandler(new DefaultErrorStrategy());
            parser.addErrorListener(new FirstErrorListener());
        }
        return rule.apply(parser);
    }

    /** Stops at the first syntax error. */
    private static final class FirstErrorListener extends BaseErrorListener {

        @Override
        public void syntaxError(
                Recognizer<?, ?> recognizer,
                Object offendingSymbol,
                int line,
                int column,
                String message,
                RecognitionException cause) {
            Parser parser = (Parser) recognizer;
            Token token = (Token) offendingSymbol;
            if (cause != null && cause.getOffendingToken() != null) {
                token = cause.getOffendingToken();
            }
            Token before =
                    token.getTokenIndex() > 0 ? visibleBefore(parser, token.getTokenIndex()) : null;
            boolean exact = token == parser.getCurrentToken();
            throw new FirstError(
                    token, before, exact ? parser.getExpectedTokens() : new IntervalSet());
        }

        private static Token visibleBefore(Parser parser, int index) {
            for (int i = index - 1; i >= 0; i--) {
                Token token = parser.getTokenStream().get(i);
                if (token.getChannel() == Token.DEFAULT_CHANNEL) {
                    return token;
                }
            }
            return null;
        }
    }

    private static final class FirstError extends ParseCancellationException {

        private static final long serialVersionUID = 1L;

        private final transient Token token;
        private final transient Token before;
        private final transient IntervalSet expected;

        FirstError(Token token, Token before, IntervalSet expected) {
            this.token = token;
            this.before = before;
            this.expected = expected;
        }
    }
}
