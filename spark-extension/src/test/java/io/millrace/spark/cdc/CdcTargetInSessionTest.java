/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.sql.DeltaSparkSessionExtension;
import io.millrace.spark.MillraceSparkExtensions;
import io.millrace.spark.SharedSparkSession;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What users ask of a table, asked of an AUTO CDC target. */
class CdcTargetInSessionTest {

    @TempDir static Path storage;

    private static SqlPipeline pipeline;

    /** Version 1 holds two rows, version 2 changes one and deletes the other. */
    @BeforeAll
    static void twoBatches() {
        pipeline = history(storage.resolve("shared"), "1");
    }

    private static SqlPipeline history(Path storage, String type) {
        SqlPipeline pipeline = new SqlPipeline(storage);
        pipeline.source("src", "v STRING, k INT, s BIGINT, op STRING").define(definition(type));
        pipeline.feed("('a', 1, 10, 'U'), ('b', 2, 10, 'U')");
        pipeline.feed("('a2', 1, 20, 'U'), (null, 2, 20, 'D')");
        return pipeline;
    }

    private static String definition(String type) {
        return """
               CREATE OR REFRESH STREAMING TABLE t TBLPROPERTIES ('quality' = 'silver');
               CREATE FLOW f AS AUTO CDC INTO t FROM STREAM src KEYS (k)
                 APPLY AS DELETE WHEN op = 'D' SEQUENCE BY s
                 COLUMNS * EXCEPT (s, op) STORED AS SCD TYPE %s;
               """
                .formatted(type);
    }

    private static List<String> rows(SparkSession session, String text) {
        return session.sql(text.replace("$", pipeline.schema())).collectAsList().stream()
                .map(row -> row.mkString(","))
                .toList();
    }

    /** A session that asks our extension before Delta's, beside the shared one. */
    private static SparkSession oursFirst() {
        SparkSessionExtensions extensions = new SparkSessionExtensions();
        new MillraceSparkExtensions().apply(extensions);
        new DeltaSparkSessionExtension().apply(extensions);
        return SharedSparkSession.with(extensions);
    }

    @Test
    void earlierVersionsShowWhatReadersSawThen() {
        String time =
                SharedSparkSession.get()
                        .sql("DESCRIBE HISTORY " + pipeline.schema() + ".t")
                        .where("version = 1")
                        .selectExpr("cast(timestamp as string)")
                        .collectAsList()
                        .get(0)
                        .getString(0);
        for (SparkSession session : List.of(SharedSparkSession.get(), oursFirst())) {
            assertThat(rows(session, "SELECT * FROM $.t")).containsExactly("a2,1");
            assertThat(rows(session, "SELECT * FROM $.t VERSION AS OF 1 ORDER BY k"))
                    .containsExactly("a,1", "b,2");
            assertThat(rows(session, "SELECT t.v FROM $.t VERSION AS OF 0 AS t")).isEmpty();
            assertThat(
                            rows(
                                    session,
                                    "SELECT * FROM $.t TIMESTAMP AS OF timestamp '%s' + INTERVAL 0 SECONDS"
                                            .formatted(time)))
                    .containsExactly("a,1", "b,2");
            assertThat(
                            rows(
                                    session,
                                    "WITH old AS (SELECT * FROM $.t VERSION AS OF 1) SELECT"
                                            + " count(*) FROM $.t WHERE k IN (SELECT k FROM old)"))
                    .containsExactly("1");
        }
    }

    @Test
    void anEarlierVersionHasTheColumnsAndTheTypeThatItHad() {
        SqlPipeline pipeline = history(storage.resolve("own"), "2");
        assertThat(pipeline.query("SELECT * FROM $.t ORDER BY k, __START_AT"))
                .containsExactly("a,1,10,20", "a2,1,20,null", "b,2,10,20");
        pipeline.query("ALTER TABLE $.src ADD COLUMNS (w INT)");
        pipeline.feed("('c', 3, 30, 'U', 7)");
        pipeline.define(definition("1"));
        pipeline.complete(
                new io.millrace.spark.UpdateRequest(
                        List.of(), List.of("t"), false, List.of(), false, 16, 0));

        assertThat(pipeline.query("SELECT * FROM $.t ORDER BY k"))
                .containsExactly("a2,1,null", "c,3,7");
        assertThat(pipeline.query("SELECT * FROM $.t VERSION AS OF 1 ORDER BY k"))
                .containsExactly("a,1,10,null", "b,2,10,null");
    }

