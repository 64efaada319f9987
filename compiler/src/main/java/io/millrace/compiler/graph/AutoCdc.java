/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The clauses of an AUTO CDC flow; its source is the flow's query.
 *
 * @param sequenceBy empty only for a flow from snapshots
 * @param ignoreNullUpdates the columns for which a NULL keeps the old value; empty without the
 *     clause
 * @param places where the clauses name columns, by the name in lower case: for messages, and not
 *     part of the graph's JSON
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
        Optional<SqlText> snapshotVersion,
        Map<String, Place> places) {

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
        places = Map.copyOf(places);
    }
}
