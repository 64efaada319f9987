/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.token;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.PositionMap;
import io.millrace.compiler.source.PositionMap.Segment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Collects changes of one text and applies them at once, with the way back. Changes must not
 * overlap; several at one place are applied in the order in which they were added.
 */
public final class TextEdits {

    private final String text;
    private final List<Edit> edits = new ArrayList<>();

    public TextEdits(String text) {
        this.text = requireNonNull(text, "text");
    }

    /**
     * The changed text and the map from its offsets to those of the text before.
     *
     * @param positions the identity when nothing was changed
     */
    public record Result(String text, PositionMap positions) {}

    private record Edit(int start, int end, List<Piece> pieces) {}

    /**
     * A piece of text to insert.
     *
     * @param original the offset in the original to which it leads back
     * @param verbatim whether it is a copy of the original from there on
     */
    public record Piece(String text, int original, boolean verbatim) {}

    /** A piece that is a copy of a stretch of the original. */
    public Piece copy(int from, int to) {
        return new Piece(text.substring(from, to), from, true);
    }

    /** A piece of new text that leads back to one place of the original. */
    public Piece added(String added, int original) {
        return new Piece(added, original, false);
    }

    /** Puts other text in the place of a stretch of the original. */
    public void replace(int start, int end, String replacement) {
        edits.add(new Edit(start, end, List.of(new Piece(replacement, start, false))));
    }

    public void insert(int offset, String inserted) {
        replace(offset, offset, inserted);
    }

    public void delete(int start, int end) {
        edits.add(new Edit(start, end, List.of()));
    }

    public void insert(int offset, List<Piece> pieces) {
        edits.add(new Edit(offset, offset, List.copyOf(pieces)));
    }

    public boolean isEmpty() {
        return edits.isEmpty();
    }

    /** The original between two offsets with the changes inside them applied. */
    public String slice(int start, int end) {
        StringBuilder result = new StringBuilder();
        int done = start;
        for (Edit edit : inOrder()) {
            if (edit.start < start || edit.end > end) {
                continue;
            }
            result.append(text, done, edit.start);
            edit.pieces.forEach(piece -> result.append(piece.text));
            done = edit.end;
        }
        return result.append(text, done, end).toString();
    }

    public Result apply() {
        if (edits.isEmpty()) {
            return new Result(text, PositionMap.identity());
        }
        StringBuilder result = new StringBuilder(text.length() + 64);
        List<Segment> segments = new ArrayList<>();
        int done = 0;
        for (Edit edit : inOrder()) {
            if (edit.start > done || segments.isEmpty()) {
                segments.add(new Segment(result.length(), done, true));
                result.append(text, done, edit.start);
            }
            for (Piece piece : edit.pieces) {
                if (!piece.text.isEmpty()) {
                    segments.add(new Segment(result.length(), piece.original, piece.verbatim));
                    result.append(piece.text);
                }
            }
            done = edit.end;
        }
        segments.add(new Segment(result.length(), done, true));
        result.append(text, done, text.length());
        return new Result(result.toString(), new PositionMap(segments));
    }

    private List<Edit> inOrder() {
        return edits.stream().sorted(Comparator.comparingInt(Edit::start)).toList();
    }
}
