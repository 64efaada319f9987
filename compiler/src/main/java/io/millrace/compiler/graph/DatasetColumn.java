/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * A declared column.
 *
 * @param type the type as Spark's DDL writes it; empty in the column lists of views
 */
public record DatasetColumn(
        String name,
        Optional<String> type,
        boolean nullable,
        Optional<String> defaultValue,
        Optional<String> generatedAs,
        Optional<IdentitySpec> identity,
        Optional<String> comment) {

    public DatasetColumn {
        requireNonNull(name, "name");
        requireNonNull(type, "type");
        requireNonNull(defaultValue, "defaultValue");
        requireNonNull(generatedAs, "generatedAs");
        requireNonNull(identity, "identity");
        requireNonNull(comment, "comment");
    }
}
