/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * A rule on the rows of a dataset.
 *
 * @param condition the boolean expression of a {@code ROW} rule; the text of the rule otherwise
 * @param columns those of a {@code UNIQUE} or {@code EXISTS} rule
 * @param otherTable where an {@code EXISTS} rule looks
 */
public record DatasetExpectation(
        String name,
        ExpectationKind kind,
        SqlText condition,
        List<String> columns,
        Optional<DatasetName> otherTable,
        Violation violation,
        Optional<DatasetName> quarantine,
        Place place) {

    public DatasetExpectation {
        requireNonNull(name, "name");
        requireNonNull(kind, "kind");
        requireNonNull(condition, "condition");
        requireNonNull(otherTable, "otherTable");
        requireNonNull(violation, "violation");
        requireNonNull(quarantine, "quarantine");
        requireNonNull(place, "place");
        columns = List.copyOf(columns);
    }
}
