/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.graph.AutoCdc;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * An AUTO CDC flow of a target and its source.
 *
 * @param source analyzed; only its schema and names are looked at
 */
public record FlowInput(String flow, AutoCdc clauses, Dataset<Row> source) {

    public FlowInput {
        requireNonNull(flow, "flow");
        requireNonNull(clauses, "clauses");
        requireNonNull(source, "source");
    }
}
