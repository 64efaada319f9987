/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.diagnostic;

/**
 * Text as a terminal shows it: which characters reach it, and how many columns they take.
 *
 * <p>Characters that could move the cursor, colour the screen or reorder what is shown are left
 * out: a file that somebody else wrote must not be able to change what the user sees.
 */
public final class DisplayText {

    private static final String TAB = "    ";

    private DisplayText() {}

    /** One line, without line breaks and control characters; a tab becomes four spaces. */
    public static String line(String text) {
        return clean(text, false);
    }

    /** Several lines, without control characters other than the line feeds between them. */
    public static String lines(String text) {
        return clean(text, true);
    }

    private static String clean(String text, boolean keepLineFeeds) {
        StringBuilder result = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(codePoint -> append(result, codePoint, keepLineFeeds));
        return result.toString();
    }

    private static void append(StringBuilder result, int codePoint, boolean keepLineFeeds) {
        if (codePoint == '\t') {
            result.append(TAB);
            return;
        }
        if (codePoint == '\n' && keepLineFeeds) {
            result.append('\n');
            return;
        }
        if (!isHidden(codePoint)) {
            result.appendCodePoint(codePoint);
        }
    }

    /** How many columns a terminal needs for a text; a tab counts as four. */
    public static int width(String text) {
        return text.codePoints().map(DisplayText::width).sum();
    }

    /** The columns of one code point: 0, 1, 2, or 4 for a tab. */
    static int width(int codePoint) {
        if (codePoint == '\t') {
            return TAB.length();
        }
        if (isHidden(codePoint) || isCombining(codePoint)) {
            return 0;
        }
        return isWide(codePoint) ? 2 : 1;
    }

    private static boolean isHidden(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE ->
                    true;
            default -> false;
        };
    }

    private static boolean isCombining(int codePoint) {
        int type = Character.getType(codePoint);
        return type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK;
    }

    /** The blocks that East Asian fonts and emoji draw two columns wide. */
    private static boolean isWide(int codePoint) {
        return (codePoint >= 0x1100 && codePoint <= 0x115F)
                || (codePoint >= 0x2E80 && codePoint <= 0x303E)
                || (codePoint >= 0x3041 && codePoint <= 0xA4CF)
                || (codePoint >= 0xAC00 && codePoint <= 0xD7A3)
                || (codePoint >= 0xF900 && codePoint <= 0xFAFF)
                || (codePoint >= 0xFE30 && codePoint <= 0xFE6F)
                || (codePoint >= 0xFF00 && codePoint <= 0xFF60)
                || (codePoint >= 0xFFE0 && codePoint <= 0xFFE6)
                || (codePoint >= 0x1F300 && codePoint <= 0x1F64F)
                || (codePoint >= 0x1F680 && codePoint <= 0x1F6FF)
                || (codePoint >= 0x1F900 && codePoint <= 0x1FAFF)
                || (codePoint >= 0x20000 && codePoint <= 0x3FFFD);
    }
}
