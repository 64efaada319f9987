/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.AutoCdcFromSnapshotFlow;
import io.millrace.compiler.ast.SqlFragment;
import io.millrace.compiler.graph.SqlText;
import io.millrace.compiler.source.PositionMap;
import io.millrace.compiler.source.PositionMap.Segment;
import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * The version of a snapshot. The query of {@code WITH VERSION} becomes one more column of the
 * snapshot: so it is read together with the rows, in one query with one set of inputs, and as a
 * version that is a column it is no part of the target.
 */
final class SnapshotVersion {

    private static final String COLUMN = "`__snapshot_version`";
    private static final String SELECT = "(SELECT *, ";
    private static final String FROM = " AS " + COLUMN + " FROM ";

    private SnapshotVersion() {}

    /** The relation that the flow reads. */
    static SqlFragment source(AutoCdcFromSnapshotFlow flow) {
        if (flow.versionQuery().isEmpty()) {
            return flow.source();
        }
        SourceSpan rows = flow.source().span();
        SourceSpan version = flow.versionQuery().get().span();
        String text = SELECT + version.text() + FROM + rows.text() + ")";
        int behindVersion = SELECT.length() + version.text().length();
        int startOfRows = behindVersion + FROM.length();
        PositionMap positions =
                new PositionMap(
                        List.of(
                                new Segment(0, version.start(), false),
                                new Segment(SELECT.length(), version.start(), true),
                                new Segment(behindVersion, rows.start(), false),
                                new Segment(startOfRows, rows.start(), true),
                                new Segment(text.length() - 1, rows.end(), false)));
        return new SqlFragment(rows.file().withText(text, positions).span(0, text.length()));
    }

    /** The expression that tells the version of a snapshot. */
    static Optional<SqlText> expression(AutoCdcFromSnapshotFlow flow) {
        Optional<SqlText> ofQuery =
                flow.versionQuery()
                        .map(GraphBuilder::sqlText)
                        .map(
                                query ->
                                        new SqlText(
                                                COLUMN,
                                                query.file(),
                                                new PositionMap(
                                                        List.of(
                                                                new Segment(
                                                                        0,
                                                                        query.positions()
                                                                                .toOriginal(0),
                                                                        false)))));
        return ofQuery.or(() -> flow.snapshotVersion().map(GraphBuilder::sqlText));
    }
}
