/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import io.millrace.compiler.source.PositionMap;
import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.source.SourceSpan;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/**
 * Leads from tokens of a parsed text to the user's file. Tokens count code points of the parsed
 * text; the map leads from its UTF-16 units to those of the file's effective text.
 */
final class Positions {

    private final SourceFile file;
    private final SourceSpan whole;
    private final String text;
    private final PositionMap map;
    private final int[] offsets;

    Positions(SourceSpan whole, String text, PositionMap map) {
        this.file = whole.file();
        this.whole = whole;
        this.text = text;
        this.map = map;
        this.offsets = codePointOffsets(text);
    }

    private static int[] codePointOffsets(String text) {
        int count = text.codePointCount(0, text.length());
        if (count == text.length()) {
            return new int[0];
        }
        int[] result = new int[count + 1];
        int offset = 0;
        for (int i = 0; i < count; i++) {
            result[i] = offset;
            offset += Character.charCount(text.codePointAt(offset));
        }
        result[count] = offset;
        return result;
    }

    /** Where the text as a whole stands in the user's file. */
    SourceSpan whole() {
        return whole;
    }

    /** The parsed text. */
    String text() {
        return text;
    }

    /** The UTF-16 offset in the parsed text of an offset in code points. */
    int utf16(int codePoint) {
        return offsets.length == 0 ? codePoint : offsets[codePoint];
    }

    int start(Token token) {
        return utf16(token.getStartIndex());
    }

    int end(Token token) {
        return utf16(token.getStopIndex() + 1);
    }

    int start(ParserRuleContext context) {
        return start(context.getStart());
    }

    /** Behind the last token; the start for a rule that matched nothing. */
    int end(ParserRuleContext context) {
        Token stop = context.getStop();
        boolean empty = stop == null || stop.getStopIndex() < context.getStart().getStartIndex();
        return empty ? start(context) : end(stop);
    }

    String text(ParserRuleContext context) {
        return text.substring(start(context), end(context));
    }

    SourceSpan span(ParserRuleContext context) {
        return span(start(context), end(context));
    }

    SourceSpan span(Token token) {
        return token.getType() == Token.EOF ? atEnd() : span(start(token), end(token));
    }

    SourceSpan span(Token from, Token to) {
        return span(start(from), end(to));
    }

    /** The span in the file of a stretch of the parsed text. */
    SourceSpan span(int start, int end) {
        int from = clamp(map.toOriginal(start));
        int to = end == start ? from : clamp(map.toOriginalEnd(end));
        return file.span(from, Math.max(from, to));
    }

    /** Right behind the last letter of the text. */
    SourceSpan atEnd() {
        int end = whole.end();
        while (end > whole.start() && Character.isWhitespace(file.text().charAt(end - 1))) {
            end--;
        }
        return file.span(end, end);
    }

    private int clamp(int offset) {
        return Math.max(whole.start(), Math.min(offset, whole.end()));
    }
}
