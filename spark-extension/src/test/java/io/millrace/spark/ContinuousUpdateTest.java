/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.PipelineCompiler;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.source.SourceFile;
import io.millrace.spark.catalyst.Sessions;
import io.millrace.spark.session.PipelineSession;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Updates that go on until they are stopped. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class ContinuousUpdateTest {

    private static final ContinuousMode QUICK =
            new ContinuousMode(Optional.of(Duration.ofMillis(200)));

    @TempDir Path storage;

    private final SparkSession session = SharedSparkSession.get();
    private final String schema = "k" + UUID.randomUUID().toString().replace("-", "");
    private FlowGraph graph;
    private Thread thread;
    private FutureTask<UpdateResult> update;

    @BeforeEach
    void createPipeline() {
        session.sql("CREATE SCHEMA " + schema);
        session.sql("CREATE TABLE %s.src (id INT, v STRING) USING delta".formatted(schema));
        append("(1, 'a'), (2, 'b')");
        define(
                """
                CREATE STREAMING TABLE first AS SELECT id, v FROM STREAM src;
                CREATE STREAMING TABLE second AS SELECT id, upper(v) AS v FROM STREAM first;
                CREATE FLOW seed AS INSERT INTO ONCE second BY NAME SELECT 0 AS id, 'SEED' AS v;
                CREATE STREAMING TABLE latest;
                CREATE FLOW changes AS AUTO CDC INTO latest FROM STREAM src
                  KEYS (v) SEQUENCE BY id;
                CREATE MATERIALIZED VIEW total AS SELECT count(*) AS n, sum(id) AS s FROM second;
                """);
    }

    @AfterEach
    void stopUpdate() throws Exception {
        if (thread != null) {
            thread.interrupt();
            thread.join();
        }
    }

    private void define(String sql) {
        CompileOptions options =
                new CompileOptions("goes_on", "spark_catalog", schema, Map.of(), Map.of());
        var compiled =
                PipelineCompiler.compile(List.of(SourceFile.of("pipeline.sql", sql)), options);
        assertThat(compiled.diagnostics()).filteredOn(problem -> problem.isError()).isEmpty();
        graph = compiled.graph().orElseThrow();
    }

    private void append(String values) {
        session.sql("INSERT INTO %s.src VALUES %s".formatted(schema, values));
    }

    private UpdateResult run(UpdateRequest request) {
        return run(session, request);
    }

    private UpdateResult run(SparkSession own, UpdateRequest request) {
        return new PipelineRunner()
                .run(
                        own,
                        graph,
                        new PipelineLocation(
                                PipelineSession.hadoopUri(storage), SharedSparkSession.warehouse()),
                        request,
                        UpdateListener.NONE);
    }

    private void start(ContinuousMode mode) {
        UpdateRequest request = UpdateRequest.refreshAll().withContinuous(Optional.of(mode));
        update = new FutureTask<>(() -> run(request));
        thread = new Thread(update, "continuous-update");
        thread.start();
    }

    private UpdateResult stop() throws Exception {
        thread.interrupt();
        return update.get(2, TimeUnit.MINUTES);
    }

    private List<String> rows(String sql) {
        List<String> rows = new ArrayList<>();
        for (Row row : session.sql(sql.replace("$", schema)).collectAsList()) {
            rows.add(row.mkString(","));
        }
        return rows;
    }

    private boolean exists(String table) {
        return session.catalog().tableExists(schema + "." + table);
    }

    private void await(String table, String sql, String row) throws Exception {
        while (!exists(table) || !rows(sql).contains(row)) {
            if (update.isDone()) {
                throw new AssertionError("the update has ended: " + update.get());
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    @Test
    void newRowsFlowThroughAllTablesUntilTheUpdateIsStopped() throws Exception {
        start(QUICK);
        await("total", "SELECT * FROM $.total", "3,3");
        append("(3, 'a'), (4, 'c')");
        await("total", "SELECT * FROM $.total", "5,10");
        await("latest", "SELECT count(*) FROM $.latest", "3");

        UpdateResult stopped = stop();

        assertThat(stopped.status()).isEqualTo(UpdateStatus.CANCELED);
        FlowResult first = flow(stopped, "first");
        assertThat(first.status()).isEqualTo(FlowStatus.STOPPED);
        assertThat(first.outputRows()).contains(4L);
        assertThat(first.batches()).isEqualTo(2);
        assertThat(flow(stopped, "seed").outputRows()).contains(1L);
        assertThat(flow(stopped, "changes").upsertedRows()).contains(4L);

        append("(5, 'd')");
        UpdateResult triggered = run(UpdateRequest.refreshAll());
        assertThat(triggered.status()).isEqualTo(UpdateStatus.COMPLETED);
        assertThat(flow(triggered, "first").outputRows()).contains(1L);
        assertThat(flow(triggered, "seed").status()).isEqualTo(FlowStatus.IDLE);
        assertThat(rows("SELECT * FROM $.total")).containsExactly("6,15");
        assertThat(rows("SELECT v, id FROM $.latest ORDER BY v"))
                .containsExactly("a,3", "b,2", "c,4", "d,5");

        start(QUICK);
        append("(6, 'e')");
        await("total", "SELECT * FROM $.total", "7,21");
        assertThat(stop().status()).isEqualTo(UpdateStatus.CANCELED);
        assertThat(rows("SELECT id FROM $.first ORDER BY id"))
                .containsExactly("1", "2", "3", "4", "5", "6");
    }

    private static FlowResult flow(UpdateResult result, String name) {
        return result.flows().stream()
                .filter(flow -> flow.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aFlowThatFailsForGoodEndsTheUpdate() throws Exception {
        define(
                """
                CREATE STREAMING TABLE numbers AS SELECT CAST(v AS INT) AS n FROM STREAM src
                  WHERE id > 2;
                CREATE STREAMING TABLE copy AS SELECT id FROM STREAM src;
                """);
        start(QUICK);
        await("copy", "SELECT count(*) FROM $.copy", "2");
        append("(3, 'not a number')");
        UpdateResult result = update.get(2, TimeUnit.MINUTES);
        assertThat(result.status()).isEqualTo(UpdateStatus.FAILED);
        assertThat(flow(result, "numbers").error().orElseThrow().code())
                .isEqualTo("CAST_INVALID_INPUT");
        assertThat(flow(result, "copy").status()).isEqualTo(FlowStatus.STOPPED);
    }

    @Test
    void anIntervalThatIsNoneIsRefused() {
        UpdateRequest request =
                UpdateRequest.refreshAll()
                        .withContinuous(Optional.of(new ContinuousMode(Optional.empty())));
        SparkSession wrong =
                Sessions.cloneWith(session, Map.of("pipelines.trigger.interval", "soon"));
        assertThatThrownBy(() -> run(wrong, request))
                .isInstanceOfSatisfying(
                        PipelineRejectedException.class,
                        rejected ->
                                assertThat(rejected.diagnostics().get(0).code())
                                        .isEqualTo("MILLRACE_TRIGGER_INTERVAL"));
    }

    @Test
    void intervalsAreNumbersWithAUnit() {
        assertThat(TriggerInterval.parse("10 seconds")).contains(Duration.ofSeconds(10));
        assertThat(TriggerInterval.parse("'1 Minute'")).contains(Duration.ofMinutes(1));
        assertThat(TriggerInterval.parse("2h")).contains(Duration.ofHours(2));
        assertThat(TriggerInterval.parse("500ms")).contains(Duration.ofMillis(500));
        assertThat(TriggerInterval.parse("10")).isEmpty();
        assertThat(TriggerInterval.parse("ten seconds")).isEmpty();
    }
}
