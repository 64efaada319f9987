/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.spark.FlowError;
import io.millrace.spark.FlowResult;
import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.UpdateStatus;
import io.millrace.spark.session.WarehouseTables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What happens to AUTO CDC targets when something around them changes. */
class CdcSurroundingsTest {

    private static final String FLOW =
            """
            CREATE OR REFRESH STREAMING TABLE dim;
            CREATE FLOW f AS AUTO CDC INTO dim FROM %s KEYS (%s) APPLY AS DELETE WHEN op = 'D'
              SEQUENCE BY s COLUMNS * EXCEPT (s, op) STORED AS SCD TYPE %d;
            """;

    @TempDir Path storage;

    private SqlPipeline pipeline;

    @BeforeEach
    void newPipeline() {
        pipeline =
                new SqlPipeline(storage)
                        .source("src", "k INT, part STRING, v INT, s INT, op STRING");
        pipeline.define(FLOW.formatted("STREAM src", "k", 1));
    }

    private static UpdateRequest fullRefresh() {
        return new UpdateRequest(List.of(), List.of("dim"), false, List.of(), false, 16, 0);
    }

    private FlowError failure() {
        UpdateResult result = pipeline.update(UpdateRequest.refreshAll());
        assertThat(result.status()).isEqualTo(UpdateStatus.FAILED);
        return result.flows().get(0).error().orElseThrow();
    }

    @Test
    void aNullInAPartOfTheKeyIsAnErrorThatNamesTheColumn() {
        pipeline.define(FLOW.formatted("STREAM src", "k, part", 1));
        pipeline.append("(1, null, 7, 1, 'U')");

        FlowError error = failure();

        assertThat(error.code()).isEqualTo("MILLRACE_CDC_NULL_KEY_OR_SEQUENCE");
        assertThat(error.message()).contains("part");
        assertThat(pipeline.query("SELECT * FROM $.dim")).isEmpty();
    }

    @Test
    void aTypeThatDoesNotGrowIsRefusedAndNothingBecomesNull() {
        pipeline.feed("(1, 'a', 7, 1, 'U')");
        pipeline.define(
                FLOW.formatted(
                        "(SELECT k, part, concat('x', v) AS v, s, op FROM STREAM src)", "k", 1));
        pipeline.append("(1, 'a', 8, 2, 'U')");

        assertThatThrownBy(() -> pipeline.run())
                .hasMessageContaining("MILLRACE_CDC_COLUMN_TYPE_CHANGED")
                .hasMessageContaining("INT")
                .hasMessageContaining("STRING");

        assertThat(pipeline.query("SELECT * FROM $.dim")).containsExactly("1,a,7");

        // Neither type holds the values of the other; a third one holds both.
        pipeline.define(
                FLOW.formatted(
                        "(SELECT k, part, CAST(v + 0.5 AS DECIMAL(4, 2)) AS v, s, op"
                                + " FROM STREAM src)",
                        "k",
                        1));
        pipeline.run();

        assertThat(pipeline.query("SELECT *, typeof(v) FROM $.dim"))
                .containsExactly("1,a,8.50,decimal(12,2)");
    }

    @Test
    void theChangeFeedOfATableKeepsACopyOfIt() {
        pipeline.query(
                "CREATE TABLE $.origin (k INT, v STRING) USING delta TBLPROPERTIES"
                        + " ('delta.enableChangeDataFeed' = 'true')");
        pipeline.define(
                """
                CREATE OR REFRESH STREAMING TABLE copy;
                CREATE FLOW f AS AUTO CDC INTO copy FROM STREAM origin WITH (readChangeFeed = true)
                  KEYS (k) APPLY AS DELETE WHEN _change_type = 'delete' SEQUENCE BY _commit_version
                  COLUMNS * EXCEPT (_change_type, _commit_version, _commit_timestamp);
                """);
        for (String change :
                List.of(
                        "INSERT INTO $.origin VALUES (1, 'a'), (2, 'x'), (3, 'y')",
                        "UPDATE $.origin SET v = concat(v, '+') WHERE k < 3",
                        "DELETE FROM $.origin WHERE k = 2",
                        "INSERT INTO $.origin VALUES (2, 'again')",
                        "MERGE INTO $.origin USING (SELECT 3 AS k) AS m ON origin.k = m.k"
                                + " WHEN MATCHED THEN UPDATE SET v = 'm'")) {
            pipeline.query(change);
            pipeline.run();
            assertThat(pipeline.query("SELECT * FROM $.copy ORDER BY k"))
                    .isEqualTo(pipeline.query("SELECT * FROM $.origin ORDER BY k"));
        }
    }

