/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.Token;
import org.apache.spark.sql.catalyst.parser.SqlBaseLexer;
import org.apache.spark.sql.catalyst.parser.UpperCaseCharStream;

/**
 * Finds the calls of a table function in a query. Spark gives a call the place of the SELECT list
 * in front of it, which is not where the user has to look.
 */
final class CallPlaces {

    private final List<Token> tokens = new ArrayList<>();

    CallPlaces(String text) {
        SqlBaseLexer lexer =
                new SqlBaseLexer(new UpperCaseCharStream(CharStreams.fromString(text)));
        lexer.removeErrorListeners();
        for (Token token : lexer.getAllTokens()) {
            if (token.getChannel() == Token.DEFAULT_CHANNEL) {
                tokens.add(token);
            }
        }
    }

    /** A stretch of text: code points, both ends inclusive. */
    record Stretch(int start, int stop) {}

    /**
     * The argument of a call that is at fault: the one with a name, else the first one, else the
     * whole call.
     *
     * @param from the code point behind which the call stands
     * @param first the value of the first argument if that is text; it tells calls apart
     */
    Optional<Stretch> find(
            String function, int from, Optional<String> first, Optional<String> argument) {
        List<Integer> calls = calls(function, from);
        return calls.stream()
                .filter(call -> first.isPresent() && text(call + 2).contains(first.get()))
                .findFirst()
                .or(() -> calls.stream().findFirst())
                .map(call -> argument.flatMap(name -> named(call, name)).orElseGet(() -> at(call)));
    }

    /** The indexes of the function's name in front of a bracket. */
    private List<Integer> calls(String function, int from) {
        List<Integer> calls = new ArrayList<>();
        for (int i = 0; i + 2 < tokens.size(); i++) {
            if (tokens.get(i).getStartIndex() >= from
                    && text(i).replace("`", "").equalsIgnoreCase(function)
                    && tokens.get(i + 1).getType() == SqlBaseLexer.LEFT_PAREN) {
                calls.add(i);
            }
        }
        return calls;
    }

    /** A named argument, from its name to its value. */
    private Optional<Stretch> named(int call, String name) {
        int start = call + 2;
        while (start < tokens.size()) {
            int end = argumentEnd(start);
            boolean found =
                    start + 1 < end
                            && text(start).replace("`", "").equalsIgnoreCase(name)
                            && tokens.get(start + 1).getType() == SqlBaseLexer.FAT_ARROW;
            if (found) {
                return Optional.of(stretch(start, end - 1));
            }
            if (end >= tokens.size() || tokens.get(end).getType() != SqlBaseLexer.COMMA) {
                return Optional.empty();
            }
            start = end + 1;
        }
        return Optional.empty();
    }

    private Stretch at(int call) {
        int first = call + 2;
        int end = argumentEnd(first);
        boolean positional =
                end > first && tokens.get(first + 1).getType() != SqlBaseLexer.FAT_ARROW;
        return positional ? stretch(first, end - 1) : stretch(call, call);
    }

    /** The index of the comma or bracket behind an argument. */
    private int argumentEnd(int start) {
        int depth = 0;
        for (int i = start; i < tokens.size(); i++) {
            int type = tokens.get(i).getType();
            if (type == SqlBaseLexer.LEFT_PAREN) {
                depth++;
            } else if (type == SqlBaseLexer.RIGHT_PAREN && depth-- == 0) {
                return i;
            } else if (type == SqlBaseLexer.COMMA && depth == 0) {
                return i;
            }
        }
        return tokens.size();
    }

    private Stretch stretch(int first, int last) {
        return new Stretch(tokens.get(first).getStartIndex(), tokens.get(last).getStopIndex());
    }

    private String text(int index) {
        return tokens.get(index).getText();
    }
}
