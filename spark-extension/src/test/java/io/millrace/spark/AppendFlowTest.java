/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static io.millrace.spark.TestPipeline.assertCompleted;
import static io.millrace.spark.TestPipeline.batch;
import static io.millrace.spark.TestPipeline.stream;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.TestPipeline.Options;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AppendFlowTest {

    @TempDir Path storage;

    private TestPipeline pipeline;

    @BeforeEach
    void newPipeline() {
        pipeline = new TestPipeline(storage);
        pipeline.sql("CREATE TABLE src (id INT, v STRING) USING delta");
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

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void anUpdateThatIsInterruptedAgainWhileItStopsEndsAllTheSame() throws IOException {
        pipeline.sql("INSERT INTO src VALUES (1, 'v')");
        pipeline.streamingTable(
                        "t",
                        "SELECT id, java_method('java.lang.Thread', 'sleep', 60000L) AS slept"
                                + " FROM STREAM src",
                        stream("src"))
                .materializedView("m", "SELECT count(*) AS n FROM t", batch("t"));
        Thread update = Thread.currentThread();
        List<FlowStatus> told = new ArrayList<>();
        pipeline.listener(
                new UpdateListener() {
                    @Override
                    public void flowChanged(FlowResult flow) {
                        told.add(flow.status());
                        if (flow.status() == FlowStatus.STARTING
                                || flow.status() == FlowStatus.STOPPED) {
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
        assertThat(told).endsWith(FlowStatus.STOPPED, FlowStatus.STOPPED);
        try (Stream<Path> events = Files.list(storage.resolve("events"))) {
            assertThat(events.map(AppendFlowTest::read))
                    .singleElement()
                    .asString()
                    .contains("Update is CANCELED");
        }
        pipeline.listener(UpdateListener.NONE);
        assertThat(
                        pipeline.edit()
                                .streamingTable("t", "SELECT * FROM STREAM src", stream("src"))
                                .run()
                                .status())
                .isEqualTo(UpdateStatus.COMPLETED);
    }

    /** Drivers and libraries catch interrupts: the flow is stopped all the same. */
    @ParameterizedTest
    @EnumSource(
            value = FlowStatus.class,
            names = {"STARTING", "RUNNING"})
    void aFlowThatLosesItsInterruptIsStopped(FlowStatus where) {
        for (int id = 1; id <= 4; id++) {
            pipeline.sql("INSERT INTO src VALUES (" + id + ", 'v')");
        }
        pipeline.streamingTable(
                "t",
                "SELECT id, java_method('java.lang.Thread', 'sleep', 1500L) AS slept"
                        + " FROM STREAM src WITH (maxFilesPerTrigger = 1)",
                stream("src"));
        Thread update = Thread.currentThread();
        pipeline.listener(
                new UpdateListener() {
                    private boolean lost;

                    @Override
                    public void flowChanged(FlowResult flow) {
                        if (flow.status() == where && !lost) {
                            lost = true;
                            update.interrupt();
                            while (!Thread.interrupted()) {
                                Thread.onSpinWait();
                            }
                        }
                    }
                });

        UpdateResult interrupted = pipeline.run();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(interrupted.status()).isEqualTo(UpdateStatus.CANCELED);
        assertThat(interrupted.flows())
                .extracting(FlowResult::status)
                .containsExactly(FlowStatus.STOPPED);
        assertThat(pipeline.rows("SELECT count(*) < 4 FROM t")).containsExactly("[true]");
        pipeline.listener(UpdateListener.NONE);
        assertCompleted(pipeline.run());
        assertThat(pipeline.rows("SELECT count(*), count(DISTINCT id) FROM t"))
                .containsExactly("[4,4]");
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
