/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import io.millrace.grammar.MillraceParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.BailErrorStrategy;
import org.antlr.v4.runtime.CommonToken;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ListTokenSource;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.misc.ParseCancellationException;

/** Parses the marked tokens of one statement: fast first, thoroughly if that fails. */
final class StatementParser {

    private final List<Token> tokens;
    private ParserRuleContext tree;

    StatementParser(List<Token> tokens) {
        this.tokens = tokens;
    }

    /**
     * Where the parser gave up.
     *
     * @param index of the token that does not fit; the number of tokens for the end
     */
    record Failure(int index) {}

    List<Token> tokens() {
        return tokens;
    }

    /** The statement, if {@link #parse} succeeded. */
    ParserRuleContext tree() {
        return tree;
    }

    Optional<Failure> parse() {
        Optional<Failure> failure = parse(PredictionMode.SLL);
        return failure.isEmpty() ? failure : parse(PredictionMode.LL);
    }

    /** Parses thoroughly at once: for texts that are expected to fail. */
    Optional<Failure> parseThoroughly() {
        return parse(PredictionMode.LL);
    }

    private Optional<Failure> parse(PredictionMode mode) {
        List<Token> all = new ArrayList<>(tokens);
        all.add(end());
        MillraceParser parser = new MillraceParser(new CommonTokenStream(new ListTokenSource(all)));
        parser.removeErrorListeners();
        parser.setErrorHandler(new BailErrorStrategy());
        parser.getInterpreter().setPredictionMode(mode);
        try {
            tree = parser.singleStatement().statement();
            return Optional.empty();
        } catch (ParseCancellationException e) {
            return Optional.of(failure(e));
        }
    }

    private static Failure failure(ParseCancellationException e) {
        if (e.getCause() instanceof RecognitionException cause) {
            return new Failure(cause.getOffendingToken().getTokenIndex());
        }
        throw e;
    }

    private Token end() {
        CommonToken end = new CommonToken(tokens.get(tokens.size() - 1));
        end.setType(Token.EOF);
        end.setText("");
        end.setStartIndex(end.getStopIndex() + 1);
        return end;
    }
}