    @Test
    void theChangesOfAHistoryAreThoseOfItsRows() {
        pipeline.define(
                FLOW.formatted("STREAM src", "k", 2)
                        + """
                        CREATE OR REFRESH STREAMING TABLE changes AS
                          SELECT k, v, __START_AT, __END_AT, _change_type, _commit_version
                          FROM STREAM dim WITH (readChangeFeed = true);
                        """);
        for (String values :
                List.of(
                        "(1, 'a', 1, 10, 'U'), (2, 'a', 1, 10, 'U')",
                        "(1, 'a', 3, 30, 'U'), (3, 'a', null, 5, 'D')",
                        "(1, 'a', 2, 20, 'U')",
                        "(2, 'a', null, 40, 'D')")) {
            pipeline.feed(values);
            assertThat(replayed()).isEqualTo(visible());
        }
        assertThat(pipeline.query("SELECT DISTINCT _change_type FROM $.changes ORDER BY 1"))
                .containsExactly("delete", "insert");
    }

    /** More events than the driver works on, so that they are written as they come. */
    @ParameterizedTest
    @CsvSource({"1, 59999, 60000", "2, 60001, 60002"})
    void aLargeFirstLoadIsFoldedWhereKeysRepeat(int type, long rows, long points) {
        pipeline.define(
                FLOW.formatted("STREAM src", "k", type)
                        + """
                        CREATE OR REFRESH STREAMING TABLE changes AS
                          SELECT k, v, _change_type FROM STREAM dim WITH (readChangeFeed = true);
                        """);
        pipeline.query(
                "INSERT INTO $.src SELECT /*+ REPARTITION(3) */ id, 'a', id, 1, 'U'"
                        + " FROM range(60000)");
        pipeline.append("(7, 'a', -1, 2, 'U'), (8, 'a', null, 2, 'D')");

        List<FlowResult> flows = pipeline.complete(UpdateRequest.refreshAll());

        String visible = "count(*), count(DISTINCT k), sum(v) FILTER (WHERE k IN (7, 8))";
        assertThat(pipeline.query("SELECT " + visible + " FROM $.dim"))
                .isEqualTo(pipeline.query("SELECT " + visible + " FROM $.changes"))
                .hasSize(1)
                .allMatch(row -> row.startsWith(rows + ","));
        assertThat(pipeline.query("SELECT DISTINCT _change_type FROM $.changes"))
                .containsExactly("insert");
        assertThat(pipeline.query("SELECT v FROM $.dim WHERE k = 7 ORDER BY v DESC LIMIT 1"))
                .containsExactly(type == 1 ? "-1" : "7");
        String stored =
                "SELECT count(*) FROM delta.`%s/%s.db/__millrace_cdc/dim`"
                        .formatted(SharedSparkSession.warehouse(), pipeline.schema());
        assertThat(pipeline.query(stored)).containsExactly(Long.toString(points));
        assertThat(flows.get(0).upsertedRows()).hasValue(rows);
    }

    private List<String> visible() {
        return pipeline.query(
                "SELECT k, v, __START_AT, __END_AT FROM $.dim ORDER BY k, __START_AT");
    }

    /** The rows that are left when each change is done. */
    private List<String> replayed() {
        return pipeline.query(
                """
                SELECT k, v, __START_AT, __END_AT FROM $.changes GROUP BY ALL
                HAVING sum(CASE _change_type WHEN 'insert' THEN 1 ELSE -1 END) = 1
                ORDER BY k, __START_AT
                """);
    }

