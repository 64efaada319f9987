/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

import static java.util.Objects.requireNonNull;

import io.millrace.spark.catalyst.Digests;
import io.millrace.spark.delta.TableWrite;
import java.io.Serializable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;

/**
 * The table in which a database keeps which batches it has: a row for each flow, with the number of
 * its last batch and how many rows that brought. It changes in the transaction of the rows.
 *
 * @param table as SQL of the database has it
 */
record JdbcMarks(String table) implements Serializable {

    private static final int LONGEST = 1000;

    JdbcMarks {
        requireNonNull(table, "table");
    }

    /**
     * A batch that is in the database.
     *
     * @param rows how many it brought
     */
    record Written(long version, long rows) {}

    /** Makes the table if it is not there; commits. */
    void create(Connection connection) throws SQLException {
        if (JdbcTable.exists(connection, table)) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(
                    "CREATE TABLE "
                            + table
                            + " (mark_id VARCHAR(64) NOT NULL PRIMARY KEY, application VARCHAR("
                            + LONGEST
                            + "), batch DECIMAL(19) NOT NULL, row_count DECIMAL(19) NOT NULL)");
        } catch (SQLException e) {
            // Another flow may have made it meanwhile.
            if (!JdbcTable.exists(connection, table)) {
                throw e;
            }
        }
    }

    /** The last batch of an application; empty when there is none, or no table. */
    OptionalLong last(Connection connection, String application) throws SQLException {
        if (!JdbcTable.exists(connection, table)) {
            return OptionalLong.empty();
        }
        Written written = read(connection, Digests.sha256(application));
        return written == null ? OptionalLong.empty() : OptionalLong.of(written.version());
    }

    /**
     * Takes a batch for this transaction, or tells what is known of it. Whoever else wants to write
     * for the same flow waits until the transaction has ended.
     *
     * @return null when the batch is to be written
     */
    Written begin(Connection connection, TableWrite.Mark mark) throws SQLException {
        String id = Digests.sha256(mark.application());
        try (PreparedStatement update =
                connection.prepareStatement(
                        "UPDATE " + table + " SET batch = ? WHERE mark_id = ? AND batch < ?")) {
            update.setLong(1, mark.version());
            update.setString(2, id);
            update.setLong(3, mark.version());
            if (update.executeUpdate() > 0) {
                return null;
            }
        }
        Written written = read(connection, id);
        if (written != null) {
            return written;
        }
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO " + table + " VALUES (?, ?, ?, 0)")) {
            String application = mark.application();
            insert.setString(1, id);
            insert.setString(2, application.substring(0, Math.min(LONGEST, application.length())));
            insert.setLong(3, mark.version());
            insert.executeUpdate();
        }
        return null;
    }

    /** Notes how many rows the batch of this transaction brought. */
    void end(Connection connection, TableWrite.Mark mark, long rows) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement(
                        "UPDATE " + table + " SET row_count = ? WHERE mark_id = ?")) {
            update.setLong(1, rows);
            update.setString(2, Digests.sha256(mark.application()));
            update.executeUpdate();
        }
    }

    private Written read(Connection connection, String id) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement(
                        "SELECT batch, row_count FROM " + table + " WHERE mark_id = ?")) {
            query.setString(1, id);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() ? new Written(rows.getLong(1), rows.getLong(2)) : null;
            }
        }
    }
}
