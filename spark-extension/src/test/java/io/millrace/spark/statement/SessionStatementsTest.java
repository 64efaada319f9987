/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.spark.SharedSparkSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users do with statements in a session, one at a time and several in a text. */
class SessionStatementsTest {

    private static SparkSession session;

    @BeforeAll
    static void schema() {
        session = SharedSparkSession.get().newSession();
        session.sql("CREATE SCHEMA stm");
        session.sql("USE stm");
        source("raw", 1, 2, 3);
    }

    private static void source(String name, int... values) {
        session.sql("CREATE TABLE IF NOT EXISTS " + name + " (a INT) USING delta");
        for (int value : values) {
            session.sql("INSERT INTO " + name + " VALUES (" + value + ")");
        }
    }

    private static List<String> rows(String text) {
        return rows(session, text);
    }

    private static List<String> rows(SparkSession in, String text) {
        return in.sql(text).collectAsList().stream().map(row -> row.mkString(",")).toList();
    }

    /** The status and the rows of each flow, such as {@code t.t COMPLETED 3}. */
    private static List<String> run(String text) {
        return run(session, text);
    }

    private static List<String> run(SparkSession in, String text) {
        return in
                .sql(text)
                .selectExpr(
                        "concat_ws(' ', dataset || coalesce('.' || flow, ''), status,"
                                + " cast(output_rows AS STRING))")
                .collectAsList()
                .stream()
                .map(row -> row.getString(0))
                .toList();
    }

    @Test
    void theResultCountsWhatWasWrittenDroppedAndPutAside() {
        String text =
                """
                CREATE STREAMING TABLE judged (
                  CONSTRAINT one EXPECT (a <> 1) ON VIOLATION DROP ROW,
                  CONSTRAINT two EXPECT (a <> 2) ON VIOLATION QUARANTINE ROW)
                AS SELECT a FROM STREAM raw WHERE a <= 3
                """;
        List<Row> rows =
                session.sql(text)
                        .select("output_rows", "dropped_rows", "quarantined_rows", "upserted_rows")
                        .collectAsList();
        assertThat(rows).containsExactly(RowFactory.create(1L, 1L, 1L, null));
    }

    @Test
    void aStreamingTableRunsAtOnceAndIsRefreshedByAnotherSession() {
        assertThat(run("CREATE STREAMING TABLE one AS SELECT a * 10 AS b FROM STREAM raw"))
                .containsExactly("one.one COMPLETED 3");
        SparkSession other = session.newSession();
        other.sql("USE stm");
        assertThat(run(other, "REFRESH STREAMING TABLE one")).containsExactly("one.one IDLE");
        source("own");
        session.sql("INSERT INTO raw VALUES (4)");
        assertThat(run(other, "REFRESH TABLE one")).containsExactly("one.one COMPLETED 1");
        assertThat(run(other, "REFRESH stm.one FULL")).containsExactly("one.one COMPLETED 4");
        assertThat(rows("SELECT count(*) FROM one")).containsExactly("4");
        assertThat(rows("SHOW TBLPROPERTIES one ('millrace.definition')").get(0))
                .contains("CREATE STREAMING TABLE one AS SELECT a * 10 AS b FROM STREAM raw");
        session.sql("DELETE FROM own");
    }

    @Test
    void aPrivateTableThatIsDefinedAsPublicIsNotReadAgain() {
        source("hidden", 1, 2);
        String text =
                "CREATE OR REFRESH PRIVATE STREAMING TABLE hid AS SELECT a FROM STREAM hidden";
        assertThat(run(text)).containsExactly("hid.hid COMPLETED 2");
        session.sql("INSERT INTO hidden VALUES (3)");
        assertThat(run(text.replace("PRIVATE ", ""))).containsExactly("hid.hid COMPLETED 1");
        assertThat(rows("SELECT a FROM hid ORDER BY a")).containsExactly("1", "2", "3");
    }