    @Test
    void whatSomeoneTookFromTheStoredTableIsNoticedBeforeAnythingIsWritten() {
        pipeline.feed("(1, 'a', 7, 10, 'U'), (2, 'a', 1, 10, 'U')");
        pipeline.feed("(1, null, null, 20, 'D')");
        String stored =
                "delta.`%s/%s.db/__millrace_cdc/dim`"
                        .formatted(SharedSparkSession.warehouse(), pipeline.schema());
        pipeline.query("DELETE FROM " + stored + " WHERE k = 1");
        pipeline.append("(1, 'a', 9, 15, 'U')");

        assertThatThrownBy(() -> pipeline.run()).hasMessageContaining("MILLRACE_CDC_STATE_LOST");

        assertThat(pipeline.query("SELECT * FROM $.dim")).containsExactly("2,a,1");
        pipeline.complete(fullRefresh());
        assertThat(pipeline.query("SELECT * FROM $.dim")).containsExactly("2,a,1");
    }

    @Test
    void aTableThatHasTheNameOfTheTargetIsLeftAlone() {
        pipeline.query("CREATE TABLE $.dim USING delta AS SELECT 'mine' AS x");
        pipeline.append("(1, 'a', 7, 10, 'U')");

        assertThatThrownBy(() -> pipeline.run()).hasMessageContaining("MILLRACE_TABLE_NOT_OURS");

        assertThat(pipeline.query("SELECT * FROM $.dim")).containsExactly("mine");
        assertThat(storedTables()).doesNotExist();
    }

    @Test
    void aTargetOfAppendsBecomesOneOfChangesOnlyWhenItIsDroppedAndRefreshed() {
        String append =
                """
                CREATE OR REFRESH STREAMING TABLE dim;
                CREATE FLOW f AS INSERT INTO dim BY NAME SELECT k, part, v FROM STREAM src;
                """;
        pipeline.define(append);
        pipeline.feed("(1, 'a', 7, 1, 'U'), (1, 'a', 8, 2, 'U')");

        pipeline.define(FLOW.formatted("STREAM src", "k", 1));
        assertThatThrownBy(() -> pipeline.run())
                .hasMessageContaining("there is a table `dim` in the catalog that is not a target");
        assertThat(pipeline.query("SELECT v FROM $.dim ORDER BY v")).containsExactly("7", "8");
        pipeline.query("DROP TABLE $.dim");
        pipeline.complete(fullRefresh());
        assertThat(pipeline.query("SELECT v FROM $.dim")).containsExactly("8");

        pipeline.define(append);
        assertThatThrownBy(() -> pipeline.run())
                .hasMessageContaining("there is a view or table `dim` in the catalog");
        assertThat(pipeline.query("SELECT v FROM $.dim")).containsExactly("8");
        pipeline.query("DROP VIEW $.dim");
        pipeline.complete(fullRefresh());
        assertThat(pipeline.query("SELECT v FROM $.dim ORDER BY v")).containsExactly("7", "8");
        assertThat(storedTables()).isEmptyDirectory();
    }

    @Test
    void aTargetWhoseViewIsDroppedIsNotShownByTheNextSession() {
        pipeline.feed("(1, 'a', 7, 10, 'U')");
        pipeline.query("DROP VIEW $.dim");

        WarehouseTables.register(SharedSparkSession.get());

        assertThat(pipeline.query("SHOW TABLES IN $ LIKE 'dim'")).isEmpty();
        pipeline.complete(fullRefresh());
        assertThat(pipeline.query("SELECT * FROM $.dim")).containsExactly("1,a,7");
    }

    @Test
    void aTableThatHasTakenTheNameOfATargetIsWhatTheNextSessionShows() throws Exception {
        pipeline.feed("(1, 'a', 7, 10, 'U')");
        Path stored = storedTables().resolve("dim");
        Path kept = storedTables().resolve("_kept");
        Files.move(stored, kept);
        pipeline.query("DROP VIEW $.dim");
        Files.move(kept, stored);
        pipeline.query("CREATE TABLE $.dim USING delta AS SELECT 'mine' AS x");

        WarehouseTables.register(SharedSparkSession.get());

        assertThat(pipeline.query("SELECT * FROM $.dim")).containsExactly("mine");
    }

    private Path storedTables() {
        return SharedSparkSession.home()
                .resolve("warehouse/%s.db/__millrace_cdc".formatted(pipeline.schema()));
    }
}
