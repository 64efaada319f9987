/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.change;

import static io.millrace.spark.TestPipeline.assertCompleted;
import static io.millrace.spark.TestPipeline.batch;
import static io.millrace.spark.TestPipeline.stream;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.FlowError;
import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.ResolveResult;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.TestPipeline;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.UpdateStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streams from tables that change: the right rows, or an error that says what to do. */
class ChangedSourceTest {

    /** What a plan tells before a run fails with it. */
    private static final List<String> PLANNED =
            List.of("MILLRACE_SOURCE_CHANGED", "MILLRACE_SOURCE_RECREATED");

    @TempDir Path storage;

    private TestPipeline pipeline;

    @BeforeEach
    void newPipeline() {
        pipeline = new TestPipeline(storage);
        pipeline.sql(
                "CREATE TABLE src (id INT, v STRING) USING delta",
                "INSERT INTO src VALUES (1, 'a'), (2, 'b')");
    }

    private void read(String relation) {
        pipeline.edit()
                .streamingTable("t")
                .flow("f", "t", FlowKind.APPEND, "SELECT * FROM " + relation, stream("src"));
    }

    /** Fails as planned, and again on a second try, and changes nothing. */
    private FlowError assertStops() {
        List<String> planned =
                pipeline.plan().failures().stream().map(RunDiagnostic::code).toList();
        List<String> before = pipeline.rows("SELECT * FROM t ORDER BY ALL");
        FlowError error = failure(pipeline.run());
        assertThat(failure(pipeline.run()).message()).isEqualTo(error.message());
        assertThat(pipeline.rows("SELECT * FROM t ORDER BY ALL")).isEqualTo(before);
        if (PLANNED.contains(error.code())) {
            assertThat(planned).containsExactly(error.code());
        } else {
            assertThat(planned).isEmpty();
        }
        assertThat(error.message()).doesNotContain("org.apache", "io.delta", "Exception", "DELTA_");
        return error;
    }

    static FlowError failure(UpdateResult result) {
        assertThat(result.status()).isEqualTo(UpdateStatus.FAILED);
        return result.flows().stream()
                .flatMap(flow -> flow.error().stream())
                .findFirst()
                .orElseThrow();
    }

    static UpdateRequest fullRefresh(String... names) {
        return new UpdateRequest(List.of(), List.of(names), false, List.of(), false, 16, 0);
    }

    /** Takes it that the source offers less than was read from it. */
    private static UpdateRequest forcedRefresh(String name) {
        return new UpdateRequest(List.of(), List.of(name), false, List.of(), true, 16, 0);
    }

    static UpdateRequest reset(String flow) {
        return new UpdateRequest(List.of(), List.of(), false, List.of(flow), false, 16, 0);
    }

    static UpdateRequest force() {
        return new UpdateRequest(List.of(), List.of(), false, List.of(), true, 16, 0);
    }

    @Test
    void anUpdateOfTheSourceStopsTheStreamAndNamesBothWaysOut() {
        read("STREAM src");
        assertCompleted(pipeline.run());
        pipeline.sql("UPDATE src SET v = 'z' WHERE id = 1", "INSERT INTO src VALUES (3, 'c')");

        FlowError error = assertStops();

        assertThat(error.code()).isEqualTo("MILLRACE_SOURCE_CHANGED");
        assertThat(error.message())
                .contains("flow `f` into `t`")
                .contains("reads `src` as a stream, but version 2 changed rows in it by UPDATE")
                .contains("WITH (skipChangeCommits)")
                .contains("--full-refresh t");

        read("STREAM src WITH (skipChangeCommits = true)");
        assertThat(pipeline.plan().failures()).isEmpty();
        assertCompleted(pipeline.run());
        assertThat(pipeline.rows("SELECT * FROM t ORDER BY id"))
                .containsExactly("[1,a]", "[2,b]", "[3,c]");

        read("STREAM src");
        assertCompleted(pipeline.run(fullRefresh("t")));
        assertThat(pipeline.rows("SELECT * FROM t ORDER BY id"))
                .containsExactly("[1,z]", "[2,b]", "[3,c]");
    }

