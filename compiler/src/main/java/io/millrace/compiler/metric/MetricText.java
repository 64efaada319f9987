/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.metric;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.PositionMap;
import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.TextEdits;

/**
 * A text from the YAML, or one that was made from such texts.
 *
 * @param positions from offsets of {@code text} to offsets of the file's effective text
 */
public record MetricText(SourceFile file, String text, PositionMap positions) {

    public MetricText {
        requireNonNull(file, "file");
        requireNonNull(text, "text");
        requireNonNull(positions, "positions");
    }

    /** The whole text as a text of its own that leads back to the user's file. */
    public SourceSpan span() {
        return file.withText(text, positions).span(0, text.length());
    }

    /** The same with changes. */
    MetricText with(TextEdits edits) {
        TextEdits.Result result = edits.apply();
        return new MetricText(file, result.text(), positions.andThen(result.positions()));
    }
}
