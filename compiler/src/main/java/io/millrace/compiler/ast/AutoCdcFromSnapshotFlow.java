/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * {@code AUTO CDC [ONCE] INTO t FROM SNAPSHOT ( query ) [WITH VERSION ( query )] KEYS (...)}, or
 * {@code AUTO CDC FROM SNAPSHOT INTO t FROM source KEYS (...)}.
 *
 * @param once where {@code ONCE} stands
 * @param source a relation; a query with its brackets
 * @param versionQuery the query of {@code WITH VERSION}, with its brackets
 * @param snapshotVersion an expression over the snapshot; never given with a {@code versionQuery}
 */
public record AutoCdcFromSnapshotFlow(
        SourceSpan span,
        Optional<SourceSpan> once,
        SqlFragment source,
        Optional<SqlFragment> versionQuery,
        List<Identifier> keys,
        Optional<SqlFragment> snapshotVersion,
        Optional<StoredAs> storedAs,
        Optional<ColumnSelection> trackHistory)
        implements FlowBody {

    public AutoCdcFromSnapshotFlow {
        requireNonNull(span, "span");
        requireNonNull(once, "once");
        requireNonNull(source, "source");
        requireNonNull(versionQuery, "versionQuery");
        requireNonNull(snapshotVersion, "snapshotVersion");
        requireNonNull(storedAs, "storedAs");
        requireNonNull(trackHistory, "trackHistory");
        keys = List.copyOf(keys);
    }

    @Override
    public <R> R accept(FlowBodyVisitor<R> visitor) {
        return visitor.visitAutoCdcFromSnapshotFlow(this);
    }
}
