/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.grammar;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.antlr.v4.runtime.Token;

/**
 * Splits tokens into statements. A semicolon ends a statement wherever it is a token, in brackets
 * too (nothing in SQL has one there), so that a forgotten bracket harms one statement only. The
 * exception is a {@code BEGIN ... END} block, which is one statement if it is closed.
 */
public final class StatementSplitter {

    /** Blocks that close with {@code END} and their own word. */
    private static final Set<String> LONG_ENDS = Set.of("FOR", "IF", "LOOP", "REPEAT", "WHILE");

    private final List<Token> tokens;
    private Map<Integer, Integer> blockEnds;

    private StatementSplitter(List<Token> tokens) {
        this.tokens = tokens;
    }

    /**
     * Splits tokens into statements, in source order. Empty statements are left out.
     *
     * @param tokens of {@link PipelineTokens#lex}; white space and comments are skipped
     */
    public static List<StatementTokens> split(List<Token> tokens) {
        List<Token> visible = tokens.stream().filter(PipelineTokens::isVisible).toList();
        return new StatementSplitter(visible).split();
    }

    private List<StatementTokens> split() {
        List<StatementTokens> statements = new ArrayList<>();
        int start = 0;
        while (start < tokens.size()) {
            int end = endOf(start);
            if (end > start) {
                List<Token> statement = tokens.subList(start, end);
                statements.add(new StatementTokens(StatementHead.of(statement), statement));
            }
            start = end + 1;
        }
        return statements;
    }

    /** The index of the semicolon that ends the statement, or the number of tokens. */
    private int endOf(int start) {
        int end = semicolonFrom(start);
        if (end == start) {
            return end;
        }
        StatementHead head = StatementHead.of(tokens.subList(start, end));
        if (head != StatementHead.SCRIPT && head != StatementHead.CREATE_FUNCTION) {
            return end;
        }
        int begin = start;
        while (begin < end && !isWord(begin, "BEGIN")) {
            begin++;
        }
        int blockEnd = begin == end ? -1 : blockEnd(begin);
        return blockEnd < 0 ? end : semicolonFrom(blockEnd);
    }

    private int semicolonFrom(int start) {
        int index = start;
        while (index < tokens.size() && tokens.get(index).getType() != MillraceLexer.SEMICOLON) {
            index++;
        }
        return index;
    }

    /** The index behind the {@code END} that closes the block, or -1 when nothing closes it. */
    private int blockEnd(int begin) {
        if (blockEnds == null) {
            blockEnds = blockEnds();
        }
        return blockEnds.getOrDefault(begin, -1);
    }

    /** For each block, {@code CASE} included, the index behind its {@code END}: one pass. */
    private Map<Integer, Integer> blockEnds() {
        Map<Integer, Integer> ends = new HashMap<>();
        Deque<Integer> open = new ArrayDeque<>();
        for (int i = 0; i < tokens.size(); i++) {
            if (isWord(i, "BEGIN") || isWord(i, "CASE")) {
                open.push(i);
            } else if (isWord(i, "END")) {
                String next = i + 1 < tokens.size() ? word(i + 1) : "";
                if (!LONG_ENDS.contains(next) && !open.isEmpty()) {
                    ends.put(open.pop(), i + 1);
                }
                if (LONG_ENDS.contains(next) || next.equals("CASE")) {
                    i++;
                }
            }
        }
        return ends;
    }

    private boolean isWord(int index, String word) {
        return index < tokens.size() && word(index).equals(word);
    }

    private String word(int index) {
        Token token = tokens.get(index);
        if (token.getType() == MillraceLexer.IDENTIFIER) {
            return token.getText().toUpperCase(Locale.ROOT);
        }
        return Keywords.of(token.getType()).orElse("");
    }
}
