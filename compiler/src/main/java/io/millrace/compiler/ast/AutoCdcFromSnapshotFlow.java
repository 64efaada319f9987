/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/** {@code AUTO CDC FROM SNAPSHOT INTO t FROM source KEYS (...)}. */
public record AutoCdcFromSnapshotFlow(
        SourceSpan span,
        SqlFragment source,
        List<Identifier> keys,
        Optional<SqlFragment> snapshotVersion,
        Optional<StoredAs> storedAs,
        Optional<ColumnSelection> trackHistory)
        implements FlowBody {

    public AutoCdcFromSnapshotFlow {
        requireNonNull(span, "span");
        requireNonNull(source, "source");
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
