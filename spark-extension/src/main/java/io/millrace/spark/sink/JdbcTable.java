/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

import static java.util.Objects.requireNonNull;

import io.millrace.spark.catalyst.JdbcConnections;
import java.io.Serializable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of a database that rows go into.
 *
 * @param name as SQL of the database has it
 * @param columns those of the table that the rows have too, in the order of the rows
 * @param product what the database calls itself
 */
record JdbcTable(String name, List<Column> columns, String product) implements Serializable {

    JdbcTable {
        requireNonNull(name, "name");
        requireNonNull(product, "product");
        columns = List.copyOf(columns);
    }

    /**
     * A column.
     *
     * @param name as the table has it
     * @param quoted the same for SQL
     * @param type one of {@code java.sql.Types}
     */
    record Column(String name, String quoted, int type) implements Serializable {
        Column {
            requireNonNull(name, "name");
            requireNonNull(quoted, "quoted");
        }
    }

    boolean isPostgres() {
        return product.equals("PostgreSQL");
    }

    Column column(String wanted) {
        return columns.stream()
                .filter(column -> column.name().equalsIgnoreCase(wanted))
                .findFirst()
                .orElseThrow();
    }

    static boolean exists(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(nothingOf(name))) {
            return !rows.next();
        } catch (SQLException e) {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            return false;
        }
    }

    private static String nothingOf(String table) {
        return "SELECT * FROM " + table + " WHERE 1 = 0";
    }

    /**
     * Looks the table up.
     *
     * @param rows the names of the columns of the rows
     * @throws SQLException when it is not there, or lacks one of the columns
     */
    static JdbcTable of(
            Connection connection, JdbcConnections database, String name, List<String> rows)
            throws SQLException {
        List<Column> columns = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(nothingOf(name));
                ResultSet nothing = statement.executeQuery()) {
            ResultSetMetaData table = nothing.getMetaData();
            for (String row : rows) {
                columns.add(find(table, database, name, row));
            }
        }
        return new JdbcTable(name, columns, connection.getMetaData().getDatabaseProductName());
    }

    private static Column find(
            ResultSetMetaData table, JdbcConnections database, String name, String wanted)
            throws SQLException {
        List<String> others = new ArrayList<>();
        for (int i = 1; i <= table.getColumnCount(); i++) {
            String column = table.getColumnName(i);
            if (column.equalsIgnoreCase(wanted)) {
                return new Column(column, database.quote(column), table.getColumnType(i));
            }
            others.add(column);
        }
        throw new SQLException(
                "the table `%s` has no column `%s`; it has %s"
                        .formatted(name, wanted, String.join(", ", others)));
    }
}
