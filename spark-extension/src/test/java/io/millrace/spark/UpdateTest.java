/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static io.millrace.spark.TestPipeline.batch;
import static io.millrace.spark.TestPipeline.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.TestPipeline.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpdateTest {

    @TempDir Path storage;

    private TestPipeline pipeline;

    @BeforeEach
    void newPipeline() {
        pipeline = new TestPipeline(storage);
        pipeline.sql("CREATE TABLE src (id INT, v STRING) USING delta");
        pipeline.sql("INSERT INTO src VALUES (1, 'a'), (2, 'b')");
    }

    @Test
    void aFailedFlowFailsAloneAndOnlyItsReadersAreSkipped() {
        pipeline.streamingTable("one", "SELECT * FROM STREAM src", stream("src"))
                .streamingTable("two", "SELECT 1 / (id - 1) AS x FROM STREAM one", stream("one"))
                .streamingTable("three", "SELECT * FROM STREAM two", stream("two"))
                .materializedView("four", "SELECT count(*) AS n FROM one", batch("one"));

        UpdateResult result = pipeline.run();

        assertThat(result.status()).isEqualTo(UpdateStatus.FAILED);
        assertThat(result.flows())
                .extracting(FlowResult::status)
                .containsExactly(
                        FlowStatus.COMPLETED,
                        FlowStatus.FAILED,
                        FlowStatus.SKIPPED,
                        FlowStatus.COMPLETED);
        FlowError error = result.flows().get(1).error().orElseThrow();
        assertThat(error.code()).isEqualTo("DIVIDE_BY_ZERO");
        assertThat(error.message()).contains("Division by zero").doesNotContain("SQLSTATE");
        assertThat(error.location().orElseThrow().start()).isEqualTo("SELECT ".length());
        assertThat(pipeline.rows("SELECT * FROM four")).containsExactly("[2]");
    }

    @Test
    void errorsOfAnalysisAreFoundBeforeAnythingIsWritten() {
        pipeline.streamingTable("b", "SELECT idd FROM STREAM src", stream("src"))
                .streamingTable("c", "SELECT * FROM STREAM b", stream("b"))
                .materializedView("d", "SELECT * FROM nowhere", batch("nowhere"));

        PipelineRejectedException rejected =
                catchThrowableOfType(PipelineRejectedException.class, pipeline::run);

        assertThat(rejected.diagnostics())
                .extracting(RunDiagnostic::code)
                .containsExactly("UNRESOLVED_COLUMN.WITH_SUGGESTION", "TABLE_OR_VIEW_NOT_FOUND");
        assertThat(rejected.diagnostics().get(0).message()).contains("`id`");
        assertThat(rejected.diagnostics().get(0).location())
                .hasValue(new SourceLocation("pipeline.sql", 7, 10));
        assertThat(storage).isEmptyDirectory();
        assertThat(pipeline.rows("SHOW TABLES")).hasSize(1);
    }

    @Test
    void readersNeverSeeAnEmptyMaterializedView() throws Exception {
        pipeline.materializedView(
                "m", "SELECT s.id, r.id AS n FROM src s CROSS JOIN range(50) r", batch("src"));
        pipeline.run();
        AtomicBoolean done = new AtomicBoolean();
        AtomicReference<String> wrong = new AtomicReference<>();
        Thread reader =
                new Thread(
                        () -> {
                            while (!done.get()) {
                                long n =
                                        TestPipeline.session()
                                                .table(pipeline.schema() + ".m")
                                                .count();
                                if (n != 100 && n != 150) {
                                    wrong.set("saw " + n);
                                }
                            }
                        });
        reader.start();
        pipeline.sql("INSERT INTO src VALUES (3, 'c')");
        UpdateResult refreshed = pipeline.run();
        pipeline.edit()
                .materializedView("m", "SELECT id, 1 / (id - 3) AS n FROM src", batch("src"));
        UpdateResult failed = pipeline.run();
        done.set(true);
        reader.join();

        assertThat(refreshed.status()).isEqualTo(UpdateStatus.COMPLETED);
        assertThat(failed.status()).isEqualTo(UpdateStatus.FAILED);
        assertThat(wrong).hasNullValue();
        assertThat(pipeline.rows("SELECT count(*) FROM m")).containsExactly("[150]");
    }

    @Test
    void textThatLooksLikeAReferenceStaysAsItIs() {
        pipeline.materializedView("m", "SELECT '${env:PATH} ${nope}' AS x")
                .streamingTable("t", "SELECT *, r'${nope}' AS y FROM STREAM m", stream("m"));

        TestPipeline.assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT concat_ws('|', collect_list(length(x))) FROM m"))
                .containsExactly("[19]");
        assertThat(pipeline.rows("SELECT length(x), length(y) FROM t")).containsExactly("[19,7]");
    }

    @Test
    void aMaterializedViewFollowsItsQueryToOtherColumnsAndTypes() {
        pipeline.materializedView("m", "SELECT id, v FROM src", batch("src"));
        pipeline.run();
        pipeline.edit().materializedView("m", "SELECT v AS id FROM src", batch("src"));

        UpdateResult result = pipeline.run();

        assertThat(result.flows().get(0).technique()).hasValue("COMPLETE_RECOMPUTE");
        assertThat(pipeline.rows("SELECT * FROM m ORDER BY id")).containsExactly("[a]", "[b]");
    }

    @Test
    void aMaterializedViewIsMadeAgainOnlyWhenSomethingHasChanged() {
        pipeline.materializedView("m", "SELECT count(*) AS n FROM src", batch("src"))
                .materializedView("r", "SELECT id, rand() AS x FROM src", batch("src"))
                .materializedView(
                        "now",
                        "SELECT current_timestamp() AS t",
                        new io.millrace.compiler.graph.Input[0]);
        pipeline.run();

        UpdateResult second = pipeline.run();

        assertThat(second.flows())
                .extracting(flow -> flow.technique().orElse(""))
                .containsExactly("NO_OP", "COMPLETE_RECOMPUTE", "COMPLETE_RECOMPUTE");
        assertThat(pipeline.commits("m")).isEqualTo(2);
    }

    @Test
    void theSecondRunCommitsNoMetadataAndChangedCommentsFollow() {
        Options options =
                Options.none()
                        .columns("id INT COMMENT 'the \"key\", it''s 5', v STRING")
                        .comment("two\nlines")
                        .properties(Map.of("a.b", "c=d;e", "quality", "bronze"))
                        .partitions("v");
        pipeline.dataset("t", DatasetKind.STREAMING_TABLE, options)
                .flow("t", "t", FlowKind.APPEND, "SELECT * FROM STREAM src", stream("src"));
        pipeline.run();
        pipeline.run();
        assertThat(pipeline.commits("t")).isEqualTo(2);

        pipeline.edit()
                .dataset(
                        "t",
                        DatasetKind.STREAMING_TABLE,
                        options.comment("other").properties(Map.of("quality", "silver")))
                .flow("t", "t", FlowKind.APPEND, "SELECT * FROM STREAM src", stream("src"));
        pipeline.run();

        assertThat(
                        pipeline.detail(
                                "t",
                                "description",
                                "properties['quality']",
                                "properties['a.b']",
                                "partitionColumns"))
                .isEqualTo("[other,silver,null,ArraySeq(v)]");
    }

    @Test
    void changedPartitioningIsAClearErrorUntilAFullRefresh() {
        pipeline.streamingTable("t", "SELECT * FROM STREAM src", stream("src"));
        pipeline.run();
        pipeline.edit()
                .dataset("t", DatasetKind.STREAMING_TABLE, Options.none().partitions("v"))
                .flow("t", "t", FlowKind.APPEND, "SELECT * FROM STREAM src", stream("src"));

        PipelineRejectedException rejected =
                catchThrowableOfType(PipelineRejectedException.class, pipeline::run);
        assertThat(rejected.diagnostics().get(0).code()).isEqualTo("MILLRACE_PARTITIONING_CHANGED");

        UpdateResult full = pipeline.run(AppendFlowTest.fullRefresh("t"));
        assertThat(full.flows()).allSatisfy(flow -> assertThat(flow.error()).isEmpty());
        assertThat(pipeline.rows("SELECT * FROM t ORDER BY id")).containsExactly("[1,a]", "[2,b]");
        assertThat(pipeline.detail("t", "partitionColumns")).isEqualTo("[ArraySeq(v)]");
    }

    @Test
    void aFullRefreshReplacesTheOldContentsAtOnce() {
        pipeline.streamingTable("t", "SELECT * FROM STREAM src", stream("src"));
        pipeline.run();
        pipeline.sql("DELETE FROM src WHERE id = 1");

        UpdateResult full = pipeline.run(AppendFlowTest.fullRefresh("t").withForce());

        assertThat(full.flows()).allSatisfy(flow -> assertThat(flow.error()).isEmpty());
        assertThat(pipeline.rows("SELECT * FROM t")).containsExactly("[2,b]");
        assertThat(pipeline.commits("t")).isEqualTo(3);
        pipeline.sql("INSERT INTO src VALUES (9, 'i')");
        pipeline.run();
        assertThat(pipeline.rows("SELECT * FROM t ORDER BY id")).containsExactly("[2,b]", "[9,i]");
    }

    @Test
    void aFullRefreshWithoutDataEmptiesTheTable() {
        pipeline.streamingTable("t", "SELECT * FROM STREAM src", stream("src"));
        pipeline.run();
        pipeline.sql("DELETE FROM src");

        pipeline.run(AppendFlowTest.fullRefresh("t").withForce());

        assertThat(pipeline.rows("SELECT * FROM t")).isEmpty();
    }

    @Test
    void aProtectedTableIsNotRefreshedInFull() {
        pipeline.dataset(
                        "t",
                        DatasetKind.STREAMING_TABLE,
                        Options.none().properties(Map.of("pipelines.reset.allowed", "false")))
                .flow("t", "t", FlowKind.APPEND, "SELECT * FROM STREAM src", stream("src"));
        pipeline.run();

        PipelineRejectedException rejected =
                catchThrowableOfType(
                        PipelineRejectedException.class,
                        () -> pipeline.run(AppendFlowTest.fullRefresh("t")));
        assertThat(rejected.diagnostics().get(0).code()).isEqualTo("MILLRACE_RESET_NOT_ALLOWED");

        UpdateResult all =
                pipeline.run(
                        new UpdateRequest(List.of(), List.of(), true, List.of(), false, 16, 0));
        assertThat(all.flows().get(0).status()).isEqualTo(FlowStatus.IDLE);
    }

    @Test
    void aSelectiveRefreshLeavesTheOthersAlone() {
        pipeline.streamingTable("a", "SELECT * FROM STREAM src", stream("src"))
                .streamingTable("later", "SELECT * FROM STREAM src", stream("src"));
        pipeline.run();
        pipeline.sql("INSERT INTO src VALUES (3, 'c')");

        UpdateResult result = pipeline.run(AppendFlowTest.refresh("later"));

        assertThat(result.flows())
                .extracting(FlowResult::status)
                .containsExactly(FlowStatus.EXCLUDED, FlowStatus.COMPLETED);
        assertThat(pipeline.rows("SELECT count(*) FROM a")).containsExactly("[2]");
        RunDiagnostic unknown =
                catchThrowableOfType(
                                PipelineRejectedException.class,
                                () -> pipeline.run(AppendFlowTest.refresh("latter")))
                        .diagnostics()
                        .get(0);
        assertThat(unknown.hint().orElseThrow()).contains("`later`");
    }

    @Test
    void namesWithSpecialCharactersWork() {
        pipeline.streamingTable(
                "t",
                "SELECT id AS `unit price`, v AS `a.b`, struct(id AS `x y`) AS `x``y` FROM STREAM"
                        + " src",
                stream("src"));

        UpdateResult first = pipeline.run();
        pipeline.run();

        assertThat(first.flows()).allSatisfy(flow -> assertThat(flow.error()).isEmpty());
        assertThat(pipeline.rows("SELECT `unit price`, `a.b`, `x``y`.`x y` FROM t ORDER BY 1"))
                .containsExactly("[1,a,1]", "[2,b,2]");
        assertThat(pipeline.commits("t")).isEqualTo(2);
    }

    @Test
    void aTableThatIsNotThePipelinesIsNotTouched() {
        pipeline.sql("CREATE TABLE t (id INT) USING delta");
        pipeline.streamingTable("t", "SELECT id FROM STREAM src", stream("src"));

        PipelineRejectedException rejected =
                catchThrowableOfType(PipelineRejectedException.class, pipeline::run);

        assertThat(rejected.diagnostics().get(0).code()).isEqualTo("MILLRACE_TABLE_NOT_OURS");
    }

    @Test
    void publishedViewsAreInTheCatalog() {
        pipeline.dataset("pv", DatasetKind.VIEW, Options.none().comment("it's"))
                .flow("pv", "pv", FlowKind.VIEW, "SELECT id FROM src WHERE id > 1", batch("src"))
                .materializedView("m", "SELECT * FROM pv", batch("pv"));

        UpdateResult result = pipeline.run();

        assertThat(result.status()).isEqualTo(UpdateStatus.COMPLETED);
        assertThat(pipeline.rows("SELECT * FROM pv")).containsExactly("[2]");
        assertThat(pipeline.rows("SELECT * FROM m")).containsExactly("[2]");
    }

    @Test
    void theEventLogTellsWhatHappened() throws IOException {
        pipeline.streamingTable("t", "SELECT * FROM STREAM src", stream("src"));
        UpdateResult result = pipeline.run();

        Path log = storage.resolve("events").resolve(result.updateId() + ".jsonl");
        String events = Files.readString(log);
        assertThat(events.lines().toList())
                .first()
                .asString()
                .contains("\"event_type\":\"create_update\"");
        assertThat(events)
                .contains("\"flow_progress\":{\"status\":\"QUEUED\"")
                .contains(
                        "\"flow_progress\":{\"status\":\"RUNNING\",\"metrics\":{\"num_output_rows\":2,")
                .contains("\"flow_progress\":{\"status\":\"COMPLETED\"}")
                .contains("\"update_progress\":{\"state\":\"COMPLETED\"}");
        assertThat(storage.resolve("updates").resolve(result.updateId()).resolve("graph.json"))
                .exists();
    }

    @Test
    void clusteringAndNotNullAreDeltas() {
        pipeline.dataset(
                        "t",
                        DatasetKind.STREAMING_TABLE,
                        Options.none().columns("id INT NOT NULL, v STRING").clusters("id"))
                .flow("t", "t", FlowKind.APPEND, "SELECT id, v FROM STREAM src", stream("src"));

        UpdateResult first = pipeline.run();

        assertThat(first.flows()).allSatisfy(flow -> assertThat(flow.error()).isEmpty());
        assertThat(pipeline.rows("SELECT * FROM t ORDER BY id")).containsExactly("[1,a]", "[2,b]");
        assertThat(pipeline.detail("t", "clusteringColumns")).isEqualTo("[ArraySeq(id)]");
        pipeline.sql("INSERT INTO src VALUES (NULL, 'n')");
        UpdateResult failed = pipeline.run();
        assertThat(failed.flows().get(0).error().orElseThrow().message()).contains("NOT NULL");
    }
}
