/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.metric;

import io.millrace.compiler.source.PositionMap;
import io.millrace.compiler.source.PositionMap.Segment;
import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;

/** A text put together from texts of the user and words of our own, with the way back. */
final class JoinedText {

    private final SourceFile file;
    private final StringBuilder text = new StringBuilder();
    private final List<Segment> segments = new ArrayList<>();

    /** To what the words of our own lead back: where the user's text before them starts. */
    private int anchor;

    /**
     * @param anchor where the words in front of the first text of the user lead back to
     */
    JoinedText(SourceFile file, int anchor) {
        this.file = file;
        this.anchor = anchor;
    }

    JoinedText add(String words) {
        if (!words.isEmpty()) {
            segments.add(new Segment(text.length(), anchor, false));
            text.append(words);
        }
        return this;
    }

    JoinedText add(MetricText part) {
        int base = text.length();
        part.positions()
                .segments()
                .forEach(
                        segment ->
                                segments.add(
                                        new Segment(
                                                base + segment.changed(),
                                                segment.original(),
                                                segment.verbatim())));
        anchor = part.positions().toOriginal(0);
        text.append(part.text());
        return this;
    }

    SourceSpan span() {
        return file.withText(text.toString(), new PositionMap(segments)).span(0, text.length());
    }
}
