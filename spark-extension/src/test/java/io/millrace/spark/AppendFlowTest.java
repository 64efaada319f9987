/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static io.millrace.spark.TestPipeline.batch;
import static io.millrace.spark.TestPipeline.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.TestPipeline.Options;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AppendFlowTest {

    @TempDir Path storage;

    private TestPipeline pipeline;

    @BeforeEach
    void newPipeline() {
        pipeline = new TestPipeline(storage);
        pipeline.sql("CREATE TABLE src (id INT, v STRING) USING delta");
    }

    private static void assertCompleted(UpdateResult result) {
        assertThat(result.flows()).allSatisfy(flow -> assertThat(flow.error()).isEmpty());
        assertThat(result.status()).isEqualTo(UpdateStatus.COMPLETED);
    }

    @Test
    void severalFlowsFillOneTableAndEachGoesOnFromItsOwnCheckpoint() {
        pipeline.sql("CREATE TABLE other (id INT, v STRING) USING delta");
        pipeline.sql("INSERT INTO src VALUES (1, 'a')", "INSERT INTO other VALUES (10, 'x')");
        pipeline.streamingTable("t")
                .flow("f", "t", FlowKind.APPEND, "SELECT * FROM STREAM src", stream("src"))
                .flow("g", "t", FlowKind.APPEND, "SELECT * FROM STREAM other", stream("other"));
        assertCompleted(pipeline.run());
        pipeline.sql("INSERT INTO other VALUES (11, 'y')");

        UpdateResult second = pipeline.run();

        assertThat(second.flows())
                .extracting(FlowResult::status)
                .containsExactly(FlowStatus.IDLE, FlowStatus.COMPLETED);
        assertThat(pipeline.rows("SELECT * FROM t ORDER BY id"))
                .containsExactly("[1,a]", "[10,x]", "[11,y]");
    }

    @Test
    void aFlowThatWasRemovedAndPutBackGoesOnFromItsCheckpoint() {
        pipeline.sql("INSERT INTO src VALUES (1, 'a')");
        pipeline.streamingTable("t")
                .flow("f", "t", FlowKind.APPEND, "SELECT * FROM STREAM src", stream("src"))
                .flow(
                        "g",
                        "t",
                        FlowKind.APPEND,
                        "SELECT id, 'g' AS v FROM STREAM src",
                        stream("src"));
        assertCompleted(pipeline.run());
        pipeline.edit()
                .streamingTable("t")
                .flow("f", "t", FlowKind.APPEND, "SELECT * FROM STREAM src", stream("src"));
        pipeline.sql("INSERT INTO src VALUES (2, 'b')");
        assertCompleted(pipeline.run());
        pipeline.flow(
                "g", "t", FlowKind.APPEND, "SELECT id, 'g' AS v FROM STREAM src", stream("src"));

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT * FROM t ORDER BY id, v"))
                .containsExactly("[1,a]", "[1,g]", "[2,b]", "[2,g]");
    }

    @Test
    void aOnceFlowRunsOnceUntilAFullRefresh() {
        pipeline.sql("INSERT INTO src VALUES (1, 'a'), (2, 'b'), (3, 'c')");
        pipeline.streamingTable("t")
                .flow("h", "t", FlowKind.ONCE, "SELECT * FROM src", batch("src"));
        UpdateResult first = pipeline.run();
        assertCompleted(first);
        assertThat(first.flows().get(0).outputRows()).hasValue(3L);
        pipeline.sql("INSERT INTO src VALUES (4, 'd'), (5, 'e')");
        UpdateResult second = pipeline.run();
        assertThat(second.flows().get(0).status()).isEqualTo(FlowStatus.IDLE);
        assertThat(pipeline.rows("SELECT count(*) FROM t")).containsExactly("[3]");

        pipeline.run(fullRefresh("t"));

        assertThat(pipeline.rows("SELECT count(*) FROM t")).containsExactly("[5]");
        assertThat(pipeline.run().flows().get(0).status()).isEqualTo(FlowStatus.IDLE);
    }

    @Test
    void warnsWhenTheQueryOfAOnceFlowHasChangedSinceItRan() {
        List<String> warnings = new ArrayList<>();
        pipeline.listener(
                new UpdateListener() {
                    @Override
                    public void warning(String message) {
                        warnings.add(message);
                    }
                });
        pipeline.sql("INSERT INTO src VALUES (1, 'a'), (2, 'b')");
        once("SELECT * FROM src");
        assertCompleted(pipeline.run());
        once("SELECT *  -- everything\nFROM src");
        assertCompleted(pipeline.run());
        assertThat(warnings).isEmpty();

        once("SELECT * FROM src WHERE id > 1");
        assertThat(pipeline.run().flows().get(0).status()).isEqualTo(FlowStatus.IDLE);
        assertThat(pipeline.run().flows().get(0).status()).isEqualTo(FlowStatus.IDLE);

        assertThat(warnings)
                .hasSize(2)
                .allSatisfy(
                        warning ->
                                assertThat(warning)
                                        .isEqualTo(
                                                "the query of the ONCE flow `h` has changed since"
                                                        + " it ran, and is not run again; --full-refresh"
                                                        + " t loads the table anew, --reset-checkpoint h"
                                                        + " adds the rows of the new query to those of"
                                                        + " the old one"));
        assertThat(pipeline.rows("SELECT count(*) FROM t")).containsExactly("[2]");

        pipeline.run(fullRefresh("t"));
        pipeline.run();

        assertThat(warnings).hasSize(2);
        assertThat(pipeline.rows("SELECT count(*) FROM t")).containsExactly("[1]");
    }

    private void once(String sql) {
        pipeline.edit().streamingTable("t").flow("h", "t", FlowKind.ONCE, sql, batch("src"));
    }

    static UpdateRequest fullRefresh(String... names) {
        return new UpdateRequest(List.of(), List.of(names), false, List.of(), false, 16, 0);
    }

    static UpdateRequest refresh(String... names) {
        return new UpdateRequest(List.of(names), List.of(), false, List.of(), false, 16, 0);
    }

    @Test
    void anUpdateThatIsInterruptedInTheMiddleIsFinishedByTheNext() {
        for (int i = 0; i < 6; i++) {
            pipeline.sql("INSERT INTO src VALUES (%d, 'v')".formatted(i));
        }
        pipeline.streamingTable(
                        "t",
                        "SELECT * FROM STREAM src WITH (maxFilesPerTrigger = 1)",
                        stream("src"))
                .materializedView("m", "SELECT count(*) AS n FROM t", batch("t"));
        Thread update = Thread.currentThread();
        pipeline.listener(
                new UpdateListener() {
                    @Override
                    public void flowChanged(FlowResult flow) {
                        if (flow.status() == FlowStatus.RUNNING) {
                            update.interrupt();
                        }
                    }
                });

        UpdateResult interrupted = pipeline.run();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(interrupted.status()).isEqualTo(UpdateStatus.CANCELED);
        assertThat(interrupted.flows())
                .extracting(FlowResult::status)
                .containsOnly(FlowStatus.STOPPED);
        pipeline.listener(UpdateListener.NONE);
        assertCompleted(pipeline.run());
        assertThat(pipeline.rows("SELECT count(*), count(DISTINCT id), (SELECT n FROM m) FROM t"))
                .containsExactly("[6,6,6]");
    }

    @Test
    void anUpdateThatIsInterruptedBeforeItBeginsWritesNothing() {
        pipeline.sql("INSERT INTO src VALUES (1, 'v')");
        pipeline.streamingTable("t", "SELECT * FROM STREAM src", stream("src"));
        Thread.currentThread().interrupt();
        UpdateResult interrupted = pipeline.run();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(interrupted.status()).isEqualTo(UpdateStatus.CANCELED);
        assertThat(interrupted.flows()).isEmpty();
        assertCompleted(pipeline.run());
    }

    @Test
    void typesInsideOfStructsArraysAndMapsAreWidened() {
        pipeline.sql("INSERT INTO src VALUES (1, 'a')");
        nested("INT", "FLOAT");
        assertCompleted(pipeline.run());
        pipeline.sql("INSERT INTO src VALUES (2, 'b')");

        nested("BIGINT", "DOUBLE");
        assertCompleted(pipeline.run());

        assertThat(TestPipeline.session().table(pipeline.schema() + ".t").schema().toDDL())
                .isEqualTo("id INT,s STRUCT<a: BIGINT, l: ARRAY<BIGINT>, m: MAP<STRING, DOUBLE>>");
        assertThat(pipeline.rows("SELECT id, s.a, s.l[0], s.m['k'] FROM t ORDER BY id"))
                .containsExactly("[1,1,1,1.0]", "[2,2,2,2.0]");
    }

    @Test
    void aNarrowerTypeInsideOfAStructIsTakenAsItIs() {
        pipeline.sql("INSERT INTO src VALUES (1, 'a')");
        nested("BIGINT", "DOUBLE");
        assertCompleted(pipeline.run());
        pipeline.sql("INSERT INTO src VALUES (2, 'b')");

        nested("INT", "FLOAT");
        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT id, s.a, s.l[0], s.m['k'] FROM t ORDER BY id"))
                .containsExactly("[1,1,1,1.0]", "[2,2,2,2.0]");
    }

    @Test
    void aTypeInsideOfAStructThatWouldLoseValuesIsRefused() {
        pipeline.sql("INSERT INTO src VALUES (1, 'a')");
        nested("BIGINT", "DOUBLE");
        assertCompleted(pipeline.run());

        nested("STRING", "DOUBLE");
        PipelineRejectedException rejected =
                catchThrowableOfType(PipelineRejectedException.class, pipeline::run);

        assertThat(rejected.diagnostics().get(0).code()).isEqualTo("MILLRACE_TYPE_CHANGED");
        assertThat(rejected.diagnostics().get(0).message()).contains("column `s`");
    }

    private void nested(String whole, String fraction) {
        pipeline.edit()
                .streamingTable(
                        "t",
                        ("SELECT id, named_struct('a', CAST(id AS %1$s), 'l',"
                                        + " array(CAST(id AS %1$s)), 'm', map('k', CAST(id AS"
                                        + " %2$s))) AS s FROM STREAM src")
                                .formatted(whole, fraction),
                        stream("src"));
    }

    /** Five flows begin at the same moment with a table that has no rows yet. */
    @Test
    void flowsThatStartTogetherOnAnEmptyTableLoseAndRepeatNothing() {
        pipeline.sql("INSERT INTO src VALUES (1, 'a'), (2, 'b')");
        for (int round = 0; round < 2; round++) {
            String table = "t" + round;
            pipeline.edit().streamingTable(table);
            for (int i = 0; i < 5; i++) {
                pipeline.flow(
                        "f" + i,
                        table,
                        FlowKind.APPEND,
                        "SELECT id, " + i + " AS f FROM STREAM src",
                        stream("src"));
            }
            pipeline.flow("once", table, FlowKind.ONCE, "SELECT id, 9 AS f FROM src", batch("src"));

            assertCompleted(pipeline.run(UpdateRequest.refreshAll().withNew(table)));

            assertThat(
                            pipeline.rows(
                                    "SELECT f, count(*), sum(id) FROM %s GROUP BY f ORDER BY f"
                                            .formatted(table)))
                    .as("round %d", round)
                    .containsExactly(
                            "[0,2,3]", "[1,2,3]", "[2,2,3]", "[3,2,3]", "[4,2,3]", "[9,2,3]");
            assertThat(
                            pipeline.rows("DESCRIBE HISTORY " + table).stream()
                                    .filter(row -> row.contains("CREATE TABLE")))
                    .hasSize(1);
        }
    }

    @Test
    void aTableThatAFlowHasWidenedIsStillReadAsAStream() {
        pipeline.sql("INSERT INTO src VALUES (1, 'a')");
        for (String type : new String[] {"INT", "BIGINT"}) {
            pipeline.edit()
                    .streamingTable("t")
                    .flow(
                            "f",
                            "t",
                            FlowKind.APPEND,
                            "SELECT CAST(id AS " + type + ") * 2 AS n FROM STREAM src",
                            stream("src"))
                    .streamingTable("next")
                    .flow("g", "next", FlowKind.APPEND, "SELECT * FROM STREAM t", stream("t"));
            assertCompleted(pipeline.run());
            pipeline.sql("INSERT INTO src VALUES (2000000000, 'b')");
        }

        assertThat(pipeline.rows("SELECT n, typeof(n) FROM next ORDER BY n"))
                .containsExactly("[2,bigint]", "[4000000000,bigint]");
    }

    @Test
    void matchesColumnsByNameAndNeverByPosition() {
        pipeline.sql(
                "CREATE TABLE wide (b STRING, A INT) USING delta",
                "INSERT INTO wide VALUES ('x', 1)");
        pipeline.dataset(
                        "t",
                        DatasetKind.STREAMING_TABLE,
                        Options.none().columns("a INT, b STRING, c DATE"))
                .flow("f", "t", FlowKind.APPEND, "SELECT b, A FROM STREAM wide", stream("wide"));

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT * FROM t")).containsExactly("[1,x,null]");
    }

    @Test
    void aDeclaredTableRefusesAColumnThatItDoesNotDeclare() {
        pipeline.dataset("t", DatasetKind.STREAMING_TABLE, Options.none().columns("id INT"))
                .flow("f", "t", FlowKind.APPEND, "SELECT id, v FROM STREAM src", stream("src"));

        PipelineRejectedException rejected =
                catchThrowableOfType(PipelineRejectedException.class, pipeline::run);

        assertThat(rejected.diagnostics()).hasSize(1);
        assertThat(rejected.diagnostics().get(0).code()).isEqualTo("MILLRACE_COLUMN_NOT_DECLARED");
        assertThat(rejected.diagnostics().get(0).message()).contains("`v`", "`f`", "`t`");
        assertThat(storage).isEmptyDirectory();
    }

    @Test
    void newColumnsAreAddedAndOldRowsHaveNull() {
        pipeline.sql("INSERT INTO src VALUES (1, 'a')");
        pipeline.streamingTable("t", "SELECT id FROM STREAM src", stream("src"));
        assertCompleted(pipeline.run());
        pipeline.edit().streamingTable("t", "SELECT id, v FROM STREAM src", stream("src"));
        pipeline.sql("INSERT INTO src VALUES (2, 'b')");

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT * FROM t ORDER BY id"))
                .containsExactly("[1,null]", "[2,b]");
    }

    @Test
    void aWiderNumberWidensTheTable() {
        pipeline.sql("INSERT INTO src VALUES (1, 'a')");
        pipeline.streamingTable("t", "SELECT id FROM STREAM src", stream("src"));
        assertCompleted(pipeline.run());
        pipeline.edit()
                .streamingTable(
                        "t", "SELECT id + 3000000000L AS id FROM STREAM src", stream("src"));
        pipeline.sql("INSERT INTO src VALUES (2, 'b')");

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT * FROM t ORDER BY id"))
                .containsExactly("[1]", "[3000000002]");
    }

    @Test
    void aTypeThatCannotWidenIsRefusedWithBothTypes() {
        pipeline.streamingTable("t", "SELECT id FROM STREAM src", stream("src"));
        assertCompleted(pipeline.run());
        pipeline.edit().streamingTable("t", "SELECT v AS id FROM STREAM src", stream("src"));

        PipelineRejectedException rejected =
                catchThrowableOfType(PipelineRejectedException.class, pipeline::run);

        assertThat(rejected.diagnostics().get(0).message()).contains("INT", "STRING", "`id`");
        assertThat(rejected.diagnostics().get(0).hint().orElseThrow()).contains("full refresh");
    }

    @Test
    void conflictingTypesOfTwoFlowsNameBothAndWiderOnesUnite() {
        pipeline.streamingTable("t")
                .flow("f", "t", FlowKind.APPEND, "SELECT id AS v FROM STREAM src", stream("src"))
                .flow("g", "t", FlowKind.APPEND, "SELECT v FROM STREAM src", stream("src"));
        ResolveResult clash = pipeline.resolve();
        assertThat(clash.diagnostics().get(0).code()).isEqualTo("MILLRACE_FLOW_TYPES_CONFLICT");
        assertThat(clash.diagnostics().get(0).message()).contains("INT", "STRING", "`f`", "`g`");

        pipeline.edit()
                .streamingTable("t")
                .flow("f", "t", FlowKind.APPEND, "SELECT id AS v FROM STREAM src", stream("src"))
                .flow(
                        "g",
                        "t",
                        FlowKind.APPEND,
                        "SELECT CAST(id AS BIGINT) AS v FROM STREAM src",
                        stream("src"));

        assertThat(pipeline.resolve().datasets().get(0).schema().toDDL()).isEqualTo("v BIGINT");
    }

    @Test
    void distinctOverAStreamRemembersAcrossUpdates() {
        pipeline.sql("INSERT INTO src VALUES (1, 'a'), (1, 'a'), (2, 'b')");
        pipeline.streamingTable("t", "SELECT DISTINCT id, v FROM STREAM src", stream("src"));
        assertCompleted(pipeline.run());
        pipeline.sql("INSERT INTO src VALUES (2, 'b'), (3, 'c')");

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT * FROM t ORDER BY id"))
                .containsExactly("[1,a]", "[2,b]", "[3,c]");
    }

    @Test
    void aStreamIsJoinedWithTheTableAsItIsAtThatTime() {
        pipeline.sql(
                "CREATE TABLE dim (id INT, name STRING) USING delta",
                "INSERT INTO src VALUES (1, 'a')");
        pipeline.streamingTable(
                "t",
                "SELECT o.id, d.name FROM STREAM src o LEFT JOIN dim d ON o.id = d.id",
                stream("src"),
                batch("dim"));
        assertCompleted(pipeline.run());
        pipeline.sql(
                "INSERT INTO dim VALUES (1, 'one'), (2, 'two')", "INSERT INTO src VALUES (2, 'b')");

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT * FROM t ORDER BY id"))
                .containsExactly("[1,null]", "[2,two]");
    }

    @Test
    void closedWindowsComeOutWhenNewerDataArrives() {
        pipeline.sql(
                "CREATE TABLE events (ts TIMESTAMP, n INT) USING delta",
                "INSERT INTO events VALUES (TIMESTAMP'2024-01-01 00:00:10', 1), (TIMESTAMP'2024-01-01 00:00:20', 2)");
        pipeline.streamingTable(
                "w",
                "SELECT window(ts, '1 minute').start AS s, sum(n) AS n FROM STREAM events"
                        + " WATERMARK ts DELAY OF INTERVAL 1 MINUTE GROUP BY window(ts, '1 minute')",
                stream("events"));
        assertCompleted(pipeline.run());
        assertThat(pipeline.rows("SELECT * FROM w")).isEmpty();
        pipeline.sql("INSERT INTO events VALUES (TIMESTAMP'2024-01-01 00:10:00', 5)");

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT * FROM w")).containsExactly("[2024-01-01 00:00:00.0,3]");
        assertThat(pipeline.run().flows().get(0).status()).isEqualTo(FlowStatus.IDLE);
    }

    @Test
    void anAggregationWithoutWatermarkReplacesItsTable() {
        pipeline.sql("INSERT INTO src VALUES (1, 'a'), (2, 'b')");
        pipeline.streamingTable(
                "t", "SELECT v, count(*) AS n FROM STREAM src GROUP BY v", stream("src"));
        assertCompleted(pipeline.run());
        pipeline.sql("INSERT INTO src VALUES (3, 'a')");

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT * FROM t ORDER BY v")).containsExactly("[a,2]", "[b,1]");
    }

    @Test
    void twoStreamsAreJoined() {
        pipeline.sql(
                "CREATE TABLE imp (k INT, it TIMESTAMP) USING delta",
                "CREATE TABLE clk (k INT, ct TIMESTAMP) USING delta",
                "INSERT INTO imp VALUES (1, TIMESTAMP'2024-01-01 00:00:00'), (2, TIMESTAMP'2024-01-01 00:00:00')",
                "INSERT INTO clk VALUES (1, TIMESTAMP'2024-01-01 00:01:00')");
        pipeline.streamingTable(
                "j",
                "SELECT i.k, c.ct FROM STREAM (imp) WATERMARK it DELAY OF INTERVAL 3 MINUTES i"
                        + " INNER JOIN STREAM (clk) WATERMARK ct DELAY OF INTERVAL 3 MINUTES AS c"
                        + " ON i.k = c.k AND c.ct BETWEEN i.it AND i.it + INTERVAL 3 MINUTES",
                stream("imp"),
                stream("clk"));
        assertCompleted(pipeline.run());
        pipeline.sql("INSERT INTO clk VALUES (2, TIMESTAMP'2024-01-01 00:02:00')");

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT k FROM j ORDER BY k")).containsExactly("[1]", "[2]");
    }

    @Test
    void readerOptionsReachDelta() {
        pipeline.sql("INSERT INTO src VALUES (1, 'a')", "INSERT INTO src VALUES (2, 'b')");
        pipeline.streamingTable(
                "t", "SELECT * FROM STREAM src WITH ('startingVersion' = '2')", stream("src"));

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT * FROM t")).containsExactly("[2,b]");
    }

    @Test
    void aChangedSourceStopsTheFlowUnlessChangesAreSkipped() {
        pipeline.sql("INSERT INTO src VALUES (1, 'a')");
        pipeline.streamingTable("t", "SELECT * FROM STREAM src", stream("src"));
        assertCompleted(pipeline.run());
        pipeline.sql("UPDATE src SET v = 'z' WHERE id = 1");

        UpdateResult failed = pipeline.run();

        assertThat(failed.status()).isEqualTo(UpdateStatus.FAILED);
        assertThat(failed.flows().get(0).error().orElseThrow().message())
                .contains("skipChangeCommits");
    }

    @Test
    void viewsAreComputedWhereTheyAreRead() {
        pipeline.sql("INSERT INTO src VALUES (1, 'a'), (2, 'b')");
        pipeline.temporaryView("bv", "SELECT * FROM src WHERE id > 1", batch("src"))
                .temporaryView(
                        "sv",
                        "WITH src AS (SELECT * FROM STREAM src) SELECT id * 2 AS id FROM src",
                        stream("src"))
                .streamingTable("t", "SELECT * FROM STREAM sv", stream("sv"))
                .streamingTable("u", "SELECT v FROM STREAM(bv)", stream("bv"))
                .materializedView("m", "SELECT bv.v FROM bv", batch("bv"));

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT * FROM t ORDER BY id")).containsExactly("[2]", "[4]");
        assertThat(pipeline.rows("SELECT * FROM u")).containsExactly("[b]");
        assertThat(pipeline.rows("SELECT * FROM m")).containsExactly("[b]");
        assertThat(pipeline.rows("SHOW TABLES"))
                .noneMatch(row -> row.contains("bv") || row.contains("sv"));
    }

    @Test
    void aPrivateTableIsReadButNotInTheCatalog() {
        pipeline.sql("INSERT INTO src VALUES (1, 'a')");
        pipeline.dataset("p", DatasetKind.STREAMING_TABLE, Options.none().asPrivate())
                .flow("p", "p", FlowKind.APPEND, "SELECT * FROM STREAM src", stream("src"))
                .streamingTable("t", "SELECT * FROM STREAM p", stream("p"));

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT * FROM t")).containsExactly("[1,a]");
        assertThat(pipeline.rows("SHOW TABLES")).noneMatch(row -> row.contains(",p,"));
    }
}
