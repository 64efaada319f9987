/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.grammar;

import java.util.List;
import org.antlr.v4.runtime.Token;

/**
 * Recognises the tags of template languages: <code>{{</code>, <code>{%</code> and <code>{#</code>.
 */
public final class TemplateText {

    private TemplateText() {}

    /** Whether a tag opens at a token. */
    public static boolean startsAt(List<? extends Token> tokens, int index) {
        if (index + 1 >= tokens.size() || tokens.get(index).getType() != MillraceLexer.LEFT_BRACE) {
            return false;
        }
        Token next = tokens.get(index + 1);
        boolean tag =
                next.getType() == MillraceLexer.LEFT_BRACE
                        || next.getType() == MillraceLexer.PERCENT
                        || next.getText().equals("#");
        return tag && next.getStartIndex() == tokens.get(index).getStopIndex() + 1;
    }

    /** The index of the first token at which a tag opens, or -1. */
    public static int find(List<? extends Token> tokens) {
        for (int i = 0; i < tokens.size(); i++) {
            if (startsAt(tokens, i)) {
                return i;
            }
        }
        return -1;
    }
}
