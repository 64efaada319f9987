/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.change;

import static io.millrace.spark.TestPipeline.assertCompleted;
import static io.millrace.spark.TestPipeline.session;
import static io.millrace.spark.TestPipeline.stream;
import static io.millrace.spark.change.ChangedSourceTest.fullRefresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.compiler.graph.Input;
import io.millrace.compiler.graph.InputKind;
import io.millrace.compiler.graph.Place;
import io.millrace.spark.PipelineRejectedException;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.TestPipeline;
import io.millrace.spark.UpdateListener;
import io.millrace.spark.plan.FlowPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flows that go on where a query of plain Structured Streaming has stopped. */
class ImportCheckpointTest {

    private static final String WINDOWS =
            "SELECT window(ts, '1 minute').start AS start, count(*) AS n FROM STREAM src"
                    + " WATERMARK ts DELAY OF INTERVAL 1 MINUTE GROUP BY window(ts, '1 minute')";

    @TempDir Path folder;

    private final List<String> warnings = new ArrayList<>();
    private TestPipeline pipeline;
    private Path old;

    @BeforeEach
    void newPipeline() {
        pipeline = new TestPipeline(folder.resolve("storage"));
        pipeline.listener(
                new UpdateListener() {
                    @Override
                    public void warning(String message) {
                        warnings.add(message);
                    }
                });
        old = folder.resolve("old");
        pipeline.sql(
                "CREATE TABLE src (id INT, ts TIMESTAMP) USING delta",
                "INSERT INTO src VALUES (1, TIMESTAMP'2024-01-01 00:00:10'),"
                        + " (2, TIMESTAMP'2024-01-01 00:00:20')");
    }

    private void runOld(Dataset<Row> rows) throws Exception {
        StreamingQuery query =
                rows.writeStream()
                        .format("delta")
                        .option("checkpointLocation", old.toUri().toString())
                        .trigger(Trigger.AvailableNow())
                        .start(folder.resolve("old-table").toUri().toString());
        query.awaitTermination();
    }

    private Dataset<Row> source() {
        return session().readStream().table(pipeline.schema() + ".src");
    }

    private void flow(String name, String sql, Input... inputs) {
        pipeline.edit()
                .streamingTable("t")
                .flow(name, "t", FlowKind.APPEND, sql, inputs)
                .importCheckpoint(old.toUri().toString());
    }

    /** Every file with its contents. */
    private static Map<String, String> files(Path root) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(
                        root.relativize(file).toString(),
                        new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return files;
    }

    @Test
    void anAggregateGoesOnWithItsStateAndItsOffsets() throws Exception {
        runOld(
                source().withWatermark("ts", "1 minute")
                        .groupBy(
                                org.apache.spark.sql.functions.window(
                                        org.apache.spark.sql.functions.col("ts"), "1 minute"))
                        .count()
                        .selectExpr("window.start AS start", "count AS n"));
        Map<String, String> original = files(old);
        flow("f", WINDOWS, stream("src"));
        pipeline.sql(
                "INSERT INTO src VALUES (3, TIMESTAMP'2024-01-01 00:00:30'),"
                        + " (4, TIMESTAMP'2024-01-01 00:10:00')");
        FlowPlan planned = pipeline.plan().datasets().get(0).flows().get(0);
        assertThat(planned.notes().get(0))
                .startsWith("continues the imported checkpoint ")
                .contains("/old");
        assertThat(planned.reads().get(0).versions()).hasValue(1);

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT date_format(start, 'mm:ss'), n FROM t"))
                .containsExactly("[00:00,3]");
        assertThat(files(old)).isEqualTo(original);
        assertThat(warnings)
                .anySatisfy(
                        note ->
                                assertThat(note)
                                        .contains("has 1 open window(s)")
                                        .contains("2024-01-01T00:09:00.000Z"));
        warnings.clear();
        assertCompleted(pipeline.run());
        assertThat(warnings).isEmpty();

        assertCompleted(pipeline.run(fullRefresh("t")));
        assertThat(pipeline.rows("SELECT n FROM t")).containsExactly("[3]");
        assertThat(files(old)).isEqualTo(original);

        flow("g", WINDOWS + " HAVING count(*) > 0", stream("src"));
        assertThat(rejection().code()).isEqualTo("MILLRACE_IMPORT_CHECKPOINT_TABLE_EXISTS");
    }

