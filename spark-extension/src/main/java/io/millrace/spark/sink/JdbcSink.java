/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

import io.millrace.compiler.graph.SinkSpec;
import io.millrace.compiler.sink.SinkFormat;
import io.millrace.compiler.sink.SinkGuarantee;
import io.millrace.compiler.sink.SinkOptions;
import io.millrace.compiler.token.Quoted;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.JdbcConnections;
import io.millrace.spark.catalyst.MicroBatch;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.apache.spark.api.java.function.ForeachPartitionFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.LongAccumulator;

/**
 * A table of a database. A batch is one transaction, and so goes over one connection: a task
 * collects the rows of all others. The batch's mark is in a table beside it and changes in the same
 * transaction, so that a batch that comes again is not written again.
 */
final class JdbcSink implements BatchSink {

    private static final String MARKS = "millrace_batches";
    private static final int BATCH_SIZE = 1000;

    private final SinkSpec sink;
    private final List<String> keys;
    private final Optional<String> sequence;

    JdbcSink(SinkSpec sink) {
        this.sink = sink;
        this.keys =
                SinkFormat.option(sink, SinkOptions.UPSERT_KEYS)
                        .map(SinkOptions::columns)
                        .orElse(List.of());
        this.sequence = SinkFormat.option(sink, SinkOptions.UPSERT_SEQUENCE).map(String::strip);
    }

    @Override
    public void check(SparkSession session, StructType rows) {
        JdbcValues.check(rows);
        keys.forEach(key -> name(rows, key, SinkOptions.UPSERT_KEYS));
        sequence.ifPresent(column -> name(rows, column, SinkOptions.UPSERT_SEQUENCE));
        number("batchsize", BATCH_SIZE, 1);
        number("queryTimeout", 0, 0);
        if (!JdbcConnections.isPossible(SinkOptionValues.of(session, sink))) {
            throw new QueryException(
                    RunErrorCode.MILLRACE_SINK_FORMAT,
                    "there is no driver on the class path for the `url` of the sink",
                    "add the jar of the driver of the database, and give its class as `driver` if it is not found");
        }
    }

    /** The column as the rows have it. */
    private static String name(StructType rows, String wanted, String option) {
        return Arrays.stream(rows.fieldNames())
                .filter(wanted::equalsIgnoreCase)
                .findFirst()
                .orElseThrow(
                        () ->
                                new QueryException(
                                        RunErrorCode.MILLRACE_SINK_COLUMNS,
                                        "`%s` names `%s`, which the query does not return"
                                                .formatted(option, wanted),
                                        "name one of " + Quoted.list(List.of(rows.fieldNames()))));
    }

    private int number(String option, int usual, int least) {
        Optional<String> given = SinkFormat.option(sink, option).map(String::strip);
        if (given.isPresent()
                && (!given.get().matches("\\d{1,9}") || Integer.parseInt(given.get()) < least)) {
            throw new QueryException(
                    RunErrorCode.MILLRACE_SINK_COLUMNS,
                    "`%s` is '%s'".formatted(option, given.get()),
                    "write a whole number from %d on".formatted(least));
        }
        return given.map(Integer::parseInt).orElse(usual);
    }

    @Override
    public OptionalLong lastMark(SparkSession session, String application) {
        Optional<JdbcMarks> marks = marks();
        if (marks.isEmpty()) {
            return OptionalLong.empty();
        }
        try (Connection connection =
                JdbcConnections.of(SinkOptionValues.of(session, sink)).open()) {
            return marks.get().last(connection, application);
        } catch (SQLException e) {
            throw new DatabaseException(e);
        }
    }

    @Override
    public long write(SinkBatch batch) {
        Map<String, String> options = SinkOptionValues.of(batch.session(), sink);
        JdbcConnections database = JdbcConnections.of(options);
        StructType schema = batch.rows().schema();
        JdbcTable table;
        try {
            table = prepare(database, options, batch.session(), schema);
        } catch (SQLException e) {
            throw new DatabaseException(e);
        }
        JdbcWriter writer =
                new JdbcWriter(
                        database,
                        schema,
                        new JdbcStatements(
                                table,
                                keys.stream()
                                        .map(key -> name(schema, key, SinkOptions.UPSERT_KEYS))
                                        .toList(),
                                sequence),
                        new JdbcWriter.Settings(
                                number("batchsize", BATCH_SIZE, 1),
                                number("queryTimeout", 0, 0),
                                SinkFormat.option(sink, "sessionInitStatement").orElse("")),
                        marks(),
                        batch.mark());
        LongAccumulator count = batch.session().sparkContext().longAccumulator();
        Dataset<Row> all = MicroBatch.rows(batch.rows()).repartition(1);
        all.foreachPartition(new Task(writer, count));
        return count.value();
    }

    /** Makes what is not there, and looks the table up. */
    private JdbcTable prepare(
            JdbcConnections database,
            Map<String, String> options,
            SparkSession session,
            StructType rows)
            throws SQLException {
        try (Connection connection = database.open()) {
            Optional<JdbcMarks> marks = marks();
            if (marks.isPresent()) {
                if (!connection.getMetaData().supportsTransactions()) {
                    throw new SQLException(
                            "%s has no transactions; give the sink the option '%s' = 'false'"
                                    .formatted(
                                            connection.getMetaData().getDatabaseProductName(),
                                            SinkOptions.EXACTLY_ONCE));
                }
                marks.get().create(connection);
            }
            if (!JdbcTable.exists(connection, table())) {
                create(options, session, rows);
                addKey(connection, database, rows);
            }
            return JdbcTable.of(connection, database, table(), List.of(rows.fieldNames()));
        }
    }

    /** As Spark makes tables of databases. */
    private static void create(Map<String, String> options, SparkSession session, StructType rows) {
        session.createDataFrame(List.of(), rows)
                .write()
                .format("jdbc")
                .options(options)
                .mode("append")
                .save();
    }

    /** PostgreSQL tells by a key what a row replaces. */
    private void addKey(Connection connection, JdbcConnections database, StructType rows)
            throws SQLException {
        JdbcTable made = JdbcTable.of(connection, database, table(), List.of(rows.fieldNames()));
        if (keys.isEmpty() || !made.isPostgres()) {
            return;
        }
        String columns =
                keys.stream()
                        .map(key -> made.column(key).quoted())
                        .collect(Collectors.joining(", "));
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(
                    "ALTER TABLE " + table() + " ADD PRIMARY KEY (" + columns + ")");
        }
    }

    private String table() {
        return SinkFormat.option(sink, SinkOptions.TABLE).orElseThrow();
    }

    /** Beside the table, unless the sink says where. */
    private Optional<JdbcMarks> marks() {
        if (SinkFormat.guarantee(sink) != SinkGuarantee.EXACTLY_ONCE) {
            return Optional.empty();
        }
        String schema = table().substring(0, table().lastIndexOf('.') + 1);
        return Optional.of(
                new JdbcMarks(
                        SinkFormat.option(sink, SinkOptions.MARK_TABLE).orElse(schema + MARKS)));
    }

    /** Runs the writer where the rows are. */
    private record Task(JdbcWriter writer, LongAccumulator count)
            implements ForeachPartitionFunction<Row> {
        @Override
        public void call(Iterator<Row> rows) throws SQLException {
            count.add(writer.write(rows));
        }
    }
}
