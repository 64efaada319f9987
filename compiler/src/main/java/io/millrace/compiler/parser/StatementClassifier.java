/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import io.millrace.grammar.PipelineTokens;
import io.millrace.grammar.StatementHead;
import java.util.List;
import org.antlr.v4.runtime.Token;

/** Tells from the leading tokens of a text whether it is a statement of the dialect. */
public final class StatementClassifier {

    /** No statement needs more words than this to be told apart. */
    private static final int MOST_TOKENS = 16;

    private StatementClassifier() {}

    /**
     * Whether the first statement of a text belongs to the dialect, right or wrong. Nothing is
     * parsed and only the beginning of the text is read, however long it is. {@code SET}, {@code
     * USE}, {@code DROP TABLE} and {@code REFRESH TABLE} are statements of the dialect too; whoever
     * asks decides whether they are for Spark in that place.
     */
    public static boolean isDialect(String text) {
        List<Token> tokens = PipelineTokens.lexVisible(text, MOST_TOKENS);
        return !tokens.isEmpty() && StatementHead.of(tokens) == StatementHead.DIALECT;
    }
}
