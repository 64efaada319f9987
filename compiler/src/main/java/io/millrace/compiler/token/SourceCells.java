/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.token;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The cells of a file. Those of an exported notebook are found by lines, before anything is read as
 * SQL: a cell may hold another language, in which an apostrophe opens no string. In a file that is
 * no notebook the same line parts statements where it is a comment of its own.
 */
public final class SourceCells {

    private static final String HEADER = "-- Databricks notebook source";
    private static final String BORDER = "-- COMMAND ----------";

    private SourceCells() {}

    /** What a cell holds. */
    public enum Language {
        SQL,
        /** Text for readers: ignored. */
        MARKDOWN,
        /** Python, a shell command, {@code %run} and the like: not run. */
        OTHER
    }

    /**
     * A stretch of the text.
     *
     * @param start 0-based offset in UTF-16 units; behind the magic word of a {@code %sql} cell, at
     *     the magic word of another language
     * @param end behind the last character, trailing white space left out
     */
    public record Cell(Language language, int start, int end) {}

    /** The cells of a text; a text without borders is one cell. */
    public static List<Cell> of(String text) {
        int start = text.startsWith("\uFEFF") ? 1 : 0;
        boolean notebook = text.startsWith(HEADER, start);
        List<Integer> borders =
                notebook
                        ? borderLines(text, start)
                        : text.contains(BORDER) ? borderComments(text) : List.of();
        if (!notebook && borders.isEmpty()) {
            return List.of(new Cell(Language.SQL, 0, text.length()));
        }
        List<Cell> cells = new ArrayList<>();
        int cellStart = start;
        for (int border : borders) {
            cells.add(cell(text, cellStart, border));
            cellStart = lineEnd(text, border);
        }
        cells.add(cell(text, cellStart, text.length()));
        return cells;
    }

    /** The tokens of a cell, with their places in the whole text. */
    public static List<SqlToken> tokens(String text, Cell cell) {
        boolean whole = cell.start() == 0 && cell.end() == text.length();
        return SqlScanner.scan(whole ? text : text.substring(cell.start(), cell.end())).stream()
                .map(
                        token ->
                                new SqlToken(
                                        token.kind(),
                                        text,
                                        token.start() + cell.start(),
                                        token.end() + cell.start()))
                .toList();
    }

    private static List<Integer> borderLines(String text, int start) {
        List<Integer> borders = new ArrayList<>();
        int line = start;
        while (line < text.length()) {
            int lineEnd = lineEnd(text, line);
            if (text.substring(line, lineEnd).strip().equals(BORDER)) {
                borders.add(line);
            }
            line = nextLine(text, lineEnd);
        }
        return borders;
    }

    /** Borders outside of strings and bracketed comments, alone on their lines. */
    private static List<Integer> borderComments(String text) {
        return SqlScanner.lineComments(text).stream()
                .filter(start -> text.substring(start, lineEnd(text, start)).strip().equals(BORDER))
                .filter(start -> isBlank(text, lineStart(text, start), start))
                .toList();
    }

    private static boolean isBlank(String text, int start, int end) {
        return text.substring(start, end).isBlank();
    }

    private static int lineStart(String text, int index) {
        int start = index;
        while (start > 0 && text.charAt(start - 1) != '\n' && text.charAt(start - 1) != '\r') {
            start--;
        }
        return start;
    }

    private static Cell cell(String text, int start, int end) {
        int trimmed = end;
        while (trimmed > start && Character.isWhitespace(text.charAt(trimmed - 1))) {
            trimmed--;
        }
        int first = firstVisible(text, start, trimmed);
        if (first >= trimmed || text.charAt(first) != '%') {
            return new Cell(Language.SQL, start, trimmed);
        }
        int wordEnd = first + 1;
        while (wordEnd < trimmed && Character.isLetter(text.charAt(wordEnd))) {
            wordEnd++;
        }
        String magic = text.substring(first + 1, wordEnd).toLowerCase(Locale.ROOT);
        return switch (magic) {
            case "sql" -> new Cell(Language.SQL, wordEnd, trimmed);
            case "md" -> new Cell(Language.MARKDOWN, first, trimmed);
            default -> new Cell(Language.OTHER, first, trimmed);
        };
    }

    /** Behind blank lines and lines that are comments, such as titles. */
    private static int firstVisible(String text, int start, int end) {
        int index = start;
        while (index < end) {
            if (Character.isWhitespace(text.charAt(index))) {
                index++;
            } else if (text.startsWith("--", index)) {
                index = nextLine(text, lineEnd(text, index));
            } else {
                return index;
            }
        }
        return end;
    }

    private static int lineEnd(String text, int start) {
        int end = start;
        while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
            end++;
        }
        return end;
    }

    private static int nextLine(String text, int lineEnd) {
        if (lineEnd < text.length() && text.startsWith("\r\n", lineEnd)) {
            return lineEnd + 2;
        }
        return Math.min(text.length(), lineEnd + 1);
    }
}
