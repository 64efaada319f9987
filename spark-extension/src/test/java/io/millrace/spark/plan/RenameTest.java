/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.plan;

import static io.millrace.spark.TestPipeline.batch;
import static io.millrace.spark.TestPipeline.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.PipelineRejectedException;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.TestPipeline;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RenameTest {

    private static final String COPY = "SELECT * FROM STREAM src";

    @TempDir Path storage;

    private TestPipeline pipeline;

    @BeforeEach
    void newPipeline() {
        pipeline = new TestPipeline(storage);
        pipeline.sql("CREATE TABLE src (id INT) USING delta");
        pipeline.sql("INSERT INTO src VALUES (1), (2)");
    }

    private static UpdateRequest plain() {
        return UpdateRequest.refreshAll();
    }

    private RunDiagnostic rejection(UpdateRequest request) {
        PipelineRejectedException rejected =
                catchThrowableOfType(PipelineRejectedException.class, () -> pipeline.run(request));
        assertThat(rejected).isNotNull();
        return rejected.diagnostics().get(0);
    }

    private void succeed(UpdateRequest request) {
        UpdateResult result = pipeline.run(request);
        assertThat(result.flows())
                .extracting(FlowResult::status)
                .doesNotContain(FlowStatus.FAILED, FlowStatus.SKIPPED);
    }

    private void flow(String name) {
        pipeline.edit().streamingTable("t").flow(name, "t", FlowKind.APPEND, COPY, stream("src"));
    }

    @Test
    void aRenamedFlowIsRefusedUntilTheUserChooses() {
        flow("f");
        succeed(plain());
        flow("g");

        RunDiagnostic undecided = rejection(plain());
        assertThat(undecided.code()).isEqualTo("MILLRACE_RENAME_UNDECIDED");
        assertThat(undecided.hint().orElseThrow()).contains("--rename f=g", "--as-new g");
        assertThat(pipeline.plan().refusals()).containsExactly(undecided);
        UpdatePlan plan = pipeline.plan(plain().withRename("f", "g"));
        assertThat(plan.refusals()).isEmpty();
        assertThat(plan.datasets().get(0).flows().get(0).renamedFrom()).hasValue("f");

        pipeline.sql("INSERT INTO src VALUES (3)");
        succeed(plain().withRename("f", "g"));
        succeed(plain().withRename("f", "g"));
        pipeline.sql("INSERT INTO src VALUES (4)");
        succeed(plain());
        assertThat(pipeline.rows("SELECT id FROM t ORDER BY id"))
                .containsExactly("[1]", "[2]", "[3]", "[4]");

        pipeline.flow(
                "f", "t", FlowKind.APPEND, "SELECT id + 100 AS id FROM STREAM src", stream("src"));
        succeed(plain());
        succeed(plain());
        assertThat(pipeline.rows("SELECT count(*) FROM t")).containsExactly("[8]");
    }

    @Test
    void aNewFlowOfTheSameQueryReadsEverythingWhenTheUserSaysSo() {
        flow("f");
        succeed(plain());
        flow("g");
        succeed(plain().withNew("g"));
        succeed(plain());
        assertThat(pipeline.rows("SELECT id FROM t ORDER BY id"))
                .containsExactly("[1]", "[1]", "[2]", "[2]");
    }

    @Test
    void aRenamedFlowThatRunsOnceDoesNotRunAgain() {
        pipeline.streamingTable("t")
                .flow("h", "t", FlowKind.ONCE, "SELECT * FROM src", batch("src"));
        succeed(plain());
        pipeline.edit()
                .streamingTable("t")
                .flow("history", "t", FlowKind.ONCE, "SELECT * FROM src", batch("src"));

        assertThat(rejection(plain()).code()).isEqualTo("MILLRACE_RENAME_UNDECIDED");
        succeed(plain().withRename("t.h", "history"));
        succeed(plain());
        assertThat(pipeline.rows("SELECT count(*) FROM t")).containsExactly("[2]");
    }

    @Test
    void renamesThatCannotBeAreRefused() {
        flow("f");
        succeed(plain());
        assertThat(rejection(plain().withRename("x", "f")).message()).contains("no flow `x`");
        pipeline.flow(
                "g", "t", FlowKind.APPEND, "SELECT id + 1 AS id FROM STREAM src", stream("src"));
        assertThat(rejection(plain().withRename("f", "g")).message()).contains("is still there");
        assertThat(rejection(plain().withRename("f", "zzz")).code())
                .isEqualTo("MILLRACE_SELECTION_INVALID");
    }

    private void pair(String ofSrc, String ofOther) {
        pipeline.edit()
                .streamingTable(ofSrc, COPY, stream("src"))
                .streamingTable(ofOther, "SELECT * FROM STREAM other", stream("other"));
    }

    @Test
    void tablesExchangeTheirNamesByAThirdOne() {
        pipeline.sql("CREATE TABLE other USING delta AS SELECT 7 AS id");
        pair("aa", "bb");
        succeed(plain());
        pair("bb", "aa");
        RunDiagnostic exchange = rejection(plain().withRename("aa", "bb").withRename("bb", "aa"));
        assertThat(exchange.code()).isEqualTo("MILLRACE_RENAME_INVALID");
        assertThat(exchange.message()).contains("cannot exchange their names");
        assertThat(exchange.hint().orElseThrow()).contains("third name");
        assertThat(rejection(plain()).code()).isEqualTo("MILLRACE_CHECKPOINT_INCOMPATIBLE");

        pair("cc", "bb");
        succeed(plain().withRename("aa", "cc"));
        pair("cc", "aa");
        succeed(plain().withRename("bb", "aa"));
        pair("bb", "aa");
        pipeline.sql("INSERT INTO src VALUES (3)");
        succeed(plain().withRename("cc", "bb"));
        assertThat(pipeline.rows("SELECT id FROM bb ORDER BY id"))
                .containsExactly("[1]", "[2]", "[3]");
        assertThat(pipeline.rows("SELECT id FROM aa")).containsExactly("[7]");
    }

    @Test
    void aFullRefreshNeedsNoChoice() {
        flow("f");
        succeed(plain());
        flow("g");
        succeed(new UpdateRequest(List.of(), List.of("t"), false, List.of(), false, 16, 0));
        assertThat(pipeline.rows("SELECT count(*) FROM t")).containsExactly("[2]");
        assertThat(pipeline.plan().hasChanges()).isFalse();
    }

    private void tables(String upper) {
        pipeline.edit()
                .streamingTable(upper, COPY, stream("src"))
                .flow(
                        "h",
                        upper,
                        FlowKind.ONCE,
                        "SELECT 100 AS id",
                        new io.millrace.compiler.graph.Input[0])
                .streamingTable("lower", "SELECT id FROM STREAM " + upper, stream(upper));
    }

    @Test
    void aRenamedTableKeepsItsRowsAndItsReadersGoOn() {
        tables("a");
        succeed(plain());
        tables("b");

        RunDiagnostic undecided = rejection(plain());
        assertThat(undecided.code()).isEqualTo("MILLRACE_RENAME_UNDECIDED");
        assertThat(undecided.hint().orElseThrow()).contains("--rename a=b", "--as-new b");

        pipeline.sql("INSERT INTO src VALUES (3)");
        assertThat(pipeline.plan(plain().withRename("a", "b")).refusals()).isEmpty();
        succeed(plain().withRename("a", "b"));
        succeed(plain().withRename("a", "b"));
        List<String> rows = List.of("[1]", "[2]", "[3]", "[100]");
        assertThat(pipeline.rows("SELECT id FROM b ORDER BY id")).isEqualTo(rows);
        assertThat(pipeline.rows("SELECT id FROM lower ORDER BY id")).isEqualTo(rows);
        assertThat(pipeline.rows("SHOW TABLES LIKE 'a'")).isEmpty();

        pipeline.streamingTable("a", "SELECT id * 2 AS id FROM STREAM src", stream("src"));
        succeed(plain());
        succeed(plain());
        assertThat(pipeline.rows("SELECT id FROM a ORDER BY id"))
                .containsExactly("[2]", "[4]", "[6]");
        assertThat(pipeline.rows("SELECT id FROM b ORDER BY id")).isEqualTo(rows);
    }

    @Test
    void aNewTableOfAnOldDefinitionBeginsEmptyWhenTheUserSaysSo() {
        pipeline.streamingTable("a", COPY, stream("src"));
        succeed(plain());
        pipeline.edit().streamingTable("b", COPY, stream("src"));
        succeed(plain().withNew("b"));
        assertThat(pipeline.rows("SELECT count(*) FROM a")).containsExactly("[2]");
        assertThat(pipeline.rows("SELECT count(*) FROM b")).containsExactly("[2]");
    }
}
