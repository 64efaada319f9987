/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

import static io.millrace.spark.sink.SinkPipeline.fullRefresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.groups.Tuple.tuple;

import io.millrace.compiler.sink.SinkGuarantee;
import io.millrace.spark.ContinuousMode;
import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.PipelineRejectedException;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.UpdateStatus;
import io.millrace.spark.plan.DatasetPlan;
import io.millrace.spark.plan.FlowAction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SinkTest {

    private static final String DELTA =
            """
            CREATE SINK out USING delta OPTIONS (path '@/out');
            CREATE FLOW to_out AS INSERT INTO out BY NAME SELECT id, name FROM STREAM $.src;
            """;
    private static final String OUT = "SELECT id, name FROM delta.`@/out` ORDER BY id, name";

    @TempDir private Path folder;

    @Test
    void aDeltaSinkGetsEachRowOnceAndAFlowWithNothingNewIsIdle() throws IOException {
        SinkPipeline pipeline = new SinkPipeline(folder).define(DELTA).feed("(1, 'a'), (2, 'b')");
        assertThat(pipeline.run())
                .extracting(
                        FlowResult::kind,
                        FlowResult::status,
                        flow -> flow.outputRows().orElse(-1L),
                        FlowResult::batches)
                .containsExactly(tuple("SINK", FlowStatus.COMPLETED, 2L, 1L));
        assertThat(pipeline.feed("(3, 'c')").run().get(0).outputRows()).contains(1L);
        assertThat(pipeline.run()).extracting(FlowResult::status).containsExactly(FlowStatus.IDLE);
        assertThat(pipeline.query(OUT)).containsExactly("1,a", "2,b", "3,c");

        // As after a kill between the commit of the sink and that of the checkpoint.
        try (Stream<Path> files = Files.walk(pipeline.storage().resolve("checkpoints"))) {
            for (Path commit : files.filter(SinkTest::isLastCommit).toList()) {
                Files.delete(commit);
            }
        }
        pipeline.feed("(4, 'd')").run();
        assertThat(pipeline.query(OUT)).containsExactly("1,a", "2,b", "3,c", "4,d");
    }

    private static boolean isLastCommit(Path file) {
        String name = file.getFileName().toString();
        return file.getParent().endsWith("commits") && (name.equals("1") || name.equals(".1.crc"));
    }

    @Test
    void aTableWithDeletionVectorsGoesIntoAnySink() {
        SinkPipeline pipeline =
                new SinkPipeline(folder)
                        .define(
                                """
                                CREATE SINK away USING noop;
                                CREATE FLOW history AS INSERT INTO ONCE away BY NAME
                                  SELECT id FROM $.src;
                                """)
                        .feed("(1, 'a'), (2, 'b'), (3, 'c')");
        pipeline.query(
                "ALTER TABLE $.src SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')");
        pipeline.query("DELETE FROM $.src WHERE id = 2");
        assertThat(pipeline.query("DESCRIBE HISTORY $.src").get(0))
                .contains("numDeletionVectorsAdded -> 1");
        assertThat(pipeline.run())
                .extracting(FlowResult::name, FlowResult::status)
                .containsExactly(tuple("history", FlowStatus.COMPLETED));
    }

    @Test
    void severalFlowsOneOfThemOnceGoIntoATableByItsName() {
        SinkPipeline pipeline =
                new SinkPipeline(folder)
                        .define(
                                """
                                CREATE SINK out USING delta OPTIONS (tableName '$.sent');
                                CREATE FLOW low AS INSERT INTO out BY NAME
                                  SELECT id, 'low' AS origin FROM STREAM $.src WHERE id < 10;
                                CREATE FLOW high AS INSERT INTO out BY NAME
                                  SELECT 'high' AS origin, id FROM STREAM $.src WHERE id >= 10;
                                CREATE FLOW history AS INSERT INTO ONCE out BY NAME
                                  SELECT -id AS id, 'once' AS origin FROM $.src;
                                """)
                        .feed("(1, 'a'), (10, 'b')");
        assertThat(pipeline.run())
                .extracting(FlowResult::name, flow -> flow.outputRows().orElse(-1L))
                .containsExactly(tuple("low", 1L), tuple("high", 1L), tuple("history", 2L));
        pipeline.feed("(2, 'c')").run();
        String rows = "SELECT id, origin FROM $.sent ORDER BY id";
        assertThat(pipeline.query(rows))
                .containsExactly("-10,once", "-1,once", "1,low", "2,low", "10,high");
        DatasetPlan plan = pipeline.plan(UpdateRequest.refreshAll()).datasets().get(0);
        assertThat(plan.guarantee()).contains(SinkGuarantee.EXACTLY_ONCE);
        assertThat(plan.flows())
                .allSatisfy(flow -> assertThat(flow.action()).isEqualTo(FlowAction.IDLE));
        assertThat(plan.flows().get(2).notes().get(0)).startsWith("ran on ");
    }

    @Test
    void aFullRefreshWarnsThatRowsComeOnceMore() {
        SinkPipeline pipeline = new SinkPipeline(folder).define(DELTA).feed("(1, 'a')");
        pipeline.run();
        assertThat(pipeline.plan(fullRefresh("out")).warnings())
                .containsExactly(
                        "the sink `out` keeps what it has got, and flow `to_out` begins anew: it gets those rows once more");
        pipeline.run(fullRefresh("out"));
        assertThat(pipeline.warnings()).hasSize(1);
        assertThat(pipeline.query(OUT)).containsExactly("1,a", "1,a");
        pipeline.feed("(2, 'b')").run();
        assertThat(pipeline.warnings()).isEmpty();
        assertThat(pipeline.query(OUT)).containsExactly("1,a", "1,a", "2,b");
    }

    @Test
    void aCheckpointThatIsGoneAndAFlowOfAnotherNameAreRefused() throws IOException {
        SinkPipeline pipeline = new SinkPipeline(folder).define(DELTA).feed("(1, 'a')");
        pipeline.run();
        pipeline.define(DELTA.replace("to_out", "to_elsewhere"));
        assertThat(codes(pipeline)).containsExactly("MILLRACE_RENAME_UNDECIDED");
        pipeline.run(UpdateRequest.refreshAll().withRename("to_out", "to_elsewhere"));
        pipeline.feed("(2, 'b')").run();
        pipeline.define(DELTA.replace("to_out", "to_elsewhere").replace(" out ", " other "));
        assertThat(codes(pipeline)).containsExactly("MILLRACE_RENAME_UNDECIDED");
        pipeline.run(UpdateRequest.refreshAll().withRename("out", "other"));
        pipeline.feed("(3, 'c')").run();
        assertThat(pipeline.query(OUT)).containsExactly("1,a", "2,b", "3,c");
        delete(pipeline.storage().resolve("checkpoints"));
        assertThat(codes(pipeline)).containsExactly("MILLRACE_CHECKPOINT_GONE");
    }

    private static void delete(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static List<String> codes(SinkPipeline pipeline) {
        return catchThrowableOfType(PipelineRejectedException.class, pipeline::run)
                .diagnostics()
                .stream()
                .map(RunDiagnostic::code)
                .toList();
    }

    @Test
    void rulesOfViewsAreCountedAndARowThatFailsKeepsAllFromTheSink() {
        String rules =
                """
                CREATE TEMPORARY VIEW good (
                  CONSTRAINT named EXPECT (name IS NOT NULL) ON VIOLATION DROP ROW,
                  CONSTRAINT positive EXPECT (id > 0) ON VIOLATION FAIL UPDATE
                ) AS SELECT id, name FROM STREAM $.src;
                CREATE SINK out USING %s OPTIONS (path '@/out');
                CREATE FLOW to_out AS INSERT INTO out BY NAME SELECT id, name FROM STREAM good;
                """;
        SinkPipeline pipeline =
                new SinkPipeline(folder)
                        .define(rules.formatted("json"))
                        .feed("(1, 'a'), (2, NULL)");
        FlowResult flow = pipeline.run().get(0);
        assertThat(flow.outputRows()).contains(1L);
        assertThat(flow.droppedRows()).contains(1L);
        assertThat(flow.expectations())
                .extracting(count -> count.name() + " " + count.passed() + " " + count.failed())
                .containsExactly("named 1 1", "positive 2 0");
        UpdateResult failed =
                pipeline.feed("(3, 'c'), (-1, 'd')").update(UpdateRequest.refreshAll());
        assertThat(failed.flows().get(0).error().orElseThrow().code())
                .isEqualTo("MILLRACE_EXPECTATION_VIOLATION");
        assertThat(pipeline.query("SELECT id, name FROM json.`@/out`")).containsExactly("1,a");

        pipeline.define(rules.formatted("noop"));
        assertThat(codes(pipeline)).containsExactly("MILLRACE_SINK_EXPECTATION");
    }

    @Test
    void anyStreamingSinkOfSparkTakesRows() {
        SinkPipeline pipeline =
                new SinkPipeline(folder)
                        .define(
                                """
                                CREATE SINK away USING noop;
                                CREATE FLOW to_away AS INSERT INTO away BY NAME
                                  SELECT * FROM STREAM $.src;
                                """)
                        .feed("(1, 'a'), (2, 'b')");
        assertThat(pipeline.run())
                .extracting(
                        FlowResult::status,
                        flow -> flow.outputRows().orElse(-1L),
                        FlowResult::batches)
                .containsExactly(tuple(FlowStatus.COMPLETED, 2L, 1L));
        assertThat(pipeline.run()).extracting(FlowResult::status).containsExactly(FlowStatus.IDLE);
    }

    @Test
    void aContinuousUpdateSendsRowsAsTheyCome() throws Exception {
        SinkPipeline pipeline =
                new SinkPipeline(folder)
                        .define(
                                DELTA
                                        + """
                                        CREATE SINK away USING noop;
                                        CREATE FLOW to_away AS INSERT INTO away BY NAME
                                          SELECT * FROM STREAM $.src;
                                        """)
                        .feed("(1, 'a')");
        ContinuousMode quick = new ContinuousMode(Optional.of(Duration.ofMillis(200)));
        FutureTask<UpdateResult> update =
                new FutureTask<>(
                        () ->
                                pipeline.update(
                                        UpdateRequest.refreshAll()
                                                .withContinuous(Optional.of(quick))));
        Thread thread = new Thread(update, "continuous-update");
        thread.start();
        try {
            await(update, pipeline, "1,a");
            pipeline.feed("(2, 'b')");
            await(update, pipeline, "1,a", "2,b");
        } finally {
            thread.interrupt();
        }
        UpdateResult stopped = update.get(2, TimeUnit.MINUTES);
        assertThat(stopped.status()).isEqualTo(UpdateStatus.CANCELED);
        assertThat(stopped.flows().get(0).outputRows()).contains(2L);
        assertThat(pipeline.run().get(0).status()).isEqualTo(FlowStatus.IDLE);
    }

    private void await(FutureTask<UpdateResult> update, SinkPipeline pipeline, String... rows)
            throws Exception {
        while (!Files.exists(folder.resolve("out/_delta_log/%020d.json".formatted(0)))
                || !pipeline.query(OUT).equals(List.of(rows))) {
            assertThat(update.isDone()).isFalse();
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    @Test
    void whatASinkCannotTakeIsToldBeforeAnythingIsWritten() {
        SinkPipeline pipeline = new SinkPipeline(folder).feed("(1, 'a')");
        pipeline.define(
                """
                CREATE SINK nowhere USING no_such_format;
                CREATE FLOW f AS INSERT INTO nowhere BY NAME SELECT * FROM STREAM $.src;
                """);
        assertThat(codes(pipeline)).containsExactly("MILLRACE_SINK_FORMAT");
        pipeline.define(
                """
                CREATE SINK db USING jdbc OPTIONS (url 'jdbc:none:x', dbtable 't',
                  password '{{secrets/no/such}}', upsertKeys 'id');
                CREATE FLOW g AS INSERT INTO db BY NAME
                  SELECT id, struct(name) AS s FROM STREAM $.src;
                CREATE FLOW h AS INSERT INTO db BY NAME SELECT name FROM STREAM $.src;
                CREATE FLOW i AS INSERT INTO db BY NAME SELECT id FROM STREAM $.src;
                """);
        assertThat(codes(pipeline))
                .containsExactly(
                        "MILLRACE_SINK_COLUMNS",
                        "MILLRACE_SINK_COLUMNS",
                        "MILLRACE_SECRET_NOT_FOUND");
        pipeline.define(
                """
                CREATE SINK db USING jdbc OPTIONS (url 'jdbc:none:x', dbtable 't');
                CREATE FLOW i AS INSERT INTO db BY NAME SELECT id FROM STREAM $.src;
                """);
        assertThat(codes(pipeline)).containsExactly("MILLRACE_SINK_FORMAT");
        assertThat(pipeline.storage().resolve("state/pipeline.json")).doesNotExist();
    }

    private RunDiagnostic onlyError(SinkPipeline pipeline) {
        PipelineRejectedException rejected =
                catchThrowableOfType(PipelineRejectedException.class, () -> pipeline.run());
        assertThat(rejected).isNotNull();
        assertThat(pipeline.plan(UpdateRequest.refreshAll()).refusals())
                .isEqualTo(rejected.diagnostics());
        assertThat(rejected.diagnostics()).hasSize(1);
        assertThat(rejected.diagnostics().get(0).code()).isEqualTo("MILLRACE_SINK_COLUMNS");
        return rejected.diagnostics().get(0);
    }

    @Test
    void columnsThatTheTableOfADeltaSinkLacksAreToldWithTheWayOut() {
        for (String place : List.of("path '@/out'", "tableName '$.sunk'")) {
            String table = place.startsWith("path") ? "delta.`@/out`" : "$.sunk";
            String text =
                    """
                    CREATE SINK out USING delta OPTIONS (%s);
                    CREATE FLOW to_out AS INSERT INTO out BY NAME SELECT id FROM STREAM $.src;
                    """
                            .formatted(place);
            SinkPipeline pipeline = new SinkPipeline(folder.resolve(place.substring(0, 4)));
            pipeline.define(text).feed("(1, 'a')").run();
            String wider = text.replace("SELECT id", "SELECT id, id * 2 AS z, name AS `a.b`");
            pipeline.define(wider).feed("(2, 'b')");

            RunDiagnostic error = onlyError(pipeline);
            assertThat(error.message())
                    .startsWith("the query returns the columns `z`, `a.b`, which the table ")
                    .endsWith(" of the sink does not have; it has `id`");
            assertThat(error.hint().orElseThrow()).contains("mergeSchema 'true'");

            wider = wider.replace(", name AS `a.b`", "");
            pipeline.define(wider.replace(place, place + ", mergeSchema 'true'")).run();
            assertThat(pipeline.query("SELECT * FROM " + table + " ORDER BY id"))
                    .containsExactly("1,null", "2,4");
            assertThat(pipeline.define(text).feed("(3, 'c')").run().get(0).outputRows())
                    .contains(1L);
        }
    }

    @Test
    void aTypeThatTheTableOfADeltaSinkCannotTakeIsToldWithTheStatementThatMendsIt() {
        for (String place : List.of("path '@/out'", "tableName '$.grown'")) {
            String text =
                    """
                    CREATE SINK out USING delta OPTIONS (%s, mergeSchema 'true');
                    CREATE FLOW to_out AS INSERT INTO out BY NAME SELECT id AS n FROM STREAM $.src;
                    """
                            .formatted(place);
            SinkPipeline pipeline = new SinkPipeline(folder.resolve(place.substring(0, 4)));
            pipeline.define(text).feed("(1, 'a')").run();
            pipeline.define(text.replace("id AS n", "id + 3000000000 AS n")).feed("(2, 'b')");

            RunDiagnostic error = onlyError(pipeline);
            assertThat(error.message())
                    .startsWith("the column `n` is INT in the table ")
                    .endsWith(" of the sink, and the query returns BIGINT");
            String hint = error.hint().orElseThrow();
            assertThat(hint).contains("CAST(n AS INT)");
            pipeline.query(
                    hint.substring(hint.indexOf("ALTER TABLE"), hint.indexOf(" to let the type")));
            pipeline.run();
            String table = place.startsWith("path") ? "delta.`@/out`" : "$.grown";
            assertThat(pipeline.query("SELECT n FROM " + table + " ORDER BY n"))
                    .containsExactly("1", "3000000002");
        }
    }

    @Test
    void aTypeThatNoTableCanGrowToHasToBeCast() {
        SinkPipeline pipeline = new SinkPipeline(folder).define(DELTA).feed("(1, 'a')");
        pipeline.run();
        pipeline.define(DELTA.replace("SELECT id, name", "SELECT name AS id")).feed("(2, '2')");
        RunDiagnostic error = onlyError(pipeline);
        assertThat(error.message()).contains("`id` is INT", "returns STRING");
        assertThat(error.hint())
                .contains("write CAST(id AS INT) in the query, or write into another table");
        pipeline.define(DELTA.replace("SELECT id, name", "SELECT CAST(name AS SMALLINT) AS id"))
                .run();
        assertThat(pipeline.query(OUT)).containsExactly("1,a", "2,null");
    }
}
