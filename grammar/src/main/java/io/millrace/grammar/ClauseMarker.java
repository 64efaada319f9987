/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.grammar;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.CommonToken;
import org.antlr.v4.runtime.Token;

/**
 * Puts the marks into the tokens of a statement that {@code MillraceLexer} describes: where an
 * expression without brackets ends can't be told from one token, so it is found here once, in one
 * pass, instead of by look-ahead at every token of the expression.
 */
final class ClauseMarker {

    /** Brackets of the grammar's own lie at most this deep. */
    private static final int STRUCTURE_DEPTH = 2;

    private static final Set<Integer> QUERY_STARTS =
            Set.of(
                    MillraceLexer.FROM,
                    MillraceLexer.SELECT,
                    MillraceLexer.TABLE,
                    MillraceLexer.VALUES,
                    MillraceLexer.WITH);

    /** Words behind which an operand follows, when an operand stands before them. */
    private static final Set<String> INFIX_WORDS =
            Set.of(
                    "AND", "AS", "BETWEEN", "DIV", "ELSE", "FROM", "ILIKE", "IN", "JOIN", "LIKE",
                    "NOT", "ON", "OR", "REGEXP", "RLIKE", "THEN", "WHEN");

    private static final Set<Integer> OPERATORS =
            Set.of(
                    MillraceLexer.ARROW,
                    MillraceLexer.ASTERISK,
                    MillraceLexer.COLON,
                    MillraceLexer.COMMA,
                    MillraceLexer.CONCAT,
                    MillraceLexer.DOT,
                    MillraceLexer.DOUBLE_COLON,
                    MillraceLexer.EQUAL,
                    MillraceLexer.GREATER,
                    MillraceLexer.LESS,
                    MillraceLexer.MINUS,
                    MillraceLexer.OPERATOR,
                    MillraceLexer.PERCENT,
                    MillraceLexer.PIPE,
                    MillraceLexer.PLUS,
                    MillraceLexer.SLASH);

    private final List<? extends Token> tokens;

    /** The token types without the nested brackets' change. */
    private final int[] types;

    private final int[] depths;
    private final BitSet clauseStarts = new BitSet();

    private ClauseMarker(List<? extends Token> tokens) {
        this.tokens = tokens;
        this.types = tokens.stream().mapToInt(Token::getType).toArray();
        this.depths = depths(types);
    }

    static List<Token> mark(List<? extends Token> tokens) {
        ClauseMarker marker = new ClauseMarker(tokens);
        marker.markAutoCdc();
        marker.markReplaceWhere();
        marker.markRefreshMode();
        return marker.marked();
    }

    static List<Token> markOther(List<? extends Token> tokens) {
        List<Token> result = new ArrayList<>(tokens.size() + 1);
        result.add(markBefore(tokens.get(0), MillraceLexer.OTHER));
        for (Token token : tokens) {
            boolean inside = token.getType() == MillraceLexer.SEMICOLON;
            result.add(inside ? retyped(token, MillraceLexer.SCRIPT_SEMICOLON) : token);
        }
        return result;
    }

    /** For each token the number of round brackets around it; a bracket counts as outside. */
    private static int[] depths(int[] types) {
        int[] depths = new int[types.length];
        int depth = 0;
        for (int i = 0; i < types.length; i++) {
            if (types[i] == MillraceLexer.RIGHT_PAREN && depth > 0) {
                depth--;
            }
            depths[i] = depth;
            if (types[i] == MillraceLexer.LEFT_PAREN) {
                depth++;
            }
        }
        return depths;
    }