    @Test
    void severalStatementsAreOneUpdate() {
        source("several", 1, 2);
        String text =
                """
                -- a pipeline, as it is pasted
                CREATE TEMPORARY VIEW odd AS SELECT * FROM STREAM several WHERE a % 2 = 1;
                CREATE STREAMING TABLE odds;
                CREATE FLOW fill AS INSERT INTO odds BY NAME SELECT a FROM STREAM odd;
                CREATE PRIVATE STREAMING TABLE all_of AS SELECT * FROM STREAM several;
                CREATE MATERIALIZED VIEW sums AS SELECT sum(a) AS s FROM all_of;
                CREATE VIEW shown AS SELECT s + 1 AS s FROM sums;
                """;
        List<Row> result = session.sql(text).collectAsList();
        assertThat(result).extracting(row -> row.<String>getAs("status")).containsOnly("COMPLETED");
        assertThat(result).hasSize(3);
        assertThat(result.stream().map(row -> row.<String>getAs("update_id")).distinct())
                .hasSize(1);
        assertThat(rows("SELECT * FROM odds")).containsExactly("1");
        assertThat(rows("SELECT s FROM shown")).containsExactly("4");
        assertThat(session.sql(text).collectAsList())
                .extracting(row -> row.<String>getAs("status"))
                .containsExactlyInAnyOrder("IDLE", "IDLE", "IDLE");
        assertThat(run("REFRESH MATERIALIZED VIEW sums FULL"))
                .containsExactly("sums.sums COMPLETED 1");
        assertThat(rows("SHOW FLOWS IN odds").get(0)).startsWith("odds,fill,APPEND,false");
    }

    @Test
    void aTableMayWaitForItsFlowsAsStatementsOfAFileDo() {
        source("late", 7);
        assertThat(run("CREATE STREAMING TABLE waits")).containsExactly("waits DEFINED");
        assertThat(rows("SHOW STREAMING TABLES")).anyMatch(row -> row.startsWith("stm,waits,0"));
        assertThat(run("CREATE FLOW f AS INSERT INTO waits BY NAME SELECT a FROM STREAM late"))
                .containsExactly("waits.f COMPLETED 1");
        assertThat(run("CREATE FLOW g AS INSERT ONCE INTO waits BY NAME SELECT 8 AS a"))
                .containsExactlyInAnyOrder("waits.f IDLE", "waits.g COMPLETED 1");
        assertThat(rows("SELECT a FROM waits ORDER BY a")).containsExactly("7", "8");
        assertThat(rows("DESCRIBE FLOW f")).contains("flow,f", "kind,APPEND");
        assertThat(rows("DROP FLOW waits.g")).containsExactly("g,FLOW,DROPPED");
        assertThat(run("REFRESH STREAMING TABLE waits")).containsExactly("waits.f IDLE");
    }

    @Test
    void autoCdcKeepsTheLatestRow() {
        session.sql("CREATE TABLE events (k INT, v STRING, s INT) USING delta");
        session.sql("INSERT INTO events VALUES (1, 'a', 1), (1, 'b', 2), (2, 'c', 1)");
        run("CREATE STREAMING TABLE latest");
        assertThat(
                        run(
                                "CREATE FLOW cdc AS AUTO CDC INTO latest FROM STREAM events KEYS (k)"
                                        + " SEQUENCE BY s COLUMNS * EXCEPT (s)"))
                .hasSize(1);
        assertThat(rows("SELECT * FROM latest ORDER BY k")).containsExactly("1,b", "2,c");
        assertThat(run("REFRESH latest FULL")).hasSize(1);
        assertThat(rows("SELECT * FROM latest ORDER BY k")).containsExactly("1,b", "2,c");
        assertThat(rows("DROP TABLE latest")).containsExactly("latest,STREAMING_TABLE,DROPPED");
        assertThat(session.catalog().tableExists("stm.latest")).isFalse();
    }