    @Test
    void deletesMergesAndOverwritesStopTheStreamAndCompactionDoesNot() {
        read("STREAM src");
        assertCompleted(pipeline.run());
        pipeline.sql("INSERT INTO src VALUES (3, 'c')", "OPTIMIZE src");
        assertCompleted(pipeline.run());
        assertThat(pipeline.rows("SELECT count(*) FROM t")).containsExactly("[3]");

        pipeline.sql("DELETE FROM src WHERE id = 3");
        FlowError deleted = assertStops();
        assertThat(deleted.code()).isEqualTo("MILLRACE_SOURCE_CHANGED");
        assertThat(deleted.message()).contains("by DELETE", "add --force");
        read("STREAM src WITH (ignoreDeletes = true)");
        FlowError marked = assertStops();
        assertThat(marked.message()).contains("by DELETE");
        read("STREAM src WITH (SKIPCHANGECOMMITS = true)");
        pipeline.sql("INSERT INTO src VALUES (4, 'd')");
        assertCompleted(pipeline.run());
        pipeline.sql("INSERT INTO src VALUES (5, 'e')");
        assertCompleted(pipeline.run());

        read("STREAM src");
        pipeline.sql(
                "MERGE INTO src USING (SELECT 1 AS k) ON src.id = k WHEN MATCHED THEN UPDATE SET v"
                        + " = 'm'");
        assertThat(assertStops().message()).contains("by MERGE");
        assertCompleted(pipeline.run(forcedRefresh("t")));

        pipeline.sql("INSERT OVERWRITE src VALUES (9, 'o')");
        assertThat(assertStops().message()).contains("by WRITE");
        assertCompleted(pipeline.run(forcedRefresh("t")));
        assertThat(pipeline.rows("SELECT * FROM t")).containsExactly("[9,o]");

        pipeline.sql("RESTORE TABLE src TO VERSION AS OF 1");
        assertThat(assertStops().message()).contains("by RESTORE");
    }

    @Test
    void ignoreDeletesPassesOverDroppedPartitionsAndReadsWhatIsLoadedAgain() {
        pipeline.sql(
                "CREATE TABLE days (id INT, d DATE) USING delta PARTITIONED BY (d)",
                "INSERT INTO days VALUES (1, DATE'2024-01-01')",
                "INSERT INTO days VALUES (2, DATE'2024-01-02')");
        pipeline.edit()
                .streamingTable("t")
                .flow(
                        "f",
                        "t",
                        FlowKind.APPEND,
                        "SELECT * FROM STREAM days WITH (ignoreDeletes = true)",
                        stream("days"));
        assertCompleted(pipeline.run());

        pipeline.sql(
                "DELETE FROM days WHERE d = DATE'2024-01-02'",
                "INSERT INTO days VALUES (20, DATE'2024-01-02')");
        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT id FROM t ORDER BY id"))
                .containsExactly("[1]", "[2]", "[20]");
    }

    @Test
    void aSourceThatWasCreatedAgainStopsTheStreamEvenAtTheSameVersion() {
        read("STREAM src");
        assertCompleted(pipeline.run());
        pipeline.sql(
                "DROP TABLE src",
                "CREATE TABLE src (id INT, v STRING) USING delta",
                "INSERT INTO src VALUES (7, 'new')");

        FlowError error = assertStops();

        assertThat(error.code()).isEqualTo("MILLRACE_SOURCE_RECREATED");
        assertThat(error.message())
                .contains("`src` is not the same table as before")
                .contains("--full-refresh t")
                .contains("--reset-checkpoint f");
        assertCompleted(pipeline.run(reset("f")));
        assertThat(pipeline.rows("SELECT id FROM t ORDER BY id"))
                .containsExactly("[1]", "[2]", "[7]");
    }

