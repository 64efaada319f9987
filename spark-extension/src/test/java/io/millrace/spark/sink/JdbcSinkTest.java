/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

import static io.millrace.spark.sink.SinkPipeline.fullRefresh;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.sink.SinkGuarantee;
import io.millrace.spark.FlowError;
import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.UpdateRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** PostgreSQL, and Derby for databases of which nothing special is known. */
class JdbcSinkTest {

    @TempDir private Path folder;

    private final String table = "t" + UUID.randomUUID().toString().replace("-", "");

    private static String derby() {
        return "jdbc:derby:memory:sinks;create=true";
    }

    private static List<String> rows(String url, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    values.add(result.getString(i));
                }
                rows.add(String.join(",", values));
            }
        }
        return rows;
    }

    private static void execute(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** As after a kill between the commit of the database and that of the checkpoint. */
    private void forgetLastCommit(SinkPipeline pipeline, int batch) throws IOException {
        try (Stream<Path> files = Files.walk(pipeline.storage().resolve("checkpoints"))) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (file.getParent().endsWith("commits")
                        && (name.equals("" + batch) || name.equals("." + batch + ".crc"))) {
                    Files.delete(file);
                }
            }
        }
    }

    private SinkPipeline appending(String url) {
        return new SinkPipeline(folder)
                .define(
                        """
                        CREATE SINK db USING jdbc OPTIONS (url '%s', dbtable '%s');
                        CREATE FLOW to_db AS INSERT INTO db BY NAME
                          SELECT name AS who, id FROM STREAM $.src;
                        CREATE FLOW history AS INSERT INTO ONCE db BY NAME
                          SELECT -id AS id, name AS who FROM $.src;
                        """
                                .formatted(url, table));
    }

    private void checkAppends(String url) throws Exception {
        SinkPipeline pipeline = appending(url).feed("(1, 'a'), (2, NULL)");
        assertThat(pipeline.run())
                .extracting(flow -> flow.outputRows().orElse(-1L))
                .containsExactly(2L, 2L);
        pipeline.feed("(3, 'c')").run();
        forgetLastCommit(pipeline, 1);
        List<FlowResult> again = pipeline.feed("(4, 'd')").run();
        // The batch that was there, told of again, and the new one.
        assertThat(again.get(0).outputRows()).contains(2L);
        assertThat(again.get(1).status()).isEqualTo(FlowStatus.IDLE);
        assertThat(rows(url, "SELECT id, who FROM " + table + " ORDER BY id"))
                .containsExactly("-2,null", "-1,a", "1,a", "2,null", "3,c", "4,d");
        assertThat(pipeline.plan(UpdateRequest.refreshAll()).datasets().get(0).guarantee())
                .contains(SinkGuarantee.EXACTLY_ONCE);
        Files.delete(record(pipeline, "history"));
        assertThat(pipeline.run())
                .extracting(FlowResult::status)
                .containsExactly(FlowStatus.IDLE, FlowStatus.IDLE);
    }

    private static Path record(SinkPipeline pipeline, String flow) throws IOException {
        try (Stream<Path> files = Files.walk(pipeline.storage().resolve("state/sinks"))) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().contains(flow))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void postgresGetsEachRowOnce() throws Exception {
        checkAppends(PostgresServer.get().url());
    }

    @Test
    void otherDatabasesWithTransactionsGetEachRowOnce() throws Exception {
        execute(derby(), "CREATE TABLE " + table + " (id INT, who VARCHAR(100))");
        checkAppends(derby());
    }

    private SinkPipeline replacing(String url) {
        return new SinkPipeline(folder)
                .define(
                        """
                        CREATE SINK latest USING jdbc OPTIONS (url '%s', dbtable '%s',
                          upsertKeys 'kind', upsertSequence 'newest');
                        CREATE FLOW to_latest AS INSERT INTO latest BY NAME
                          SELECT name AS kind, max(id) AS newest, count(*) AS n
                          FROM STREAM $.src GROUP BY name;
                        """
                                .formatted(url, table));
    }

    private void checkReplaces(String url) throws Exception {
        SinkPipeline pipeline = replacing(url).feed("(1, 'a'), (2, 'a'), (3, 'b')");
        pipeline.run();
        pipeline.feed("(4, 'b'), (5, 'c')").run();
        String all = "SELECT kind, newest, n FROM " + table + " ORDER BY kind";
        assertThat(rows(url, all)).containsExactly("a,2,2", "b,4,2", "c,5,1");
        execute(url, "UPDATE " + table + " SET newest = 100 WHERE kind = 'a'");
        pipeline.feed("(6, 'a'), (7, 'c')").run();
        assertThat(rows(url, all)).containsExactly("a,100,2", "b,4,2", "c,7,2");
        assertThat(pipeline.plan(fullRefresh("latest")).warnings())
                .containsExactly(
                        "the sink `latest` keeps what it has got, and flow `to_latest` begins anew: rows with the same key are replaced, all others stay");
        pipeline.run(fullRefresh("latest"));
        assertThat(rows(url, all)).containsExactly("a,100,2", "b,4,2", "c,7,2");
    }

    @Test
    void postgresReplacesRowsByTheirKey() throws Exception {
        checkReplaces(PostgresServer.get().url());
    }

    @Test
    void otherDatabasesReplaceRowsByTheirKey() throws Exception {
        execute(derby(), "CREATE TABLE " + table + " (kind VARCHAR(10), newest INT, n BIGINT)");
        checkReplaces(derby());
    }

    @Test
    void everyTypeGoesIntoPostgres() throws Exception {
        String url = PostgresServer.get().url();
        execute(
                url,
                "CREATE TABLE %s (id INT, doc JSONB, tags TEXT[], at TIMESTAMPTZ, local TIMESTAMP, day DATE, price NUMERIC(10, 2), raw BYTEA, small SMALLINT, ok BOOLEAN, x DOUBLE PRECISION)"
                        .formatted(table));
        SinkPipeline pipeline =
                new SinkPipeline(folder)
                        .define(
                                """
                                CREATE SINK db USING jdbc OPTIONS (url '%s', dbtable '%s');
                                CREATE FLOW to_db AS INSERT INTO db BY NAME
                                  SELECT id, '{"a": 1}' AS doc, array('x', name) AS tags,
                                    TIMESTAMP '2026-01-02 03:04:05' AS at,
                                    TIMESTAMP_NTZ '2026-01-02 03:04:05' AS local,
                                    DATE '2026-01-02' AS day, CAST(1.5 AS DECIMAL(10, 2)) AS price,
                                    X'0aff' AS raw, CAST(7 AS TINYINT) AS small, true AS ok,
                                    CAST(0.5 AS DOUBLE) AS x
                                  FROM STREAM $.src;
                                """
                                        .formatted(url, table))
                        .feed("(1, 'y')");
        pipeline.run();
        assertThat(
                        rows(
                                url,
                                "SELECT id, doc ->> 'a', tags, at AT TIME ZONE 'UTC', local, day, price, encode(raw, 'hex'), small, ok, x FROM "
                                        + table))
                .containsExactly(
                        "1,1,{x,y},2026-01-02 03:04:05,2026-01-02 03:04:05,2026-01-02,1.50,0aff,7,t,0.5");
    }

    @Test
    void aDatabaseThatRefusesSaysWhyAndNothingOfTheBatchStays() throws Exception {
        execute(derby(), "CREATE TABLE " + table + " (id INT CHECK (id < 10), who VARCHAR(100))");
        SinkPipeline pipeline = appending(derby()).feed("(1, 'a'), (10, 'b')");
        FlowError error =
                pipeline.update(UpdateRequest.refreshAll()).flows().get(0).error().orElseThrow();
        assertThat(error.code()).isEqualTo("MILLRACE_SINK_FAILED");
        assertThat(error.message()).startsWith("sink `db`: ").contains("check constraint");
        assertThat(rows(derby(), "SELECT id FROM " + table + " WHERE id > 0")).isEmpty();
        execute(derby(), "DROP TABLE " + table);
        execute(derby(), "CREATE TABLE " + table + " (id INT)");
        error = pipeline.update(UpdateRequest.refreshAll()).flows().get(0).error().orElseThrow();
        assertThat(error.message()).contains("has no column `who`");
    }
}