    @Test
    void aSinkWaitsForItsFirstFlow(@TempDir Path folder) {
        source("to_sink", 1, 2);
        Path out = folder.resolve("out");
        assertThat(run("CREATE SINK files USING json OPTIONS (path '" + out + "')"))
                .containsExactly("files DEFINED");
        assertThatThrownBy(() -> session.sql("REFRESH files"))
                .hasMessageContaining("has no flow yet");
        assertThat(run("CREATE FLOW out AS INSERT INTO files BY NAME SELECT a FROM STREAM to_sink"))
                .hasSize(1);
        assertThat(session.read().json(out.toString()).count()).isEqualTo(2);
        assertThat(rows("DROP SINK files")).containsExactly("files,SINK,DROPPED");
        assertThatThrownBy(() -> session.sql("DROP SINK files"))
                .hasMessageContaining("MILLRACE_DATASET_UNKNOWN");
        assertThat(out).exists();
    }

    @Test
    void errorsShowTheTextWithACaretAndLeaveTheSessionUsable() {
        assertThatThrownBy(() -> session.sql("CREATE STREAMING TABLE t AS\nSELEC 1"))
                .isInstanceOf(AnalysisException.class)
                .hasMessageContaining("statement:2:1")
                .hasMessageContaining("^^^^^");
        assertThatThrownBy(
                        () -> session.sql("CREATE MATERIALIZED VIEW t AS SELECT nothing FROM raw"))
                .isInstanceOf(AnalysisException.class)
                .hasMessageContaining("SELECT nothing FROM raw")
                .hasMessageContaining("^^^^^^^")
                .satisfies(
                        e ->
                                assertThat(((SparkThrowable) e).getCondition())
                                        .startsWith("UNRESOLVED_COLUMN"));
        assertThatThrownBy(
                        () ->
                                session.sql(
                                        "CREATE MATERIALIZED VIEW failing AS SELECT CAST(raise_error('no') AS INT) AS a FROM raw"))
                .isInstanceOf(AnalysisException.class)
                .hasMessageContaining("flow `failing`");
        assertThatThrownBy(() -> session.sql("REFRESH STREAMING TABLE nowhere"))
                .isInstanceOf(AnalysisException.class)
                .hasMessageContaining("MILLRACE_DATASET_UNKNOWN");
        assertThat(rows("SELECT 1")).containsExactly("1");
        assertThat(rows("SHOW MATERIALIZED VIEWS")).noneMatch(row -> row.startsWith("stm,t,"));
    }

    @Test
    void temporaryViewsOfTheSessionGoIntoTheDefinition() {
        source("viewed", 1, 2, 3);
        session.sql("CREATE TEMPORARY VIEW big AS SELECT a FROM viewed WHERE a > 1");
        assertThat(run("CREATE MATERIALIZED VIEW bigs AS SELECT count(*) AS n FROM big"))
                .containsExactly("bigs.bigs COMPLETED 1");
        session.sql("INSERT INTO viewed VALUES (9)");
        SparkSession other = session.newSession();
        other.sql("USE stm");
        run(other, "REFRESH MATERIALIZED VIEW bigs");
        assertThat(rows(other, "SELECT n FROM bigs")).containsExactly("3");
    }

    @Test
    void parametersOfTheClientStandInTheText() {
        source("params", 1, 2, 3);
        session.sql(
                        "CREATE MATERIALIZED VIEW named AS SELECT :label AS label, count(*) AS n FROM"
                                + " params WHERE a > :least",
                        Map.of("label", "x'y", "least", 1))
                .collectAsList();
        assertThat(rows("SELECT * FROM named")).containsExactly("x'y,2");
        session.sql(
                        "CREATE MATERIALIZED VIEW positional AS SELECT count(*) AS n FROM params WHERE"
                                + " a > ? AND a < ?",
                        new Object[] {0, 3})
                .collectAsList();
        assertThat(rows("SELECT * FROM positional")).containsExactly("2");
        assertThat(rows("REFRESH MATERIALIZED VIEW positional")).hasSize(1);
        assertThat(session.sql("SELECT :x + 1", Map.of("x", 1)).collectAsList().get(0).getInt(0))
                .isEqualTo(2);
    }

