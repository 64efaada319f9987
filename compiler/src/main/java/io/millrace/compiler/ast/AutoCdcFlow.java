/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * {@code AUTO CDC INTO}, or {@code APPLY CHANGES INTO}. A clause given twice is a syntax error.
 *
 * @param source {@code STREAM t}, a table function, or a bracketed query, as written behind {@code
 *     FROM}
 * @param where the {@code WHERE} of the 2022 preview, kept to be refused by name
 * @param sequenceBy empty only where it is missing, which is an error of the analysis
 */
public record AutoCdcFlow(
        SourceSpan span,
        Optional<SourceSpan> once,
        boolean legacy,
        SqlFragment source,
        List<Identifier> keys,
        Optional<SqlFragment> where,
        Optional<IgnoreNullUpdates> ignoreNullUpdates,
        Optional<SqlFragment> deleteWhen,
        Optional<SqlFragment> truncateWhen,
        Optional<SqlFragment> sequenceBy,
        Optional<SqlFragment> systemSequenceBy,
        Optional<ColumnSelection> columns,
        Optional<StoredAs> storedAs,
        Optional<ColumnSelection> trackHistory,
        Optional<Identifier> columnsToUpdate)
        implements FlowBody {

    public AutoCdcFlow {
        requireNonNull(span, "span");
        requireNonNull(once, "once");
        requireNonNull(source, "source");
        requireNonNull(where, "where");
        requireNonNull(ignoreNullUpdates, "ignoreNullUpdates");
        requireNonNull(deleteWhen, "deleteWhen");
        requireNonNull(truncateWhen, "truncateWhen");
        requireNonNull(sequenceBy, "sequenceBy");
        requireNonNull(systemSequenceBy, "systemSequenceBy");
        requireNonNull(columns, "columns");
        requireNonNull(storedAs, "storedAs");
        requireNonNull(trackHistory, "trackHistory");
        requireNonNull(columnsToUpdate, "columnsToUpdate");
        keys = List.copyOf(keys);
    }

    @Override
    public <R> R accept(FlowBodyVisitor<R> visitor) {
        return visitor.visitAutoCdcFlow(this);
    }
}
