/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

import io.millrace.spark.catalyst.JdbcConnections;
import io.millrace.spark.delta.TableWrite;
import java.io.Serializable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * Writes one batch into a database in one transaction, in a task. When the task comes again
 * although its transaction was committed, the mark in the database says so.
 */
final class JdbcWriter implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The class of SQL states for keys that are there already. */
    private static final String CONSTRAINT = "23";

    private final JdbcConnections database;
    private final StructType rows;
    private final JdbcTable table;
    private final ArrayList<String> keys;
    private final JdbcStatements.Sql insert;
    private final JdbcStatements.Sql select;
    private final JdbcStatements.Sql update;
    private final Settings settings;
    private final JdbcMarks marks;
    private final String application;
    private final long version;

    /**
     * How to write.
     *
     * @param batchSize how many rows go to the database at once
     * @param timeout of a statement, in seconds; 0 for none
     * @param begin a statement for each new connection; empty for none
     */
    record Settings(int batchSize, int timeout, String begin) implements Serializable {}

    /**
     * @param marks where batches are noted; empty for nowhere
     */
    JdbcWriter(
            JdbcConnections database,
            StructType rows,
            JdbcStatements statements,
            Settings settings,
            Optional<JdbcMarks> marks,
            TableWrite.Mark mark) {
        this.database = database;
        this.rows = rows;
        this.table = statements.table();
        this.keys = new ArrayList<>(statements.keys());
        this.insert = statements.insert();
        this.select = statements.select().orElse(null);
        this.update = statements.update().orElse(null);
        this.settings = settings;
        this.marks = marks.orElse(null);
        this.application = mark.application();
        this.version = mark.version();
    }

    /** How many rows the batch brought, now or when it was written before. */
    long write(Iterator<Row> batch) throws SQLException {
        try (Connection connection = database.open()) {
            connection.setAutoCommit(false);
            try {
                long written = write(connection, batch);
                connection.commit();
                return written;
            } catch (SQLException e) {
                rollBack(connection, e);
                throw detailed(e);
            } catch (RuntimeException e) {
                rollBack(connection, e);
                throw e;
            }
        }
    }

    private long write(Connection connection, Iterator<Row> batch) throws SQLException {
        if (!settings.begin().isEmpty()) {
            try (PreparedStatement statement = connection.prepareStatement(settings.begin())) {
                statement.execute();
            }
        }
        TableWrite.Mark mark = new TableWrite.Mark(application, version);
        JdbcMarks.Written before = marks == null ? null : begin(connection, mark);
        if (before != null) {
            return before.version() == version ? before.rows() : 0;
        }
        long count = select == null ? insertAll(connection, batch) : putAll(connection, batch);
        if (marks != null) {
            marks.end(connection, mark, count);
        }
        return count;
    }

    /** Two that begin a flow's first batch meet at its key: the second looks again. */
    private JdbcMarks.Written begin(Connection connection, TableWrite.Mark mark)
            throws SQLException {
        try {
            return marks.begin(connection, mark);
        } catch (SQLException e) {
            if (e.getSQLState() == null || !e.getSQLState().startsWith(CONSTRAINT)) {
                throw e;
            }
            connection.rollback();
            return marks.begin(connection, mark);
        }
    }

    private long insertAll(Connection connection, Iterator<Row> batch) throws SQLException {
        long count = 0;
        try (PreparedStatement statement = prepare(connection, insert)) {
            while (batch.hasNext()) {
                Row row = batch.next();
                checkKeys(row);
                set(statement, insert, row);
                statement.addBatch();
                count++;
                if (count % settings.batchSize() == 0) {
                    statement.executeBatch();
                }
            }
            if (count % settings.batchSize() != 0) {
                statement.executeBatch();
            }
        }
        return count;
    }

    /** Row by row, for databases without one statement for it. */
    private long putAll(Connection connection, Iterator<Row> batch) throws SQLException {
        long count = 0;
        try (PreparedStatement find = prepare(connection, select);
                PreparedStatement add = prepare(connection, insert);
                PreparedStatement replace = update == null ? null : prepare(connection, update)) {
            while (batch.hasNext()) {
                Row row = batch.next();
                checkKeys(row);
                set(find, select, row);
                boolean there;
                try (ResultSet found = find.executeQuery()) {
                    there = found.next();
                }
                if (!there) {
                    set(add, insert, row);
                    add.executeUpdate();
                } else if (replace != null) {
                    set(replace, update, row);
                    replace.executeUpdate();
                }
                count++;
            }
        }
        return count;
    }

    private PreparedStatement prepare(Connection connection, JdbcStatements.Sql sql)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql.text());
        statement.setQueryTimeout(settings.timeout());
        return statement;
    }

    private void set(PreparedStatement statement, JdbcStatements.Sql sql, Row row)
            throws SQLException {
        List<Integer> columns = sql.columns();
        for (int i = 0; i < columns.size(); i++) {
            int column = columns.get(i);
            JdbcValues.set(
                    statement,
                    i + 1,
                    row,
                    column,
                    rows.fields()[column].dataType(),
                    table.columns().get(column).type(),
                    database);
        }
    }

    /** A key of NULL equals no other: the row would come again and again. */
    private void checkKeys(Row row) throws SQLException {
        for (String key : keys) {
            if (row.isNullAt(rows.fieldIndex(key))) {
                throw new SQLException(
                        "a row has NULL in `%s`, which is a key: nothing of the batch was written"
                                .formatted(key));
            }
        }
    }

    private static void rollBack(Connection connection, Exception why) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            why.addSuppressed(e);
        }
    }

    /** Drivers put the reason of a failed batch behind the failure. */
    private static SQLException detailed(SQLException error) {
        SQLException next = error.getNextException();
        return next == null ? error : next;
    }
}
