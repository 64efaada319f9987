/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import io.millrace.grammar.Keywords;
import io.millrace.grammar.MillraceLexer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
                    MillraceLexer.SCRIPT_SEMICOLON,
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

    /** Words that say more with their neighbours, the most likely ones first. */
    private static final Map<Integer, String> PHRASES = new LinkedHashMap<>();

    static {
        PHRASES.put(MillraceLexer.AS, "AS");
        PHRASES.put(MillraceLexer.STREAMING, "STREAMING TABLE");
        PHRASES.put(MillraceLexer.MATERIALIZED, "MATERIALIZED VIEW");
        PHRASES.put(MillraceLexer.FLOW, "FLOW");
        PHRASES.put(MillraceLexer.VIEW, "VIEW");
        PHRASES.put(MillraceLexer.TABLE, "TABLE");
        PHRASES.put(MillraceLexer.INSERT, "INSERT");
        PHRASES.put(MillraceLexer.IMPORT, "IMPORT CHECKPOINT");
        PHRASES.put(MillraceLexer.SEQUENCE, "SEQUENCE BY");
    }

    private static final Set<Integer> QUERY_STARTS =
            Set.of(
                    MillraceLexer.FROM,
                    MillraceLexer.SELECT,
                    MillraceLexer.TABLE,
                    MillraceLexer.VALUES,
                    MillraceLexer.WITH);

    private static final Set<Integer> TABLE_CLAUSES =
            Set.of(
                    MillraceLexer.CLUSTER,
                    MillraceLexer.CLUSTERED,
                    MillraceLexer.COMMENT,
                    MillraceLexer.DEFAULT,
                    MillraceLexer.LIKE,
                    MillraceLexer.LOCATION,
                    MillraceLexer.OPTIONS,
                    MillraceLexer.PARTITIONED,
                    MillraceLexer.REFRESH,
                    MillraceLexer.ROW,
                    MillraceLexer.SCHEDULE,
                    MillraceLexer.SKEWED,
                    MillraceLexer.STORED,
                    MillraceLexer.TBLPROPERTIES,
                    MillraceLexer.TRIGGER,
                    MillraceLexer.USING,
                    MillraceLexer.WITH);

    /** Accepted, but nothing to recommend. */
    private static final Set<Integer> LEGACY =
            Set.of(MillraceLexer.INCREMENTAL, MillraceLexer.LIVE, MillraceLexer.TEMP);

    private static final List<Integer> PUNCTUATION =
            List.of(
                    MillraceLexer.LEFT_PAREN,
                    MillraceLexer.RIGHT_PAREN,
                    MillraceLexer.COMMA,
                    MillraceLexer.DOT);

    private final SortedSet<Integer> types;

    private ExpectedTokens(SortedSet<Integer> types) {
        this.types = types;
    }

    /** Nothing is known. */
    static ExpectedTokens unknown() {
        return new ExpectedTokens(new TreeSet<>());
    }

    /** What could stand at an index of the marked tokens of a statement. */
    static ExpectedTokens at(List<Token> tokens, int index) {
        SortedSet<Integer> types = new TreeSet<>();
        if (index > MOST_TOKENS) {
            return new ExpectedTokens(types);
        }
        boolean name = fits(tokens, index, MillraceLexer.IDENTIFIER);
        for (int type = 1; type <= MillraceLexer.VOCABULARY.getMaxTokenType(); type++) {
            // Where a name fits, every word does, and none is worth naming.
            boolean covered = name && Keywords.of(type).isPresent();
            if (!covered && !NOT_TRIED.contains(type) && fits(tokens, index, type)) {
                types.add(type);
            }
        }
        return new ExpectedTokens(types);
    }

    private static boolean fits(List<Token> tokens, int index, int type) {
        List<Token> attempt = new ArrayList<>(tokens.subList(0, index));
        CommonToken tried = new CommonToken(type, "");
        attempt.add(tried);
        Optional<StatementParser.Failure> failure = new StatementParser(attempt).parseThoroughly();
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
        boolean bareQuery =
                types.contains(MillraceLexer.SELECT) && types.contains(MillraceLexer.VALUES);
        // Where AS may be left out, AS is what to write.
        boolean query = !name && bareQuery && !types.contains(MillraceLexer.AS);
        boolean clause = types.contains(MillraceLexer.TBLPROPERTIES) && !name;
        if (query) {
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
        if (!name) {
            addKeywords(result, bareQuery, clause);
        }
        for (int type : PUNCTUATION) {
            // Directly behind a name, where a dot fits too, a list of columns is meant.
            boolean ofQuery =
                    type == MillraceLexer.LEFT_PAREN
                            && (query || (bareQuery && !types.contains(MillraceLexer.DOT)));
            if (types.contains(type) && !ofQuery) {
                result.add(MillraceLexer.VOCABULARY.getLiteralName(type).replace('\'', '`'));
            }
        }
        return result.subList(0, Math.min(most, result.size()));
    }

    private void addKeywords(List<String> result, boolean query, boolean clause) {
        if (query && types.contains(MillraceLexer.BY)) {
            result.add("BY NAME");
        }
        for (Map.Entry<Integer, String> phrase : PHRASES.entrySet()) {
            boolean shown =
                    types.contains(phrase.getKey())
                            && !(query && QUERY_STARTS.contains(phrase.getKey()));
            if (shown && !(clause && TABLE_CLAUSES.contains(phrase.getKey()))) {
                result.add(phrase.getValue());
            }
        }
        // APPLY CHANGES is the older spelling of the same.
        boolean autoCdc = types.contains(MillraceLexer.AUTO) && types.contains(MillraceLexer.APPLY);
        if (autoCdc) {
            result.add("AUTO CDC");
        }
        if (clause) {
            result.add("a clause such as COMMENT");
        }
        for (int type : types) {
            boolean covered =
                    PHRASES.containsKey(type)
                            || LEGACY.contains(type)
                            || (clause && TABLE_CLAUSES.contains(type))
                            || (autoCdc
                                    && (type == MillraceLexer.AUTO || type == MillraceLexer.APPLY))
                            || (query && type == MillraceLexer.BY)
                            || (query && QUERY_STARTS.contains(type));
            Keywords.of(type).filter(word -> !covered).ifPresent(result::add);
        }
    }
}
