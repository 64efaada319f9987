/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import io.millrace.grammar.Keywords;
import io.millrace.grammar.MillraceLexer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.antlr.v4.runtime.CommonToken;
import org.antlr.v4.runtime.Token;

/**
 * The kinds of token that could stand at a place. They are found by trying each: with look-ahead of
 * several tokens the parser itself only knows where it lost its way, not what would have helped.
 */
final class ExpectedTokens {

    /** Behind more tokens than this nothing is tried, so that a huge statement stays cheap. */
    private static final int MOST_TOKENS = 2_000;

    private static final Set<Integer> NOT_TRIED =
            Set.of(
                    MillraceLexer.OTHER,
                    MillraceLexer.NESTED_OPEN,
                    MillraceLexer.NESTED_CLOSE,
                    MillraceLexer.PARAMETER_REFERENCE,
                    MillraceLexer.LINE_COMMENT,
                    MillraceLexer.WHITE_SPACE,
                    MillraceLexer.BLOCK_COMMENT,
                    MillraceLexer.UNKNOWN);

    private static final List<String> AUTO_CDC_CLAUSES =
            List.of("KEYS", "SEQUENCE BY", "APPLY AS DELETE WHEN", "COLUMNS", "STORED AS");

    private final SortedSet<Integer> types;

    private ExpectedTokens(SortedSet<Integer> types) {
        this.types = types;
    }

    /** What could stand at an index of the marked tokens of a statement. */
    static ExpectedTokens at(List<Token> tokens, int index) {
        SortedSet<Integer> types = new TreeSet<>();
        if (index > MOST_TOKENS) {
            return new ExpectedTokens(types);
        }
        for (int type = 1; type <= MillraceLexer.VOCABULARY.getMaxTokenType(); type++) {
            if (!NOT_TRIED.contains(type) && fits(tokens, index, type)) {
                types.add(type);
            }
        }
        return new ExpectedTokens(types);
    }

    private static boolean fits(List<Token> tokens, int index, int type) {
        List<Token> attempt = new ArrayList<>(tokens.subList(0, index));
        CommonToken tried = new CommonToken(type, "");
        attempt.add(tried);
        Optional<StatementParser.Failure> failure = new StatementParser(attempt).parse();
        return failure.isEmpty() || failure.get().index() > index;
    }

    /** The spellings of the expected keywords. */
    List<String> keywords() {
        return types.stream().map(Keywords::of).flatMap(Optional::stream).toList();
    }

    /** At most a number of alternatives in the user's words; empty when too much is possible. */
    List<String> alternatives(int most) {
        List<String> result = new ArrayList<>();
        boolean name = types.contains(MillraceLexer.IDENTIFIER);
        boolean query =
                types.contains(MillraceLexer.SELECT) && types.contains(MillraceLexer.VALUES);
        if (query && !name) {
            result.add("a query");
        }
        if (name) {
            result.add("a name");
        }
        if (types.contains(MillraceLexer.STRING)) {
            result.add("a string");
        }
        if (types.contains(MillraceLexer.INTEGER)) {
            result.add("a number");
        }
        if (types.contains(MillraceLexer.CLAUSE)) {
            result.addAll(AUTO_CDC_CLAUSES);
        }
        for (int type : types) {
            boolean covered = name || (query && isQueryStart(type));
            Keywords.of(type).filter(word -> !covered).ifPresent(result::add);
        }
        for (int type :
                List.of(
                        MillraceLexer.LEFT_PAREN,
                        MillraceLexer.RIGHT_PAREN,
                        MillraceLexer.COMMA,
                        MillraceLexer.DOT,
                        MillraceLexer.EQUAL)) {
            if (types.contains(type) && !(query && type == MillraceLexer.LEFT_PAREN)) {
                result.add(punctuation(type));
            }
        }
        return result.subList(0, Math.min(most, result.size()));
    }

    private static boolean isQueryStart(int type) {
        return switch (type) {
            case MillraceLexer.FROM,
                    MillraceLexer.SELECT,
                    MillraceLexer.TABLE,
                    MillraceLexer.VALUES,
                    MillraceLexer.WITH ->
                    true;
            default -> false;
        };
    }

    private static String punctuation(int type) {
        return switch (type) {
            case MillraceLexer.LEFT_PAREN -> "`(`";
            case MillraceLexer.RIGHT_PAREN -> "`)`";
            case MillraceLexer.COMMA -> "`,`";
            case MillraceLexer.DOT -> "`.`";
            default -> "`=`";
        };
    }
}