    @Test
    void alterChangesTheDefinitionAndTheTable() {
        source("altered", 1);
        run("CREATE STREAMING TABLE alt (a INT) AS SELECT a FROM STREAM altered");
        assertThat(rows("ALTER STREAMING TABLE alt SET TBLPROPERTIES ('quality' = 'gold')"))
                .containsExactly("alt,STREAMING_TABLE,ALTERED");
        rows("ALTER STREAMING TABLE alt ALTER COLUMN a COMMENT 'the a'");
        assertThat(rows("SHOW TBLPROPERTIES alt ('quality')")).containsExactly("quality,gold");
        assertThat(run("REFRESH alt")).containsExactly("alt.alt IDLE");
        assertThat(rows("SHOW TBLPROPERTIES alt ('quality')")).containsExactly("quality,gold");
        assertThat(rows("DESCRIBE TABLE alt").get(0)).isEqualTo("a,int,the a");
        assertThatThrownBy(() -> session.sql("ALTER STREAMING TABLE alt OWNER TO bob"))
                .hasMessageContaining("MILLRACE_STATEMENT_NOT_POSSIBLE");
    }

    @Test
    void droppedIsGoneAndMayComeAgain() {
        source("gone", 1);
        run("CREATE STREAMING TABLE d AS SELECT a FROM STREAM gone");
        assertThat(rows("DROP TABLE IF EXISTS d")).containsExactly("d,STREAMING_TABLE,DROPPED");
        assertThat(session.catalog().tableExists("stm.d")).isFalse();
        assertThat(rows("DROP TABLE IF EXISTS d")).isEmpty();
        assertThat(run("CREATE STREAMING TABLE d AS SELECT a FROM STREAM gone"))
                .containsExactly("d.d COMPLETED 1");
        // Dropped behind our back, with its schema for example.
        SparkSession raw = session.newSession();
        raw.conf().set("spark.millrace.parser.enabled", "false");
        raw.sql("DROP TABLE stm.d");
        assertThat(run("CREATE OR REFRESH STREAMING TABLE d AS SELECT a FROM STREAM gone"))
                .containsExactly("d.d COMPLETED 1");
    }

    @Test
    void explainSaysWhatWouldHappen() {
        assertThat(
                        String.join(
                                "\n",
                                rows(
                                        "EXPLAIN CREATE MATERIALIZED VIEW ex AS SELECT count(*) AS n FROM raw")))
                .contains("materialized view ex: new", "COMPLETE_RECOMPUTE");
        assertThat(session.catalog().tableExists("stm.ex")).isFalse();
    }