    @Test
    void rowsThatWereSeenStayRemembered() throws Exception {
        runOld(source().withWatermark("ts", "1 minute").dropDuplicates("id", "ts"));
        flow(
                "f",
                "SELECT DISTINCT id, ts FROM STREAM src WATERMARK ts DELAY OF INTERVAL 1 MINUTE",
                stream("src"));
        pipeline.sql(
                "INSERT INTO src VALUES (1, TIMESTAMP'2024-01-01 00:00:10'),"
                        + " (5, TIMESTAMP'2024-01-01 00:00:50')");

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT id FROM t")).containsExactly("[5]");
    }

    @Test
    void aStreamOfFilesGoesOnWhereSparksOwnHasStopped() throws Exception {
        Path in = Files.createDirectories(folder.resolve("in"));
        Files.writeString(in.resolve("a.json"), "{\"id\":1}\n");
        runOld(
                session()
                        .readStream()
                        .format("json")
                        .schema("id BIGINT")
                        .load(in.toUri().toString()));
        Files.writeString(in.resolve("b.json"), "{\"id\":2}\n");
        flow(
                "f",
                "SELECT id FROM STREAM read_files('%s', format => 'json', schema => 'id BIGINT')"
                        .formatted(in.toUri()),
                new Input(
                        InputKind.FUNCTION,
                        DatasetName.of("a", "b", "read_files"),
                        true,
                        Map.of(),
                        new Place("pipeline.sql", 1, 1, 1, 2)));

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT id FROM t")).containsExactly("[2]");
    }

    @Test
    void whatCannotBeImportedIsSaidBeforeAnythingIsWritten() throws Exception {
        flow("f", "SELECT id FROM STREAM src", stream("src"));
        assertInvalid("there is no folder");
        Files.createDirectories(old);
        assertInvalid("holds no checkpoint of a streaming query");

        runOld(source());
        flow("f", WINDOWS, stream("src"));
        assertInvalid("holds the state of nothing", "keeps that of an aggregate");
        flow(
                "f",
                "SELECT id FROM STREAM src UNION ALL SELECT id FROM STREAM src2",
                stream("src"),
                stream("src2"));
        pipeline.sql("CREATE TABLE src2 (id INT) USING delta");
        assertInvalid("reads 1 stream(s), and flow `f` reads 2");
        flow("f", "SELECT id FROM STREAM src2", stream("src2"));
        assertInvalid("was reading another table than `src2`");
        assertThat(session().catalog().tableExists(pipeline.schema() + ".t")).isFalse();
        assertThat(folder.resolve("storage/checkpoints")).doesNotExist();

        flow("f", "SELECT id FROM STREAM src", stream("src"));
        pipeline.sql("INSERT INTO src VALUES (9, NULL)");
        assertCompleted(pipeline.run());
        assertThat(pipeline.rows("SELECT id FROM t")).containsExactly("[9]");
    }

    @Test
    void aFlowThatHasRunBeforeKeepsItsOwnProgress() throws Exception {
        runOld(source());
        pipeline.streamingTable("t")
                .flow("f", "t", FlowKind.APPEND, "SELECT id FROM STREAM src", stream("src"));
        assertCompleted(pipeline.run());
        flow("f", "SELECT id FROM STREAM src", stream("src"));
        pipeline.sql("INSERT INTO src VALUES (9, NULL)");

        assertCompleted(pipeline.run());

        assertThat(warnings)
                .singleElement()
                .satisfies(warning -> assertThat(warning).contains("flow `f` has run before"));
        assertThat(pipeline.rows("SELECT id FROM t ORDER BY id"))
                .containsExactly("[1]", "[2]", "[9]");
    }

    private void assertInvalid(String... parts) {
        RunDiagnostic problem = rejection();
        assertThat(problem.code()).isEqualTo("MILLRACE_IMPORT_CHECKPOINT_INVALID");
        assertThat(problem.message()).contains(parts).contains("flow `f` into `t`");
        assertThat(problem.hint()).isPresent();
    }

    private RunDiagnostic rejection() {
        return catchThrowableOfType(PipelineRejectedException.class, pipeline::run)
                .diagnostics()
                .get(0);
    }
}
