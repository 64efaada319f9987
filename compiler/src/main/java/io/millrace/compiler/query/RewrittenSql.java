/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.graph.SqlText;
import io.millrace.compiler.source.PositionMap;
import io.millrace.compiler.source.SourceFile;

/**
 * SQL as Spark has to read it: the forms of the dialect that Spark lacks or misreads are written in
 * its own words.
 *
 * @param positions from offsets of {@code text} to offsets of the file's effective text
 */
public record RewrittenSql(String text, PositionMap positions) {

    public RewrittenSql {
        requireNonNull(text, "text");
        requireNonNull(positions, "positions");
    }

    /** With the way back to the original text of the file that the query was taken from. */
    public SqlText toSqlText(SourceFile file) {
        return new SqlText(text, file.name(), file.positions().andThen(positions));
    }
}
