/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.token;

import static java.util.Objects.requireNonNull;

/**
 * One token of a SQL text.
 *
 * @param text the whole text, shared by all tokens
 * @param start 0-based offset of the first UTF-16 unit
 * @param end offset behind the last one
 */
public record SqlToken(Kind kind, String text, int start, int end) {

    public SqlToken {
        requireNonNull(kind, "kind");
        requireNonNull(text, "text");
    }

    /** What a token is; comments and white space are no tokens. */
    public enum Kind {
        /** A keyword or a plain identifier. */
        WORD,
        NUMBER,
        /** In single or double quotes, raw ones with their {@code r} included. */
        STRING,
        /** In back-ticks. */
        QUOTED_NAME,
        /** <code>${key}</code> outside strings and quoted names. */
        REFERENCE,
        /** Between a pair of double dollar signs. */
        DOLLAR_TEXT,
        /** A string, quoted name or comment that the end of the text cuts off. */
        UNTERMINATED,
        /** Any other character, and {@code ::}, {@code =>}, {@code ->}, {@code ||} in one piece. */
        SYMBOL
    }

    /** The token as written. */
    public String slice() {
        return text.substring(start, end);
    }

    public boolean isWord(String word) {
        return kind == Kind.WORD
                && end - start == word.length()
                && text.regionMatches(true, start, word, 0, word.length());
    }

    public boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL
                && end - start == symbol.length()
                && text.startsWith(symbol, start);
    }

    /** Whether it can stand for a name: a word or a name in back-ticks. */
    public boolean isName() {
        return kind == Kind.WORD || kind == Kind.QUOTED_NAME;
    }
}
