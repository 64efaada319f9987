/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.token.Quoted;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * The part of a stored table that its readers see.
 *
 * @param condition over the stored rows
 * @param columns those that are shown, in order
 */
public record StoredView(String condition, List<String> columns) {

    /** What a change feed adds to each row. */
    static final List<String> CHANGE_COLUMNS =
            List.of("_change_type", "_commit_version", "_commit_timestamp");

    public StoredView {
        requireNonNull(condition, "condition");
        columns = List.copyOf(columns);
    }

    /** The query of what is seen, over any relation with the stored columns. */
    public String query(String relation) {
        StringBuilder sql = new StringBuilder("SELECT ");
        String separator = "";
        for (String column : columns) {
            sql.append(separator).append(Quoted.name(column));
            separator = ", ";
        }
        return sql.append(" FROM ").append(relation).append(" WHERE ").append(condition).toString();
    }

    /** What is seen of rows of the stored table or of its change feed. */
    public Dataset<Row> of(Dataset<Row> rows) {
        List<String> shown = new ArrayList<>(columns);
        List<String> there = List.of(rows.columns());
        CHANGE_COLUMNS.stream().filter(there::contains).forEach(shown::add);
        return rows.where(condition).select(Columns.named(shown));
    }
}
