/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.source.PositionMap;
import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.source.SourceSpan;
import java.util.List;

/**
 * A part of a file with words added that the user did not write. Places in it lead back to the
 * user's file.
 */
public final class DerivedText {

    private static final String SELECT_ALL = "SELECT * FROM ";

    private DerivedText() {}

    /** The query that reads a relation whole. */
    public static SourceSpan wholeRelation(SourceSpan relation) {
        return withInsertion(relation, relation.start(), SELECT_ALL);
    }

    /**
     * The text of a span with something inserted.
     *
     * @param at where in the file of the span
     */
    static SourceSpan withInsertion(SourceSpan span, int at, String inserted) {
        int before = at - span.start();
        String text = span.text().substring(0, before) + inserted + span.text().substring(before);
        PositionMap.Segment words = new PositionMap.Segment(before, at, false);
        PositionMap.Segment rest = new PositionMap.Segment(before + inserted.length(), at, true);
        PositionMap map =
                before == 0
                        ? new PositionMap(List.of(words, rest))
                        : new PositionMap(
                                List.of(
                                        new PositionMap.Segment(0, span.start(), true),
                                        words,
                                        rest));
        SourceFile derived = span.file().withText(text, map);
        return derived.span(0, text.length());
    }
}
