/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * The query of a flow.
 *
 * @param catalog where unqualified names are looked up: {@code USE CATALOG} or the pipeline's
 *     default
 * @param schema the same for the schema
 * @param streaming whether any input is read as a stream
 * @param inputs in source order; a dataset read twice is there twice
 */
public record Query(
        SqlText sql, String catalog, String schema, boolean streaming, List<Input> inputs) {

    public Query {
        requireNonNull(sql, "sql");
        requireNonNull(catalog, "catalog");
        requireNonNull(schema, "schema");
        inputs = List.copyOf(inputs);
    }
}
