/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.grammar;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.antlr.v4.runtime.Vocabulary;

/** The words of the dialect. No word is reserved: each may name a column, table, flow or alias. */
public final class Keywords {

    private static final SortedMap<String, Integer> TYPES = new TreeMap<>();

    static {
        Vocabulary vocabulary = MillraceLexer.VOCABULARY;
        for (int type = 1; type <= vocabulary.getMaxTokenType(); type++) {
            String literal = vocabulary.getLiteralName(type);
            if (literal != null && Character.isLetter(literal.charAt(1))) {
                TYPES.put(literal.substring(1, literal.length() - 1), type);
            }
        }
    }

    /** Words that can't be used as a plain name: none. */
    public static final SortedSet<String> RESERVED =
            Collections.unmodifiableSortedSet(new TreeSet<>());

    /** Words that mean something to the dialect and may still be used as a plain name. */
    public static final SortedSet<String> NON_RESERVED =
            Collections.unmodifiableSortedSet(new TreeSet<>(TYPES.keySet()));

    private Keywords() {}

    /** The upper-case spelling of a token type that is a keyword. */
    public static Optional<String> of(int tokenType) {
        String literal = MillraceLexer.VOCABULARY.getLiteralName(tokenType);
        if (literal == null || !Character.isLetter(literal.charAt(1))) {
            return Optional.empty();
        }
        return Optional.of(literal.substring(1, literal.length() - 1));
    }

    /** Whether a text, in any case, is a word of the dialect. */
    public static boolean isKeyword(String text) {
        return TYPES.containsKey(text.toUpperCase(Locale.ROOT));
    }

    /** The token types of all keywords by their upper-case spelling. */
    public static Map<String, Integer> tokenTypes() {
        return Map.copyOf(TYPES);
    }
}
