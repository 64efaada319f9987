/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * One atomic commit of rows.
 *
 * @param data by name and already of the table's types
 * @param judge decides which of the rows are written, where that depends on what the table holds
 * @param replace whether what the table holds is removed in the same commit
 * @param mark what is remembered in the commit: when it is there already, nothing is written
 * @param generation the generation that the write belongs to: when the table still holds an older
 *     one, its rows are removed in the same commit
 * @param change metadata that changes in the same commit
 * @param check runs when the rows are there and nothing is committed yet; throws when nothing shall
 *     be
 * @param description a few words for the table's history
 */
public record TableWrite(
        Dataset<Row> data,
        Optional<Judge> judge,
        boolean replace,
        Optional<Mark> mark,
        Mark generation,
        Optional<TableChange> change,
        Runnable check,
        String description) {

    public TableWrite {
        requireNonNull(data, "data");
        requireNonNull(judge, "judge");
        requireNonNull(mark, "mark");
        requireNonNull(generation, "generation");
        requireNonNull(change, "change");
        requireNonNull(check, "check");
        requireNonNull(description, "description");
    }

    /** A write without a check. */
    public TableWrite(
            Dataset<Row> data,
            boolean replace,
            Optional<Mark> mark,
            Mark generation,
            Optional<TableChange> change,
            String description) {
        this(data, replace, mark, generation, change, () -> {}, description);
    }

    /** A write of all the rows. */
    public TableWrite(
            Dataset<Row> data,
            boolean replace,
            Optional<Mark> mark,
            Mark generation,
            Optional<TableChange> change,
            Runnable check,
            String description) {
        this(data, Optional.empty(), replace, mark, generation, change, check, description);
    }

    /** The same with other metadata. */
    public TableWrite with(Optional<TableChange> other) {
        return new TableWrite(data, judge, replace, mark, generation, other, check, description);
    }

    /** Which rows of a write stay beside those that the table holds. */
    @FunctionalInterface
    public interface Judge {

        /**
         * The rows that are written.
         *
         * @param rows the data of the write
         * @param table what the table holds; a commit that comes in between is a conflict
         */
        Dataset<Row> keep(Dataset<Row> rows, StoredRows table);
    }

    /** The application id and version of a Delta application transaction. */
    public record Mark(String application, long version) {
        public Mark {
            requireNonNull(application, "application");
        }
    }
}
