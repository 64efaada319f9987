/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.grammar;

import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.Token;

/** Turns text into tokens. */
public final class PipelineTokens {

    private PipelineTokens() {}

    /**
     * All tokens of a text, white space and comments included, without the end of file. Every
     * character belongs to exactly one token. Positions are 0-based indexes of Unicode code points.
     */
    public static List<Token> lex(String text) {
        MillraceLexer lexer = lexer(text);
        List<Token> tokens = new ArrayList<>(Math.max(16, text.length() / 4));
        for (Token token = lexer.nextToken();
                token.getType() != Token.EOF;
                token = lexer.nextToken()) {
            tokens.add(token);
        }
        return tokens;
    }

    /**
     * At most a number of visible tokens from the beginning of a text up to its first semicolon.
     */
    public static List<Token> lexVisible(String text, int most) {
        MillraceLexer lexer = lexer(text);
        List<Token> tokens = new ArrayList<>(most);
        while (tokens.size() < most) {
            Token token = lexer.nextToken();
            boolean semicolon = token.getType() == MillraceLexer.SEMICOLON;
            if (token.getType() == Token.EOF || (semicolon && !tokens.isEmpty())) {
                return tokens;
            }
            if (isVisible(token) && !semicolon) {
                tokens.add(token);
            }
        }
        return tokens;
    }

    private static MillraceLexer lexer(String text) {
        MillraceLexer lexer = new MillraceLexer(CharStreams.fromString(text));
        lexer.removeErrorListeners();
        return lexer;
    }

    /** Whether a token is neither white space nor a comment. */
    public static boolean isVisible(Token token) {
        return token.getChannel() == Token.DEFAULT_CHANNEL;
    }
}
