/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.plan;

import static io.millrace.spark.TestPipeline.batch;
import static io.millrace.spark.TestPipeline.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.compiler.graph.Input;
import io.millrace.compiler.graph.InputKind;
import io.millrace.compiler.graph.Place;
import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.PipelineRejectedException;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.TestPipeline;
import io.millrace.spark.TestPipeline.Options;
import io.millrace.spark.UpdateListener;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.cdc.SqlPipeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefreshKindTest {

    private static final String COPY = "SELECT * FROM STREAM src";

    @TempDir Path storage;
    @TempDir Path folder;

    private TestPipeline pipeline;

    @BeforeEach
    void newPipeline() {
        pipeline = new TestPipeline(storage);
        pipeline.sql("CREATE TABLE src (id INT) USING delta");
        pipeline.sql("INSERT INTO src VALUES (1), (2)");
    }

    private static UpdateRequest refresh(String... names) {
        return new UpdateRequest(List.of(names), List.of(), false, List.of(), false, 16, 0);
    }

    private static UpdateRequest full(String... names) {
        return new UpdateRequest(List.of(), List.of(names), false, List.of(), false, 16, 0);
    }

    private static UpdateRequest reset(String flow) {
        return new UpdateRequest(List.of(), List.of(), false, List.of(flow), false, 16, 0);
    }

    private RunDiagnostic rejection(UpdateRequest request) {
        PipelineRejectedException rejected =
                catchThrowableOfType(PipelineRejectedException.class, () -> pipeline.run(request));
        assertThat(rejected).isNotNull();
        return rejected.diagnostics().get(0);
    }

    private static List<String> ran(UpdateResult result) {
        return result.flows().stream()
                .filter(flow -> flow.status() != FlowStatus.EXCLUDED)
                .map(FlowResult::name)
                .toList();
    }

    private void chain() {
        pipeline.edit()
                .streamingTable("a", COPY, stream("src"))
                .streamingTable("b", "SELECT * FROM STREAM a", stream("a"))
                .temporaryView("v", "SELECT * FROM STREAM b", stream("b"))
                .streamingTable("c", "SELECT * FROM STREAM v", stream("v"))
                .streamingTable("other", COPY, stream("src"));
    }

    @Test
    void signsTakeInWhatIsReadAndWhatReads() {
        chain();
        assertThat(ran(pipeline.run(refresh("+b")))).containsExactly("a", "b");
        assertThat(ran(pipeline.run(refresh("b+", "other")))).containsExactly("b", "c", "other");
        assertThat(ran(pipeline.run(refresh("+b+")))).containsExactly("a", "b", "c");
        assertThat(rejection(refresh("+zz")).message()).contains("`zz`");
    }

    @Test
    void onlyWhatFailedOrWasSkippedIsRefreshed() {
        pipeline.streamingTable("a", COPY, stream("src"))
                .streamingTable("b", "SELECT 1 / (id - 1) AS x FROM STREAM a", stream("a"))
                .streamingTable("c", "SELECT * FROM STREAM b", stream("b"));
        pipeline.run();
        pipeline.edit()
                .streamingTable("a", COPY, stream("src"))
                .streamingTable("b", "SELECT CAST(id AS DOUBLE) AS x FROM STREAM a", stream("a"))
                .streamingTable("c", "SELECT * FROM STREAM b", stream("b"));

        assertThat(ran(pipeline.run(refresh().onlyFailed()))).containsExactly("b", "c");
        assertThat(pipeline.rows("SELECT count(*) FROM c")).containsExactly("[2]");
        assertThat(ran(pipeline.run(refresh().onlyFailed()))).isEmpty();
    }

    @Test
    void aResetCheckpointReadsEverythingAgainIntoTheRowsThatAreThere() {
        pipeline.streamingTable("t")
                .flow("f", "t", FlowKind.APPEND, COPY, stream("src"))
                .flow("h", "t", FlowKind.ONCE, "SELECT 9 AS id", new Input[0]);
        pipeline.run();
        pipeline.run(reset("h"));
        assertThat(pipeline.rows("SELECT id FROM t ORDER BY id"))
                .containsExactly("[1]", "[2]", "[9]", "[9]");
        pipeline.run(reset("f"));
        pipeline.run();
        assertThat(pipeline.rows("SELECT id FROM t ORDER BY id"))
                .containsExactly("[1]", "[1]", "[2]", "[2]", "[9]", "[9]");
    }

    @Test
    void protectedTablesAreLeftOutOfAFullRefreshOfAllWithAMessage() {
        pipeline.dataset(
                        "p",
                        DatasetKind.STREAMING_TABLE,
                        Options.none().properties(Map.of("pipelines.reset.allowed", "false")))
                .flow("p", "p", FlowKind.APPEND, COPY, stream("src"))
                .streamingTable("t", COPY, stream("src"));
        pipeline.run();
        pipeline.sql("INSERT INTO src VALUES (3)");
        List<String> warnings = new ArrayList<>();
        pipeline.listener(
                new UpdateListener() {
                    @Override
                    public void warning(String message) {
                        warnings.add(message);
                    }
                });

        pipeline.run(new UpdateRequest(List.of(), List.of(), true, List.of(), false, 16, 0));

        assertThat(warnings).hasSize(1);
        assertThat(warnings.get(0)).contains("`p`", "pipelines.reset.allowed");
        assertThat(pipeline.rows("SELECT count(*) FROM p")).containsExactly("[3]");
        assertThat(storage.resolve("checkpoints/spark_catalog." + pipeline.schema() + ".p/p/2"))
                .doesNotExist();
        assertThat(storage.resolve("checkpoints/spark_catalog." + pipeline.schema() + ".t/t/2"))
                .exists();
    }

    @Test
    void aStreamOverATableThatIsMadeAnewIsRefreshedTooOrTheUpdateIsRefused() {
        chain();
        pipeline.run();

        RunDiagnostic refused = rejection(full("b"));
        assertThat(refused.code()).isEqualTo("MILLRACE_DOWNSTREAM_NOT_REFRESHED");
        assertThat(refused.message()).contains("`b`", "`c`");
        assertThat(refused.hint().orElseThrow()).contains("--full-refresh b,c", "b+");
        assertThat(pipeline.commits("b")).isEqualTo(2);

        UpdateResult both = pipeline.run(full("b+"));
        assertThat(both.flows()).allSatisfy(flow -> assertThat(flow.error()).isEmpty());
        assertThat(pipeline.rows("SELECT id FROM c ORDER BY id")).containsExactly("[1]", "[2]");
        pipeline.sql("INSERT INTO src VALUES (3)");
        pipeline.run();
        assertThat(pipeline.rows("SELECT id FROM c ORDER BY id"))
                .containsExactly("[1]", "[2]", "[3]");
    }

    private void protectedChain(String options) {
        pipeline.edit()
                .streamingTable("ev", COPY, stream("src"))
                .dataset(
                        "keep",
                        DatasetKind.STREAMING_TABLE,
                        Options.none().properties(Map.of("pipelines.reset.allowed", "false")))
                .flow(
                        "keep",
                        "keep",
                        FlowKind.APPEND,
                        "SELECT * FROM STREAM ev" + options,
                        new Input(
                                InputKind.DATASET,
                                DatasetName.of("ev"),
                                true,
                                options.isEmpty() ? Map.of() : Map.of("skipChangeCommits", "true"),
                                new Place("pipeline.sql", 1, 1, 1, 2)))
                .streamingTable("other", COPY, stream("src"))
                .materializedView("m", "SELECT count(*) AS n FROM other", batch("other"));
    }

    @Test
    void aProtectedReaderIsNamedWithWhatWorks() {
        UpdateRequest all = new UpdateRequest(List.of(), List.of(), true, List.of(), false, 16, 0);
        protectedChain("");
        pipeline.run();

        RunDiagnostic refused = rejection(all);
        assertThat(refused.code()).isEqualTo("MILLRACE_DOWNSTREAM_NOT_REFRESHED");
        assertThat(refused.hint())
                .hasValue(
                        "`keep` is protected (pipelines.reset.allowed is false): leave `ev` out of"
                                + " the full refresh: --full-refresh other,m --refresh ev,keep; or"
                                + " set it to true and run --full-refresh ev+; to leave `keep` as"
                                + " it is, write STREAM ev WITH (skipChangeCommits) in its query"
                                + " and add --force");
        assertThat(rejection(full("ev+")).hint().orElseThrow())
                .contains("leave `ev` out of the full refresh; or set it");
        pipeline.sql("INSERT INTO src VALUES (3)");
        TestPipeline.assertCompleted(
                pipeline.run(
                        new UpdateRequest(
                                List.of("ev", "keep"),
                                List.of("other", "m"),
                                false,
                                List.of(),
                                false,
                                16,
                                0)));
        assertThat(pipeline.rows("SELECT count(*) FROM keep")).containsExactly("[3]");

        protectedChain(" WITH (skipChangeCommits = true)");
        assertThat(rejection(all).hint().orElseThrow())
                .endsWith("; --force leaves `keep` as it is");
        TestPipeline.assertCompleted(pipeline.run(all.withForce()));
        pipeline.sql("INSERT INTO src VALUES (4)");
        TestPipeline.assertCompleted(pipeline.run());
        assertThat(pipeline.rows("SELECT id FROM keep ORDER BY id"))
                .containsExactly("[1]", "[2]", "[3]", "[4]");
    }

    @Test
    void namesThatCannotBeRefreshedAreExplained() {
        chain();
        pipeline.dataset("w", DatasetKind.VIEW, Options.none())
                .flow("w", "w", FlowKind.VIEW, "SELECT * FROM b", batch("b"))
                .flow("more", "other", FlowKind.APPEND, COPY, stream("src"));

        RunDiagnostic view = rejection(refresh("W"));
        assertThat(view.message())
                .isEqualTo("`w` is a view: it holds no rows, so there is nothing to refresh");
        assertThat(view.hint()).hasValue("`+w` refreshes what it reads, `w+` what reads it");
        assertThat(rejection(full("v")).message()).contains("`v` is a temporary view");
        assertThat(ran(pipeline.run(refresh("+w")))).containsExactly("a", "b");
        assertThat(ran(pipeline.run(refresh("v+")))).containsExactly("c");
        assertThat(ran(pipeline.run(refresh("A")))).containsExactly("a");
        assertThat(rejection(refresh("elsewhere.A")).hint()).hasValue("did you mean `a`?");
        RunDiagnostic flow = rejection(refresh("more"));
        assertThat(flow.message())
                .isEqualTo("the pipeline has no dataset `more`, but a flow of that name");
        assertThat(flow.hint().orElseThrow()).contains("`other`", "--reset-checkpoint more");
        assertThat(rejection(refresh("othr")).hint()).hasValue("did you mean `other`?");
        assertThat(rejection(reset("v")).message()).contains("no flow `v`");
    }

    @Test
    void aDatasetOfAnotherSchemaIsSuggestedByItsFullName() {
        SqlPipeline silver = new SqlPipeline(folder).source("s", "id INT");
        TestPipeline.session().sql("CREATE SCHEMA " + silver.schema() + "_silver");
        silver.define(
                "CREATE STREAMING TABLE $_silver.P1 AS SELECT * FROM STREAM $.s;"
                        + " CREATE STREAMING TABLE $.q AS SELECT * FROM STREAM $.s;");
        String full = "spark_catalog.%s_silver.P1".formatted(silver.schema());

        for (String name : List.of("P1", "p1", "default.p1")) {
            assertThat(silver.plan(refresh(name)).errors().get(0).hint())
                    .hasValue("did you mean `%s`?".formatted(full));
        }
        assertThat(silver.plan(refresh(full)).errors()).isEmpty();
    }

    @Test
    void aFullRefreshThatWouldLoseRowsOfATableIsRefused() {
        chain();
        pipeline.run();
        pipeline.sql("DELETE FROM src WHERE id = 1");

        RunDiagnostic refused = rejection(full("a+"));
        assertThat(refused.code()).isEqualTo("MILLRACE_FULL_REFRESH_LOSES_ROWS");
        assertThat(refused.message()).contains("`a`", ".src`", "offers 1 rows now, and 2");
        assertThat(pipeline.plan(full("a+")).refusals()).containsExactly(refused);

        pipeline.run(full("a+").withForce());
        assertThat(pipeline.rows("SELECT * FROM c")).containsExactly("[2]");
    }

    @Test
    void aFullRefreshWithLessThanTheTableHoldsIsRefused() {
        pipeline.streamingTable("t", COPY, stream("src"));
        pipeline.run();
        pipeline.sql("DROP TABLE src", "CREATE TABLE src USING delta AS SELECT 7 AS id");

        assertThat(rejection(full("t")).message()).contains("holds 2 rows", "offer 1");
    }

    @Test
    void aFullRefreshWithoutFilesThatWereReadIsRefused() throws IOException {
        for (int i = 0; i < 5; i++) {
            Files.writeString(folder.resolve("f" + i + ".json"), "{\"id\": " + i + "}\n");
        }
        pipeline.streamingTable(
                "t",
                "SELECT id FROM STREAM read_files('%s', format => 'json', schema => 'id INT')"
                        .formatted(folder),
                new Input(
                        InputKind.FUNCTION,
                        DatasetName.of("read_files"),
                        true,
                        Map.of(),
                        new Place("pipeline.sql", 1, 1, 1, 2)));
        pipeline.run();
        Files.writeString(folder.resolve("g.json"), "{\"id\": 9}\n");
        assertThat(pipeline.plan().datasets().get(0).flows().get(0).reads().get(0).files())
                .hasValue(1);
        for (int i = 0; i < 4; i++) {
            Files.delete(folder.resolve("f" + i + ".json"));
        }

        RunDiagnostic refused = rejection(full("t"));
        assertThat(refused.message()).contains("4 files", "`f0.json`", "`f2.json`, ...");
        pipeline.run(full("t").withForce());
        assertThat(pipeline.rows("SELECT id FROM t ORDER BY id")).containsExactly("[4]", "[9]");
    }

    @Test
    void readersSeeTheOldRowsUntilTheNewOnesAreThere() throws Exception {
        pipeline.streamingTable("t", COPY, stream("src"))
                .materializedView("m", "SELECT count(*) AS n FROM t", batch("t"));
        pipeline.run();
        AtomicBoolean done = new AtomicBoolean();
        AtomicReference<String> wrong = new AtomicReference<>();
        Thread reader =
                new Thread(
                        () -> {
                            while (!done.get()) {
                                long n =
                                        TestPipeline.session()
                                                .table(pipeline.schema() + ".t")
                                                .count();
                                if (n != 2) {
                                    wrong.set("saw " + n);
                                }
                            }
                        });
        reader.start();
        pipeline.run(full("t", "m"));
        pipeline.run(full("t", "m"));
        done.set(true);
        reader.join();
        assertThat(wrong).hasNullValue();
        assertThat(pipeline.rows("SELECT n FROM m")).containsExactly("[2]");
    }
}