    @Test
    void pipelinesOfFilesRunInTheSession(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("shop.sql");
        Files.writeString(
                file,
                "USE SCHEMA stm;\nCREATE MATERIALIZED VIEW from_file AS SELECT :n AS n FROM raw LIMIT 1;\n");
        assertThat(rows("VALIDATE PIPELINE '" + file + "' PARAMETERS (n = 'x')").get(0))
                .startsWith("OK,");
        assertThat(rows("VALIDATE PIPELINE '" + file + "'").get(0))
                .startsWith("ERROR,MILLRACE_UNKNOWN_PARAMETER," + file + ",2,");
        assertThat(run("RUN PIPELINE '" + file + "' FULL REFRESH PARAMETERS (n = 'x')"))
                .containsExactly("spark_catalog.stm.from_file.from_file COMPLETED 1");
        String id = rows("START PIPELINE '" + file + "' PARAMETERS (n = 'x')").get(0).split(",")[0];
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (rows("SHOW PIPELINE UPDATES").stream()
                .noneMatch(row -> row.startsWith(id + ",shop,COMPLETED"))) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    @Test
    void pipelinesOfBundlesRunInTheSession(@TempDir Path folder) throws Exception {
        Files.writeString(
                folder.resolve("databricks.yml"),
                """
                bundle: {name: shop}
                variables:
                  catalog: {default: nowhere}
                  owner: {}
                targets:
                  dev: {default: true}
                  prod: {variables: {owner: ops}}
                resources:
                  pipelines:
                    day: &day
                      name: each day
                      catalog: ${var.catalog}
                      schema: stm
                      libraries: [{file: {path: bundled.sql}}]
                      configuration:
                        who: ${var.owner} in ${bundle.target}
                        user: ${workspace.current_user.userName}
                    night: *day
                """);
        Files.writeString(
                folder.resolve("bundled.sql"),
                "CREATE MATERIALIZED VIEW bundled AS SELECT '${who}' AS who, '${user}' AS user;");
        String of = " PIPELINE '" + folder + "' ";

        assertThat(rows("VALIDATE" + of + "VARIABLES (owner = 'ann')").get(0))
                .startsWith("ERROR,MILLRACE_PIPELINE_NOT_CHOSEN,")
                .contains("2 pipelines: day, night");
        assertThat(rows("VALIDATE" + of + "PIPELINE 'day'").get(0))
                .startsWith("ERROR,MILLRACE_BUNDLE_REFERENCE,")
                .contains("--var owner=VALUE");
        assertThatThrownBy(
                        () ->
                                run(
                                        "RUN"
                                                + of
                                                + "PIPELINE 'day' VARIABLES (owner = 'a', ower = 'b')"))
                .hasMessageContaining("ower");
        String values =
                "VARIABLES (catalog = 'spark_catalog', owner = 'ann',"
                        + " workspace.current_user.userName = 'jane')";
        assertThat(run("RUN" + of + "PIPELINE 'each day' " + values + " TARGET 'dev'"))
                .containsExactly("bundled.bundled COMPLETED 1");
        assertThat(rows("SELECT * FROM bundled")).containsExactly("ann in dev,jane");
    }

    @Test
    void statusIsAllGood() {
        assertThat(rows("SHOW MILLRACE STATUS"))
                .anyMatch(row -> row.contains("StatementParser"))
                .noneMatch(row -> row.contains(",ERROR,"));
    }

    @Test
    void refreshesInTheBackgroundAreListedAndStopped() throws Exception {
        source("bg", 1);
        run("CREATE STREAMING TABLE background AS SELECT a FROM STREAM bg");
        String id = rows("REFRESH STREAMING TABLE background ASYNC").get(0).split(",")[0];
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (rows("SHOW PIPELINE UPDATES").stream()
                .noneMatch(row -> row.startsWith(id) && row.contains(",COMPLETED,"))) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(50);
        }
        assertThatThrownBy(() -> session.sql("STOP PIPELINE '" + id + "'"))
                .hasMessageContaining("no update runs under");
    }

