/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.Lexer;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.ParseCancellationException;

/**
 * A token stream that stops a parser which looks ahead without end: for a few texts the prediction
 * of a large grammar takes time that doubles with each level of nesting.
 */
final class BudgetedTokens extends CommonTokenStream {

    private static final long LOOKS = 3_000_000;
    private static final long LOOKS_PER_TOKEN = 2_000;

    private long looks;

    BudgetedTokens(Lexer lexer) {
        super(lexer);
    }

    /** Thrown when the budget is used up. */
    static final class Exhausted extends ParseCancellationException {

        private static final long serialVersionUID = 1L;

        private final transient Token token;

        Exhausted(Token token) {
            this.token = token;
        }

        Token token() {
            return token;
        }
    }

    @Override
    public int LA(int i) {
        looks++;
        if (looks > LOOKS && looks > LOOKS + tokens.size() * LOOKS_PER_TOKEN) {
            throw new Exhausted(LT(1));
        }
        return super.LA(i);
    }
}
