/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.plan;

import static io.millrace.spark.TestPipeline.batch;
import static io.millrace.spark.TestPipeline.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.PipelineRejectedException;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.TestPipeline;
import io.millrace.spark.TestPipeline.Options;
import io.millrace.spark.UpdateListener;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanTest {

    @TempDir Path storage;

    private TestPipeline pipeline;

    @BeforeEach
    void newPipeline() {
        pipeline = new TestPipeline(storage);
        pipeline.sql("CREATE TABLE src (id INT, v STRING) USING delta");
        pipeline.sql("INSERT INTO src VALUES (1, 'a'), (2, 'b')");
    }

    private static DatasetPlan dataset(UpdatePlan plan, String name) {
        return plan.datasets().stream()
                .filter(dataset -> dataset.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static FlowPlan flow(UpdatePlan plan, String name) {
        return plan.datasets().stream()
                .flatMap(dataset -> dataset.flows().stream())
                .filter(flow -> flow.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Every file and folder that a plan could write, with its size and time. */
    private Map<String, String> files() throws IOException {
        Map<String, String> found = new TreeMap<>();
        for (Path root : List.of(storage, SharedSparkSession.home().resolve("warehouse"))) {
            try (Stream<Path> all = Files.walk(root)) {
                for (Path path : all.toList()) {
                    found.put(
                            path.toString(),
                            Files.isDirectory(path)
                                    ? "folder"
                                    : Files.size(path) + " " + Files.getLastModifiedTime(path));
                }
            }
        }
        return found;
    }

    @Test
    void ofAFreshPipelineEverythingIsNewAndNothingIsWritten() throws IOException {
        pipeline.streamingTable("t", "SELECT * FROM STREAM src", stream("src"))
                .materializedView("m", "SELECT count(*) AS n FROM t", batch("t"));
        Map<String, String> before = files();

        UpdatePlan plan = pipeline.plan();

        assertThat(plan.errors()).isEmpty();
        assertThat(plan.hasChanges()).isTrue();
        assertThat(plan.datasets()).extracting(DatasetPlan::change).containsOnly(Change.NEW);
        FlowPlan flow = flow(plan, "t");
        assertThat(flow.action()).isEqualTo(FlowAction.RUN);
        assertThat(flow.reads().get(0).files().getAsLong()).isPositive();
        assertThat(flow(plan, "m").after()).containsExactly("t");
        assertThat(files()).isEqualTo(before);
        assertThat(pipeline.rows("SHOW TABLES")).hasSize(1);
    }

    @Test
    void anUnchangedPipelineHasNoChangesAndWhatWaitsIsCounted() throws IOException {
        pipeline.streamingTable("t", "SELECT * FROM STREAM src", stream("src"))
                .materializedView("m", "SELECT count(*) AS n FROM t", batch("t"));
        pipeline.run();

        UpdatePlan idle = pipeline.plan();
        assertThat(idle.hasChanges()).isFalse();
        assertThat(flow(idle, "t").action()).isEqualTo(FlowAction.IDLE);
        assertThat(flow(idle, "m").action()).isEqualTo(FlowAction.IDLE);
        assertThat(flow(idle, "m").technique()).hasValue("NO_OP");

        pipeline.sql("INSERT INTO src VALUES (3, 'c')");
        pipeline.sql("INSERT INTO src VALUES (4, 'd')");
        Map<String, String> before = files();
        UpdatePlan waiting = pipeline.plan();
        assertThat(waiting.hasChanges()).isFalse();
        SourcePlan read = flow(waiting, "t").reads().get(0);
        assertThat(read.versions()).hasValue(2);
        assertThat(read.files()).hasValue(2);
        assertThat(read.bytes().getAsLong()).isPositive();
        assertThat(flow(waiting, "m").action()).isEqualTo(FlowAction.RUN_IF_INPUT);
        assertThat(dataset(pipeline.plan(fullRefreshAll()), "t").generation()).isEqualTo(2);
        assertThat(files()).isEqualTo(before);

        UpdateResult result = pipeline.run();
        assertThat(result.flows())
                .extracting(FlowResult::status)
                .containsOnly(FlowStatus.COMPLETED);
    }

    @Test
    void aViewThatWasRefreshedInFullHasNothingToDoAfterwards() {
        pipeline.materializedView("m", "SELECT count(*) AS n FROM src", batch("src"));
        pipeline.run();
        pipeline.run(fullRefreshAll());

        assertThat(flow(pipeline.plan(), "m").technique()).hasValue("NO_OP");
        assertThat(pipeline.run().flows().get(0).status()).isEqualTo(FlowStatus.IDLE);
        assertThat(pipeline.rows("SELECT n FROM m")).containsExactly("[2]");
    }

    private static UpdateRequest fullRefreshAll() {
        return new UpdateRequest(List.of(), List.of(), true, List.of(), false, 16, 0);
    }

    @Test
    void whatLeavesTheSourcesStaysReadableAndGoesOnWhenItComesBack() {
        pipeline.streamingTable("t", "SELECT * FROM STREAM src", stream("src"))
                .flow("g", "t", FlowKind.APPEND, "SELECT id FROM STREAM src", stream("src"))
                .streamingTable("u", "SELECT id FROM STREAM src", stream("src"));
        pipeline.run();
        pipeline.edit().streamingTable("t", "SELECT * FROM STREAM src", stream("src"));

        UpdatePlan removed = pipeline.plan();
        assertThat(dataset(removed, "u").change()).isEqualTo(Change.REMOVED);
        assertThat(flow(removed, "g").change()).isEqualTo(Change.REMOVED);
        assertThat(removed.hasChanges()).isTrue();
        pipeline.sql("INSERT INTO src VALUES (3, 'c')");
        pipeline.run();
        UpdatePlan inactive = pipeline.plan();
        assertThat(dataset(inactive, "u").change()).isEqualTo(Change.INACTIVE);
        assertThat(inactive.hasChanges()).isFalse();
        assertThat(pipeline.rows("SELECT count(*) FROM u")).containsExactly("[2]");
        assertThat(pipeline.rows("SELECT count(*) FROM t")).containsExactly("[5]");

        pipeline.flow("g", "t", FlowKind.APPEND, "SELECT id FROM STREAM src", stream("src"))
                .streamingTable("u", "SELECT id FROM STREAM src", stream("src"));
        UpdatePlan back = pipeline.plan();
        assertThat(dataset(back, "u").change()).isEqualTo(Change.RETURNED);
        assertThat(flow(back, "g").reads().get(0).versions()).hasValue(1);
        pipeline.run();
        assertThat(pipeline.rows("SELECT count(*) FROM u")).containsExactly("[3]");
        assertThat(pipeline.rows("SELECT count(*) FROM t")).containsExactly("[6]");
    }

    @Test
    void aFlowThatRunsOnceIsPendingThenDoneAndAChangeOfItIsNotApplied() {
        pipeline.streamingTable("t")
                .flow("h", "t", FlowKind.ONCE, "SELECT * FROM src", batch("src"));
        FlowPlan pending = flow(pipeline.plan(), "h");
        assertThat(pending.action()).isEqualTo(FlowAction.RUN);
        assertThat(pending.notes()).containsExactly("runs once, and has not run");
        pipeline.run();
        assertThat(flow(pipeline.plan(), "h").action()).isEqualTo(FlowAction.IDLE);

        pipeline.edit()
                .streamingTable("t")
                .flow("h", "t", FlowKind.ONCE, "SELECT id, 'x' AS v FROM src", batch("src"));
        for (int run = 0; run < 2; run++) {
            UpdatePlan plan = pipeline.plan();
            assertThat(flow(plan, "h").change()).isEqualTo(Change.UNCHANGED);
            assertThat(flow(plan, "h").action()).isEqualTo(FlowAction.IDLE);
            assertThat(flow(plan, "h").notes().get(0))
                    .isEqualTo("its query has changed since it ran, and is not run again");
            assertThat(plan.hasChanges()).isFalse();
            assertThat(plan.warnings().get(0)).contains("`h`", "has changed since it ran");
            List<String> warnings = new ArrayList<>();
            pipeline.listener(warnings(warnings)).run();
            assertThat(warnings).isEqualTo(plan.warnings());
        }
        assertThat(pipeline.rows("SELECT v FROM t ORDER BY id")).containsExactly("[a]", "[b]");
    }

    private static UpdateListener warnings(List<String> warnings) {
        return new UpdateListener() {
            @Override
            public void warning(String message) {
                warnings.add(message);
            }
        };
    }

    @Test
    void changesOfDefinitionsAndColumnsAreTold() {
        pipeline.streamingTable("t", "SELECT * FROM STREAM src", stream("src"))
                .materializedView("m", "SELECT id FROM src", batch("src"));
        pipeline.run();
        pipeline.edit()
                .dataset(
                        "t",
                        DatasetKind.STREAMING_TABLE,
                        Options.none().comment("c").properties(Map.of("quality", "gold")))
                .flow(
                        "t",
                        "t",
                        FlowKind.APPEND,
                        "SELECT CAST(id AS BIGINT) AS id, v, 1 AS n FROM STREAM src",
                        stream("src"))
                .materializedView("m", "SELECT v FROM src", batch("src"));

        UpdatePlan plan = pipeline.plan();

        assertThat(dataset(plan, "t").changes())
                .containsExactly(
                        "the comment",
                        "the property `quality`",
                        "column `id` INT becomes BIGINT (widened in place)",
                        "column `n` INT is added");
        assertThat(dataset(plan, "m").changes())
                .containsExactly("column `v` STRING is added", "column `id` is removed");
        assertThat(flow(plan, "m").technique()).hasValue("COMPLETE_RECOMPUTE");
        assertThat(pipeline.run().flows())
                .extracting(FlowResult::status)
                .doesNotContain(FlowStatus.FAILED);
        assertThat(pipeline.plan().hasChanges()).isFalse();
    }

    private RunDiagnostic refusal() {
        List<RunDiagnostic> planned = pipeline.plan().refusals();
        PipelineRejectedException rejected =
                catchThrowableOfType(PipelineRejectedException.class, pipeline::run);
        assertThat(rejected).isNotNull();
        assertThat(rejected.diagnostics()).isEqualTo(planned).hasSize(1);
        return planned.get(0);
    }

    @Test
    void oneMoreBranchOfAUnionIsRefusedAndWorksAsAFlowOfItsOwn() {
        pipeline.sql("CREATE TABLE b USING delta AS SELECT 10 AS id, 'x' AS v");
        pipeline.sql("CREATE TABLE c USING delta AS SELECT 20 AS id, 'y' AS v");
        String two = "SELECT * FROM STREAM src UNION ALL SELECT * FROM STREAM b";
        pipeline.streamingTable("t", two, stream("src"), stream("b"));
        pipeline.run();
        pipeline.edit()
                .streamingTable(
                        "t",
                        two + " UNION ALL SELECT * FROM STREAM c",
                        stream("src"),
                        stream("b"),
                        stream("c"));

        RunDiagnostic refusal = refusal();
        assertThat(refusal.code()).isEqualTo("MILLRACE_CHECKPOINT_INCOMPATIBLE");
        assertThat(refusal.message()).contains("was 2 and is 3");
        assertThat(refusal.hint().orElseThrow()).contains("a flow of its own", "INSERT INTO t");

        pipeline.edit()
                .streamingTable("t", two, stream("src"), stream("b"))
                .flow("c", "t", FlowKind.APPEND, "SELECT * FROM STREAM c", stream("c"));
        pipeline.run();
        assertThat(pipeline.rows("SELECT id FROM t ORDER BY id"))
                .containsExactly("[1]", "[2]", "[10]", "[20]");
    }

    @Test
    void changesOfStatefulQueriesAreRefusedAndOthersAreNot() {
        stateful("SELECT id % 2 AS k, count(*) AS n FROM STREAM src GROUP BY id % 2");
        pipeline.run();

        stateful(
                "SELECT id % 2 AS k, count(*) AS n, 'x' AS added FROM (SELECT * FROM STREAM src"
                        + " WHERE id > 0) GROUP BY 1 -- stateless parts may change");
        assertThat(pipeline.plan().refusals()).isEmpty();

        stateful("SELECT CAST(v = 'a' AS INT) AS k, count(*) AS n FROM STREAM src GROUP BY v");
        assertThat(refusal().message()).contains("aggregation", "by (INT)", "by (STRING)");
        stateful("SELECT id % 3 AS k, count(*) AS n FROM STREAM src GROUP BY id % 3");
        RunDiagnostic meaning = refusal();
        assertThat(meaning.message()).contains("(id % 2)", "(id % 3)");
        assertThat(meaning.hint().orElseThrow()).contains("--full-refresh t", "--force");
        assertThat(pipeline.plan(UpdateRequest.refreshAll().withForce()).refusals()).isEmpty();
        stateful("SELECT id % 2 AS k, sum(id) AS n FROM STREAM src GROUP BY id % 2");
        assertThat(refusal().message()).contains("count(INT)", "sum(INT)");
        stateful("SELECT id AS k, 1L AS n FROM STREAM src");
        assertThat(refusal().message()).contains("the state of aggregation", "nothing");
        stateful(
                "SELECT id % 2 AS k, count(*) AS n FROM (SELECT DISTINCT id, v FROM STREAM src)"
                        + " GROUP BY id % 2");
        assertThat(refusal().message()).contains("removal of duplicates, aggregation");
    }

    private void stateful(String query) {
        pipeline.edit().streamingTable("t", query, stream("src"));
    }

    @Test
    void aStreamingTableDoesNotBecomeAMaterializedViewByAWord() {
        pipeline.streamingTable("t", "SELECT * FROM STREAM src", stream("src"));
        pipeline.run();
        pipeline.edit().materializedView("t", "SELECT * FROM src", batch("src"));

        assertThat(refusal().code()).isEqualTo("MILLRACE_DATASET_KIND_CHANGED");
    }
}