    @Test
    void deltasCommandsReachTheStoredTable() {
        for (SparkSession session : List.of(SharedSparkSession.get(), oursFirst())) {
            assertThat(
                            session.sql("DESCRIBE HISTORY " + pipeline.schema() + ".t LIMIT 2")
                                    .select("operation")
                                    .collectAsList())
                    .extracting(row -> row.getString(0))
                    .contains("AUTO CDC");
            Row detail =
                    session.sql("DESCRIBE DETAIL " + pipeline.schema() + ".t")
                            .select("format", "numFiles")
                            .collectAsList()
                            .get(0);
            assertThat(detail.getString(0)).isEqualTo("delta");
            assertThat(rows(session, "SHOW TBLPROPERTIES $.t"))
                    .contains("quality,silver", "delta.enableDeletionVectors,true");
            session.sql("USE " + pipeline.schema());
            assertThat(session.sql("OPTIMIZE t").collectAsList()).hasSize(1);
            session.sql("USE default");
            assertThat(rows(session, "SELECT * FROM $.t")).containsExactly("a2,1");
        }
    }

    @Test
    void changesAreThoseOfTheRowsThatReadersSee() {
        pipeline.query("USE $");
        pipeline.query("CREATE VIEW $.changed AS SELECT * FROM table_changes('t', 2)");
        pipeline.query("USE default");
        for (SparkSession session : List.of(SharedSparkSession.get(), oursFirst())) {
            session.sql("USE " + pipeline.schema());
            assertThat(
                            rows(
                                    session,
                                    "SELECT v, k, _change_type, _commit_version"
                                            + " FROM table_changes('t', 0) ORDER BY ALL"))
                    .containsExactly(
                            "a,1,delete,2",
                            "a,1,insert,1",
                            "a2,1,insert,2",
                            "b,2,delete,2",
                            "b,2,insert,1");
            session.sql("USE default");
            assertThat(
                            rows(
                                    session,
                                    "SELECT c.v FROM table_changes('$.t', 1, 1) AS c"
                                            + " WHERE k IN (SELECT k FROM table_changes('$.t', 2))"
                                            + " ORDER BY ALL"))
                    .containsExactly("a", "b");
            assertThat(
                            rows(
                                    session,
                                    "SELECT v, _change_type FROM $.t WITH (readChangeFeed = true,"
                                            + " startingVersion = 2) ORDER BY ALL"))
                    .isEqualTo(rows(session, "SELECT v, _change_type FROM $.changed ORDER BY ALL"))
                    .containsExactly("a,delete", "a2,insert", "b,delete");
            Dataset<Row> stream =
                    session.readStream()
                            .option("readChangeFeed", "true")
                            .table(pipeline.schema() + ".t");
            assertThat(stream.isStreaming()).isTrue();
            assertThat(stream.columns())
                    .containsExactly(
                            "v", "k", "_change_type", "_commit_version", "_commit_timestamp");
            assertThat(
                            session.sql(
                                            "SELECT * FROM STREAM table_changes('%s.t', 0)"
                                                    .formatted(pipeline.schema()))
                                    .isStreaming())
                    .isTrue();
        }
    }

    @Test
    void changesAreNotReadByWrongArgumentsAndRowsNotAsAStream() {
        assertThatThrownBy(() -> pipeline.query("SELECT * FROM table_changes('$.t', -1)"))
                .isInstanceOf(AnalysisException.class)
                .hasMessageContaining("MILLRACE_TABLE_CHANGES_ARGUMENT")
                .hasMessageContaining("takes versions from 0 on, not -1");
        assertThatThrownBy(
                        () -> SharedSparkSession.get().readStream().table(pipeline.schema() + ".t"))
                .isInstanceOf(AnalysisException.class)
                .hasMessageContaining("MILLRACE_STREAM_READ_OF_REWRITTEN_TABLE")
                .hasMessageContaining("WITH (readChangeFeed = true)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE $.t SET v = 'x'",
                "UPDATE $.t AS u SET v = 'x' WHERE u.k = 1",
                "DELETE FROM $.t WHERE k = 1",
                "DELETE FROM $.t",
                "MERGE INTO $.t AS m USING $.src AS s ON m.k = s.k WHEN MATCHED THEN DELETE",
                "WITH c AS (SELECT * FROM $.src) MERGE INTO $.t USING c ON t.k = c.k"
                        + " WHEN MATCHED THEN DELETE",
                "INSERT INTO $.t VALUES ('x', 9)",
                "INSERT INTO $.t (k) WITH c AS (SELECT 9) SELECT * FROM c",
                "WITH c AS (SELECT 'x', 9) INSERT INTO $.t SELECT * FROM c",
                "INSERT OVERWRITE $.t SELECT v, k FROM $.src",
                "INSERT INTO $.t REPLACE WHERE k = 1 SELECT v, k FROM $.src",
                "FROM $.src INSERT INTO $.t SELECT v, k INSERT INTO $.t SELECT v, k",
                "TRUNCATE TABLE $.t",
                "RESTORE TABLE $.t TO VERSION AS OF 1"
            })
    void noStatementChangesTheRows(String statement) {
        for (SparkSession session : List.of(SharedSparkSession.get(), oursFirst())) {
            assertThatThrownBy(() -> rows(session, statement))
                    .isInstanceOf(AnalysisException.class)
                    .hasMessageStartingWith("[MILLRACE_CDC_TARGET_READ_ONLY] no statement may")
                    .hasMessageContaining("the rows of `%s.t`".formatted(pipeline.schema()))
                    .hasMessageContaining("--full-refresh t")
                    .hasMessageNotContaining("__mr");
        }
        assertThat(pipeline.query("SELECT * FROM $.t")).containsExactly("a2,1");
    }

