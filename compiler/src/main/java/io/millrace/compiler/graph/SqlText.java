/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.PositionMap;

/**
 * SQL that Spark will parse, and the way back from its offsets to the original text of the user's
 * file.
 *
 * @param text the effective text: parameters are replaced, dialect forms that Spark lacks are
 *     rewritten
 * @param file the name of the file it stands in
 * @param positions from offsets of {@code text} to offsets of the file's original text
 */
public record SqlText(String text, String file, PositionMap positions) {

    public SqlText {
        requireNonNull(text, "text");
        requireNonNull(file, "file");
        requireNonNull(positions, "positions");
    }
}