    @Test
    void sessionsDoNotDisturbEachOtherAndALongStatementIsCanceled() throws Exception {
        source("beside", 1);
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread client =
                new Thread(
                        () -> {
                            try {
                                session.sql(
                                        "CREATE MATERIALIZED VIEW long AS SELECT java_method("
                                                + "'java.lang.Thread', 'sleep', 600000L) AS s FROM beside");
                            } catch (Throwable e) {
                                end.set(e);
                            }
                        });
        client.start();
        SparkSession other = session.newSession();
        other.sql("USE stm");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (rows(other, "SHOW MATERIALIZED VIEWS").stream()
                .noneMatch(row -> row.startsWith("stm,long,"))) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(50);
        }
        assertThat(run(other, "CREATE STREAMING TABLE short AS SELECT a FROM STREAM beside"))
                .containsExactly("short.short COMPLETED 1");
        assertThatThrownBy(() -> other.sql("REFRESH MATERIALIZED VIEW long"))
                .hasMessageContaining("MILLRACE_PIPELINE_BUSY")
                .hasMessageContaining("spark_catalog.stm.long");
        assertThatThrownBy(() -> other.sql("DROP MATERIALIZED VIEW long"))
                .hasMessageContaining("MILLRACE_PIPELINE_BUSY");
        client.interrupt();
        client.join(TimeUnit.SECONDS.toMillis(120));
        assertThat(end.get()).hasMessageContaining("MILLRACE_UPDATE_CANCELED");
        assertThat(rows(other, "DROP MATERIALIZED VIEW long"))
                .containsExactly("long,MATERIALIZED_VIEW,DROPPED");
        assertThat(rows("SELECT a FROM short")).containsExactly("1");
    }

    @Test
    void plainQueriesReadFilesAndEvents(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("a.csv"), "n,m\n1,x\n2,y\n");
        String files = "read_files('" + folder + "', format => 'csv', header => true)";
        assertThat(rows("SELECT sum(n) FROM " + files + " f WHERE f.m <> 'z'"))
                .containsExactly("3");
        session.sql("CREATE OR REPLACE TEMPORARY VIEW from_files AS SELECT n FROM " + files);
        assertThat(rows("SELECT count(*) FROM from_files")).containsExactly("2");
        assertThat(run("CREATE MATERIALIZED VIEW filed AS SELECT count(*) AS c FROM from_files"))
                .containsExactly("filed.filed COMPLETED 1");
        assertThat(run("CREATE TEMPORARY VIEW streamed AS SELECT n FROM STREAM " + files))
                .containsExactly("streamed DEFINED");
        assertThat(run("CREATE STREAMING TABLE taken AS SELECT * FROM STREAM streamed"))
                .containsExactly("taken.taken COMPLETED 2");
        String events = " WHERE event_type = 'flow_progress' AND message LIKE '%COMPLETED%'";
        assertThat(rows("SELECT count(*) FROM event_log(TABLE(taken))" + events))
                .containsExactly("1");
        assertThat(rows("SELECT count(*) FROM event_log('spark_catalog.stm.filed')" + events))
                .containsExactly("1");
        assertThatThrownBy(() -> session.sql("SELECT * FROM event_log()"))
                .isInstanceOf(AnalysisException.class)
                .hasMessageContaining("MILLRACE_EVENT_LOG_UNAVAILABLE")
                .hasMessageContaining("event_log(TABLE(t))");
        assertThatThrownBy(() -> session.sql("SELECT * FROM event_log('nothing')"))
                .hasMessageContaining("no events of a pipeline `nothing`");
        assertThatThrownBy(() -> session.sql("SELECT * FROM event_log(TABLE(raw))"))
                .hasMessageContaining("no session has defined `spark_catalog.stm.raw`");
        assertThatThrownBy(() -> session.sql("SELECT *\nFROM " + files.replace("format", "formt")))
                .isInstanceOf(AnalysisException.class)
                .hasMessageContaining("did you mean `format`?")
                .hasMessageContaining("line 2 pos 5");
        assertThatThrownBy(() -> session.sql("SELECT * FROM STREAM " + files))
                .hasMessageContaining("MILLRACE_STATEMENT_NOT_POSSIBLE")
                .hasMessageContaining("leave out STREAM");
    }

    @Test
    void switchedOffAllGoesToSpark() {
        SparkSession off = session.newSession();
        off.conf().set("spark.millrace.parser.enabled", "false");
        assertThatThrownBy(() -> off.sql("CREATE STREAMING TABLE t AS SELECT 1 AS a"))
                .hasMessageContaining("UNSUPPORTED_FEATURE");
    }
}
