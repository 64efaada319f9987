/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The statements that put a row into a table of a database.
 *
 * @param keys the names of the columns by which a row replaces another; empty when rows are added
 * @param sequence the column that tells which of two rows is the later
 */
record JdbcStatements(JdbcTable table, List<String> keys, Optional<String> sequence) {

    JdbcStatements {
        keys = List.copyOf(keys);
    }

    /**
     * A statement with the columns that its parameters stand for.
     *
     * @param columns by their places in the rows
     */
    record Sql(String text, List<Integer> columns) implements Serializable {}

    /** Adds a row; PostgreSQL does all in this one statement. */
    Sql insert() {
        List<JdbcTable.Column> columns = table.columns();
        String names =
                columns.stream().map(JdbcTable.Column::quoted).collect(Collectors.joining(", "));
        String text =
                "INSERT INTO %s%s (%s) VALUES (%s)"
                        .formatted(
                                table.name(),
                                isConflicting() ? " AS present" : "",
                                names,
                                String.join(", ", Collections.nCopies(columns.size(), "?")));
        return new Sql(text + conflict(), columns.stream().map(table.columns()::indexOf).toList());
    }

    private boolean isConflicting() {
        return !keys.isEmpty() && table.isPostgres();
    }

    private String conflict() {
        if (!isConflicting()) {
            return "";
        }
        List<JdbcTable.Column> others = others();
        String key =
                keys().stream()
                        .map(name -> table.column(name).quoted())
                        .collect(Collectors.joining(", "));
        if (others.isEmpty()) {
            return " ON CONFLICT (" + key + ") DO NOTHING";
        }
        String set =
                others.stream()
                        .map(column -> column.quoted() + " = EXCLUDED." + column.quoted())
                        .collect(Collectors.joining(", "));
        String later =
                sequence.map(table::column)
                        .map(
                                column ->
                                        " WHERE present.%s IS NULL OR present.%s <= EXCLUDED.%s"
                                                .formatted(
                                                        column.quoted(),
                                                        column.quoted(),
                                                        column.quoted()))
                        .orElse("");
        return " ON CONFLICT (" + key + ") DO UPDATE SET " + set + later;
    }

    private List<JdbcTable.Column> others() {
        return table.columns().stream()
                .filter(column -> keys.stream().noneMatch(column.name()::equalsIgnoreCase))
                .toList();
    }

    /** Whether a row with the key is there; for databases that cannot do all in one statement. */
    Optional<Sql> select() {
        if (keys.isEmpty() || isConflicting()) {
            return Optional.empty();
        }
        return Optional.of(
                new Sql("SELECT 1 FROM " + table.name() + " WHERE " + keyEquals(), keyPlaces()));
    }

    /** Replaces the row with the key, unless it is a later one. */
    Optional<Sql> update() {
        if (keys.isEmpty() || isConflicting() || others().isEmpty()) {
            return Optional.empty();
        }
        List<Integer> places = new ArrayList<>();
        others().forEach(column -> places.add(table.columns().indexOf(column)));
        places.addAll(keyPlaces());
        String set =
                others().stream()
                        .map(column -> column.quoted() + " = ?")
                        .collect(Collectors.joining(", "));
        String later =
                sequence.map(table::column)
                        .map(
                                column -> {
                                    places.add(table.columns().indexOf(column));
                                    return " AND (%s IS NULL OR %s <= ?)"
                                            .formatted(column.quoted(), column.quoted());
                                })
                        .orElse("");
        return Optional.of(
                new Sql(
                        "UPDATE " + table.name() + " SET " + set + " WHERE " + keyEquals() + later,
                        places));
    }

    private String keyEquals() {
        return keys.stream()
                .map(name -> table.column(name).quoted() + " = ?")
                .collect(Collectors.joining(" AND "));
    }

    private List<Integer> keyPlaces() {
        return keys.stream().map(name -> table.columns().indexOf(table.column(name))).toList();
    }
}