    @Test
    void noDataFrameChangesTheRows() {
        Dataset<Row> rows = SharedSparkSession.get().sql("SELECT 'x' AS v, 9 AS k");
        String table = pipeline.schema() + ".t";
        assertThatThrownBy(() -> rows.writeTo(table).append())
                .hasMessageContaining("MILLRACE_CDC_TARGET_READ_ONLY");
        assertThatThrownBy(() -> rows.write().insertInto(table))
                .hasMessageContaining("MILLRACE_CDC_TARGET_READ_ONLY");
    }

    @Test
    void aCloneIsRefusedAndACopyIsNot() {
        assertThatThrownBy(() -> pipeline.query("CREATE TABLE $.clone SHALLOW CLONE $.t"))
                .hasMessageContaining("MILLRACE_STATEMENT_NOT_POSSIBLE")
                .hasMessageContaining("CREATE TABLE ... AS SELECT * FROM " + pipeline.schema());
        pipeline.query("CREATE TABLE $.copy USING delta AS SELECT * FROM $.t");
        assertThat(pipeline.query("SELECT * FROM $.copy")).containsExactly("a2,1");
    }

    @Test
    void ordinaryTablesAreChangedAndTheirChangesReadAsEver() {
        for (String statement :
                List.of(
                        "CREATE TABLE $.own (k INT, v STRING) USING delta"
                                + " TBLPROPERTIES (delta.enableChangeDataFeed = true)",
                        "INSERT INTO $.own VALUES (1, 'a'), (2, 'b'), (3, 'c')",
                        "UPDATE $.own SET v = 'x' WHERE k = 1",
                        "DELETE FROM $.own WHERE k = 2",
                        "MERGE INTO $.own USING $.t ON own.k = t.k WHEN MATCHED THEN UPDATE SET v = t.v",
                        "CREATE TABLE $.cloned SHALLOW CLONE $.own")) {
            pipeline.query(statement);
        }
        assertThat(pipeline.query("SELECT v FROM $.cloned ORDER BY k")).containsExactly("a2", "c");
        assertThat(
                        pipeline.query(
                                "SELECT k, v, _change_type FROM table_changes('$.own', 2, 3)"
                                        + " ORDER BY ALL"))
                .containsExactly("1,a,update_preimage", "1,x,update_postimage", "2,b,delete");
        pipeline.query("RESTORE TABLE $.own TO VERSION AS OF 1");
        pipeline.query("TRUNCATE TABLE $.own");
        assertThat(pipeline.query("SELECT * FROM $.own")).isEmpty();
    }

    @Test
    void otherViewsAndTablesAreLeftAlone() {
        pipeline.query("CREATE VIEW $.other AS SELECT * FROM $.t");
        assertThatThrownBy(() -> pipeline.query("SELECT * FROM $.other VERSION AS OF 1"))
                .hasMessageContaining("other");
        assertThatThrownBy(() -> pipeline.query("DESCRIBE HISTORY $.other"))
                .hasMessageContaining("other");
        assertThatThrownBy(() -> pipeline.query("SELECT * FROM $.none VERSION AS OF 1"))
                .hasMessageContaining("TABLE_OR_VIEW_NOT_FOUND");
        assertThat(pipeline.query("SELECT count(*) FROM $.src VERSION AS OF 1"))
                .containsExactly("2");
    }
}
