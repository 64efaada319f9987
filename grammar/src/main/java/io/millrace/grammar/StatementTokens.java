/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.grammar;

import java.util.List;
import org.antlr.v4.runtime.Token;

/**
 * The visible tokens of one statement, without its semicolon; at least one.
 *
 * @param tokens as the lexer made them, without marks
 */
public record StatementTokens(StatementHead head, List<Token> tokens) {

    public StatementTokens {
        tokens = List.copyOf(tokens);
        if (tokens.isEmpty()) {
            throw new IllegalArgumentException("a statement has at least one token");
        }
    }

    /** The tokens as {@link MillraceParser} expects them, with marks. */
    public List<Token> marked() {
        return head == StatementHead.DIALECT
                ? ClauseMarker.mark(tokens)
                : ClauseMarker.markOther(tokens);
    }
}