    @Test
    void aSourceThatWasReplacedStopsTheStream() {
        read("STREAM src");
        assertCompleted(pipeline.run());
        pipeline.sql("CREATE OR REPLACE TABLE src USING delta AS SELECT 8 AS id, 'r' AS v");

        FlowError error = assertStops();

        assertThat(error.code()).isIn("MILLRACE_SOURCE_RECREATED", "MILLRACE_SOURCE_CHANGED");
        assertCompleted(pipeline.run(forcedRefresh("t")));
        assertThat(pipeline.rows("SELECT id FROM t")).containsExactly("[8]");
    }

    @Test
    void filesThatWereVacuumedAreNamedByTheirVersions() {
        read("STREAM src");
        assertCompleted(pipeline.run());
        pipeline.sql(
                "INSERT INTO src VALUES (3, 'c')",
                "INSERT INTO src VALUES (4, 'd')",
                "OPTIMIZE src",
                "INSERT INTO src VALUES (5, 'e')");
        vacuum();

        FlowError error = assertStops();

        assertThat(error.code()).isEqualTo("MILLRACE_SOURCE_FILES_MISSING");
        assertThat(error.message())
                .contains("versions 2 to 3 of `src`")
                .contains("--full-refresh t")
                .contains("'spark.sql.files.ignoreMissingFiles' = 'true'");

        pipeline.edit()
                .streamingTable("t")
                .flow(
                        "f",
                        "t",
                        FlowKind.APPEND,
                        "SELECT * FROM STREAM src",
                        Map.of("spark.sql.files.ignoreMissingFiles", "true"),
                        stream("src"));
        assertCompleted(pipeline.run());
        assertThat(pipeline.rows("SELECT id FROM t ORDER BY id"))
                .containsExactly("[1]", "[2]", "[5]");
    }

    private void vacuum() {
        Map<String, String> settings =
                Map.of(
                        "spark.databricks.delta.retentionDurationCheck.enabled", "false",
                        // As many tasks as this list the few files otherwise: ten thousand.
                        "spark.sql.sources.parallelPartitionDiscovery.parallelism", "1");
        settings.forEach((key, value) -> TestPipeline.session().conf().set(key, value));
        try {
            pipeline.sql("VACUUM src RETAIN 0 HOURS");
        } finally {
            settings.keySet().forEach(key -> TestPipeline.session().conf().unset(key));
        }
    }

    @Test
    void aLogThatWasCutOffIsNamedByItsVersionsAndCanBePassedOver() throws IOException {
        read("STREAM src");
        assertCompleted(pipeline.run());
        pipeline.sql("INSERT INTO src VALUES (3, 'c')");
        assertCompleted(pipeline.run());
        pipeline.sql(
                "INSERT INTO src VALUES (4, 'd')",
                "ALTER TABLE src SET TBLPROPERTIES ('delta.checkpointInterval' = '1')",
                "INSERT INTO src VALUES (5, 'e')",
                "INSERT INTO src VALUES (6, 'f')");
        Path log = log("src");
        for (int version = 0; version < 4; version++) {
            Files.delete(log.resolve("%020d.json".formatted(version)));
            Files.deleteIfExists(log.resolve("%020d.crc".formatted(version)));
        }
        org.apache.spark.sql.delta.DeltaLog.clearCache();

        FlowError error = assertStops();

        assertThat(error.code()).isEqualTo("MILLRACE_SOURCE_HISTORY_MISSING");
        assertThat(error.message())
                .contains("up to version 2, but its log now begins with version 4")
                .contains("WITH (failOnDataLoss = false)")
                .contains("--full-refresh t");
        read("STREAM src WITH (failOnDataLoss = false)");
        assertCompleted(pipeline.run());
        assertThat(pipeline.rows("SELECT id FROM t ORDER BY id"))
                .containsExactly("[1]", "[2]", "[3]", "[5]", "[6]");
    }

    private Path log(String table) throws IOException {
        String location = pipeline.detail(table, "location").replaceAll("[\\[\\]]", "");
        Path log = Path.of(java.net.URI.create(location)).resolve("_delta_log");
        try (Stream<Path> files = Files.list(log)) {
            assertThat(files).isNotEmpty();
        }
        return log;
    }

