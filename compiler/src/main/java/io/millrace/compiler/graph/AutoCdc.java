/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * The clauses of an AUTO CDC flow; its source is the flow's query.
 *
 * @param sequenceBy empty only for a flow from snapshots
 * @param ignoreNullUpdates the columns for which a NULL keeps the old value; empty without the
 *     clause
 */
public record AutoCdc(
        List<String> keys,
        Optional<SqlText> sequenceBy,
        Optional<SqlText> systemSequenceBy,
        Optional<SqlText> deleteWhen,
        Optional<SqlText> truncateWhen,
        Optional<Columns> ignoreNullUpdates,
        Columns columns,
        ScdType scdType,
        Optional<Columns> trackHistory,
        Optional<String> columnsToUpdate,
        Optional<SqlText> snapshotVersion) {

    public AutoCdc {
        requireNonNull(sequenceBy, "sequenceBy");
        requireNonNull(systemSequenceBy, "systemSequenceBy");
        requireNonNull(deleteWhen, "deleteWhen");
        requireNonNull(truncateWhen, "truncateWhen");
        requireNonNull(ignoreNullUpdates, "ignoreNullUpdates");
        requireNonNull(columns, "columns");
        requireNonNull(scdType, "scdType");
        requireNonNull(trackHistory, "trackHistory");
        requireNonNull(columnsToUpdate, "columnsToUpdate");
        requireNonNull(snapshotVersion, "snapshotVersion");
        keys = List.copyOf(keys);
    }
}