    private List<Token> marked() {
        List<Token> result = new ArrayList<>(tokens.size() + clauseStarts.cardinality());
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (clauseStarts.get(i)) {
                result.add(markBefore(token, MillraceLexer.CLAUSE));
            }
            boolean nested = depths[i] >= STRUCTURE_DEPTH;
            if (nested && types[i] == MillraceLexer.LEFT_PAREN) {
                result.add(retyped(token, MillraceLexer.NESTED_OPEN));
            } else if (nested && types[i] == MillraceLexer.RIGHT_PAREN) {
                result.add(retyped(token, MillraceLexer.NESTED_CLOSE));
            } else {
                result.add(token);
            }
        }
        return result;
    }

    private static Token markBefore(Token next, int type) {
        CommonToken mark = new CommonToken(next);
        mark.setType(type);
        mark.setText("");
        mark.setStopIndex(next.getStartIndex() - 1);
        return mark;
    }

    private static Token retyped(Token token, int type) {
        CommonToken copy = new CommonToken(token);
        copy.setType(type);
        return copy;
    }

    private void markAutoCdc() {
        int flow = findAutoCdc();
        if (flow < 0) {
            return;
        }
        int from = findSource(flow + 2);
        if (from < 0) {
            return;
        }
        boolean operandExpected = true;
        for (int i = from + 1; i < types.length; i++) {
            if (depths[i] > 0) {
                continue;
            }
            int length = operandExpected ? 0 : clauseLength(i);
            if (length > 0) {
                clauseStarts.set(i);
                i += length - 1;
                operandExpected = typeAt(i) != MillraceLexer.UPDATES;
                continue;
            }
            operandExpected = expectsOperand(i, operandExpected, from + 1);
        }
    }

    /** Where {@code AUTO CDC} or {@code APPLY CHANGES} starts outside of brackets and queries. */
    private int findAutoCdc() {
        for (int i = 0; i + 1 < types.length; i++) {
            if (depths[i] > 0) {
                continue;
            }
            boolean pair =
                    is(i, MillraceLexer.AUTO, MillraceLexer.CDC)
                            || is(i, MillraceLexer.APPLY, MillraceLexer.CHANGES);
            boolean placed =
                    i == 0
                            || types[i - 1] == MillraceLexer.AS
                            || types[i - 1] == MillraceLexer.FLOW;
            if (pair && placed) {
                return i;
            }
            boolean query =
                    types[i] == MillraceLexer.AS
                            && (QUERY_STARTS.contains(types[i + 1])
                                    || types[i + 1] == MillraceLexer.LEFT_PAREN);
            if (query && i > 2) {
                return -1;
            }
        }
        return -1;
    }

    /** The {@code FROM} in front of the source. */
    private int findSource(int start) {
        int index = start;
        if (is(index, MillraceLexer.FROM, MillraceLexer.SNAPSHOT)
                && typeAt(index + 2) == MillraceLexer.INTO) {
            index += 2;
        }
        if (typeAt(index) == MillraceLexer.ONCE && typeAt(index + 1) == MillraceLexer.INTO) {
            index++;
        }
        if (typeAt(index) == MillraceLexer.INTO) {
            index += 2;
        }
        for (int i = index; i < types.length; i++) {
            if (types[i] == MillraceLexer.FROM && depths[i] == 0) {
                return i;
            }
        }
        return -1;
    }

    private boolean expectsOperand(int index, boolean expected, int sourceStart) {
        int type = types[index];
        if (type == MillraceLexer.ASTERISK) {
            int before = index == 0 ? 0 : types[index - 1];
            return before != MillraceLexer.COLUMNS && before != MillraceLexer.ON;
        }
        if (OPERATORS.contains(type)) {
            return true;
        }
        if (index == sourceStart && type == MillraceLexer.STREAM) {
            boolean name =
                    index + 1 >= types.length
                            || is(index + 1, MillraceLexer.KEYS, MillraceLexer.LEFT_PAREN)
                            || typeAt(index + 1) == MillraceLexer.LEFT_PAREN
                            || typeAt(index + 1) == MillraceLexer.DOT;
            return !name;
        }
        boolean isWord = type == MillraceLexer.IDENTIFIER || Keywords.of(type).isPresent();
        if (!isWord) {
            return false;
        }
        String word = tokens.get(index).getText().toUpperCase(Locale.ROOT);
        if (expected) {
            return (word.equals("NOT") || word.equals("CASE")) && !startsClause(index + 1);
        }
        return INFIX_WORDS.contains(word);
    }

    private boolean startsClause(int index) {
        return clauseLength(index) > 0;
    }

    /** The number of words with which a clause starts at a token; 0 if none does. */
    private int clauseLength(int i) {
        return switch (typeAt(i)) {
            case MillraceLexer.APPLY ->
                    typeAt(i + 1) == MillraceLexer.AS
                                    && (typeAt(i + 2) == MillraceLexer.DELETE
                                            || typeAt(i + 2) == MillraceLexer.TRUNCATE)
                            ? 4
                            : 0;
            case MillraceLexer.SEQUENCE -> typeAt(i + 1) == MillraceLexer.BY ? 2 : 0;
            case MillraceLexer.SYSTEM ->
                    is(i + 1, MillraceLexer.SEQUENCE, MillraceLexer.BY) ? 3 : 0;
            case MillraceLexer.STORED -> typeAt(i + 1) == MillraceLexer.AS ? 2 : 0;
            case MillraceLexer.TRACK -> is(i + 1, MillraceLexer.HISTORY, MillraceLexer.ON) ? 3 : 0;
            case MillraceLexer.IGNORE ->
                    is(i + 1, MillraceLexer.NULL, MillraceLexer.UPDATES) ? 3 : 0;
            case MillraceLexer.SNAPSHOT -> typeAt(i + 1) == MillraceLexer.VERSION ? 2 : 0;
            case MillraceLexer.WHERE -> 1;
            case MillraceLexer.COLUMNS -> columnsLength(i);
            case MillraceLexer.KEYS ->
                    typeAt(i + 1) == MillraceLexer.LEFT_PAREN || startsList(i + 1) ? 1 : 0;
            default -> 0;
        };
    }

    private int columnsLength(int i) {
        if (is(i + 1, MillraceLexer.TO, MillraceLexer.UPDATE)) {
            return 3;
        }
        boolean list =
                typeAt(i + 1) == MillraceLexer.LEFT_PAREN
                        || typeAt(i + 1) == MillraceLexer.ASTERISK
                        || startsList(i + 1);
        return list ? 1 : 0;
    }

    /** Whether a name stands at a token that is not itself the start of a clause. */
    private boolean startsList(int index) {
        int type = typeAt(index);
        boolean name =
                type == MillraceLexer.IDENTIFIER
                        || type == MillraceLexer.QUOTED_IDENTIFIER
                        || type == MillraceLexer.PARAMETER_REFERENCE
                        || Keywords.of(type).isPresent();
        return name && !startsClause(index);
    }

    /** A mark behind the predicate of {@code REPLACE WHERE}. */
    private void markReplaceWhere() {
        int where = -1;
        for (int i = 1; i + 1 < types.length && where < 0; i++) {
            if (depths[i] == 0 && is(i, MillraceLexer.REPLACE, MillraceLexer.WHERE)) {
                where = i + 1;
            }
        }
        if (where < 0 || types[0] != MillraceLexer.CREATE) {
            return;
        }
        for (int i = where + 2; i < types.length; i++) {
            if (depths[i] == 0 && endsPredicate(i)) {
                clauseStarts.set(i);
                return;
            }
        }
    }

    private boolean endsPredicate(int index) {
        if (is(index, MillraceLexer.BY, MillraceLexer.NAME)) {
            return true;
        }
        int before = types[index - 1];
        boolean query = QUERY_STARTS.contains(types[index]) && before != MillraceLexer.DOT;
        boolean distinctFrom =
                types[index] == MillraceLexer.FROM
                        && tokens.get(index - 1).getText().equalsIgnoreCase("distinct");
        return query && !distinctFrom && !OPERATORS.contains(before);
    }

    /** A mark in front of the last word of {@code REFRESH ... SYNC | ASYNC}. */
    private void markRefreshMode() {
        int last = types.length - 1;
        if (types[0] != MillraceLexer.REFRESH || last < 2) {
            return;
        }
        boolean mode = types[last] == MillraceLexer.SYNC || types[last] == MillraceLexer.ASYNC;
        int before = types[last - 1];
        boolean name =
                before == MillraceLexer.TABLE
                        || before == MillraceLexer.VIEW
                        || OPERATORS.contains(before);
        if (mode && !name) {
            clauseStarts.set(last);
        }
    }

    private boolean is(int index, int first, int second) {
        return typeAt(index) == first && typeAt(index + 1) == second;
    }

    private int typeAt(int index) {
        return index < types.length ? types[index] : Token.EOF;
    }
}