    @Test
    void anUnknownOptionIsAnErrorBeforeAnythingRuns() {
        read("STREAM src WITH (skipChangeCommit = true)");

        ResolveResult result = pipeline.resolve();

        assertThat(result.diagnostics())
                .singleElement()
                .satisfies(
                        problem -> {
                            assertThat(problem.code()).isEqualTo("MILLRACE_STREAM_OPTION");
                            assertThat(problem.message()).contains("`skipChangeCommit`", "`src`");
                            assertThat(problem.hint()).hasValue("did you mean skipChangeCommits?");
                        });
    }

    @Test
    void aStreamStartsWhereItIsTold() {
        pipeline.sql("INSERT INTO src VALUES (3, 'c')");
        read("STREAM src WITH (startingVersion = 2)");
        assertCompleted(pipeline.run());
        assertThat(pipeline.rows("SELECT id FROM t")).containsExactly("[3]");

        String now =
                TestPipeline.session()
                        .sql("DESCRIBE HISTORY " + pipeline.schema() + ".src")
                        .selectExpr("CAST(max(timestamp) AS STRING)")
                        .first()
                        .getString(0);
        read("STREAM src WITH (startingTimestamp = '" + now + "', maxFilesPerTrigger = 1)");
        assertCompleted(pipeline.run(fullRefresh("t")));
        assertThat(pipeline.rows("SELECT id FROM t")).containsExactly("[3]");
    }

    @Test
    void smallBatchesReadEverythingOnce() {
        pipeline.sql("INSERT INTO src VALUES (3, 'c')", "INSERT INTO src VALUES (4, 'd')");
        read("STREAM src WITH (maxFilesPerTrigger = 1)");

        UpdateResult result = pipeline.run();

        assertCompleted(result);
        assertThat(result.flows().get(0).batches()).isGreaterThan(2);
        assertThat(pipeline.rows("SELECT id FROM t ORDER BY id"))
                .containsExactly("[1]", "[2]", "[3]", "[4]");
    }

    @Test
    void theChangeFeedIsReadWhereItIsRecordedAndAskedForWhereNot() {
        pipeline.sql("ALTER TABLE src SET TBLPROPERTIES (delta.enableChangeDataFeed = true)");
        read("STREAM src WITH (readChangeFeed = true, startingVersion = 0)");
        FlowError error = failure(pipeline.run());
        assertThat(error.code()).isEqualTo("MILLRACE_CHANGE_FEED_MISSING");
        assertThat(error.message()).contains("delta.enableChangeDataFeed", "src`");

        read("STREAM src WITH (readChangeFeed = true, startingVersion = 2)");
        pipeline.sql("UPDATE src SET v = 'z' WHERE id = 1");
        assertCompleted(pipeline.run());
        pipeline.sql("DELETE FROM src WHERE id = 2");
        assertCompleted(pipeline.run());
        assertThat(pipeline.rows("SELECT id, v, _change_type FROM t ORDER BY ALL"))
                .containsExactly("[1,a,update_preimage]", "[1,z,update_postimage]", "[2,b,delete]");
    }

    @Test
    void aDimensionMayChangeWhileAStreamIsJoinedWithIt() {
        pipeline.sql("CREATE TABLE dim (id INT, name STRING) USING delta");
        pipeline.streamingTable("t")
                .flow(
                        "f",
                        "t",
                        FlowKind.APPEND,
                        "SELECT s.id, d.name FROM STREAM src s LEFT JOIN dim d ON s.id = d.id",
                        stream("src"),
                        batch("dim"));
        assertCompleted(pipeline.run());
        pipeline.sql(
                "INSERT INTO dim VALUES (1, 'one'), (3, 'old')",
                "UPDATE dim SET name = 'three' WHERE id = 3");
        assertThat(pipeline.run().flows())
                .extracting(FlowResult::status)
                .containsExactly(FlowStatus.IDLE);
        pipeline.sql("INSERT INTO src VALUES (3, 'c')");

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT * FROM t ORDER BY id"))
                .containsExactly("[1,null]", "[2,null]", "[3,three]");
    }
}
