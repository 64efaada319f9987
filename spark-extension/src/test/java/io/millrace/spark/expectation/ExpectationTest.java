/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.expectation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.spark.ExpectationCount;
import io.millrace.spark.FlowError;
import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.PipelineRejectedException;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.cdc.SqlPipeline;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExpectationTest {

    @TempDir Path storage;

    private SqlPipeline pipeline;

    @BeforeEach
    void newPipeline() {
        pipeline = new SqlPipeline(storage).source("src", "id INT, age INT, note STRING");
    }

    private static List<String> counts(FlowResult flow) {
        return flow.expectations().stream().map(ExpectationTest::text).toList();
    }

    private static String text(ExpectationCount count) {
        String dataset = count.dataset().substring(count.dataset().lastIndexOf('.') + 1);
        return dataset + "." + count.name() + " " + count.passed() + "/" + count.failed();
    }

    @Test
    void aRuleThatIsNotTrueIsBrokenAndEachRuleIsCountedOverAllRows() {
        pipeline.define(
                """
                CREATE STREAMING TABLE $.t (
                  CONSTRAINT has_note EXPECT (note IS NOT NULL),
                  CONSTRAINT of_age EXPECT (age > 0) ON VIOLATION DROP ROW,
                  CONSTRAINT known EXPECT (t.id <> 9 AND age <> -1) ON VIOLATION DROP ROW
                ) AS SELECT * FROM STREAM $.src;
                """);

        FlowResult flow = pipeline.feed("(1, 5, 'a'), (2, -1, NULL), (3, NULL, 'c')").get(0);

        assertThat(counts(flow)).containsExactly("t.has_note 2/1", "t.of_age 1/2", "t.known 1/2");
        assertThat(flow.droppedRows()).hasValue(2L);
        assertThat(flow.outputRows()).hasValue(1L);
        assertThat(pipeline.query("SELECT id FROM $.t")).containsExactly("1");
        FlowResult next = pipeline.feed("(4, 1, 'd')").get(0);
        assertThat(counts(next)).containsExactly("t.has_note 1/0", "t.of_age 1/0", "t.known 1/0");
    }

    @Test
    void aRuleThatRaisesAnErrorFailsTheRowAndNotTheFlow() {
        pipeline.define(
                """
                SET spark.sql.codegen.wholeStage = true;
                CREATE STREAMING TABLE $.t (
                  CONSTRAINT number EXPECT (CAST(note AS INT) > 0) ON VIOLATION DROP ROW,
                  CONSTRAINT same_number EXPECT (CAST(note AS INT) < 100),
                  CONSTRAINT ratio EXPECT (10 / age > 1)
                ) AS SELECT * FROM STREAM $.src;
                """);

        FlowResult flow = pipeline.feed("(1, 5, '7'), (2, 0, '8'), (3, 1, 'x')").get(0);

        assertThat(counts(flow))
                .containsExactly("t.number 2/1", "t.same_number 2/1", "t.ratio 2/1");
        assertThat(flow.expectations().get(0).error().orElseThrow())
                .contains("[CAST_INVALID_INPUT]", "'x'");
        assertThat(flow.expectations().get(2).error().orElseThrow()).contains("[DIVIDE_BY_ZERO]");
        assertThat(pipeline.query("SELECT id FROM $.t ORDER BY id")).containsExactly("1", "2");
    }

    @Test
    void failUpdateWritesNothingOfTheBatchAndShowsTheRow() {
        pipeline.define(
                """
                CREATE STREAMING TABLE $.t (
                  CONSTRAINT of_age EXPECT (age > 0) ON VIOLATION FAIL UPDATE,
                  CONSTRAINT low EXPECT (id < 3) ON VIOLATION DROP ROW
                ) AS SELECT * FROM STREAM $.src;
                """);
        pipeline.feed("(1, 5, 'a')");
        pipeline.append("(2, 6, 'b'), (3, -7, 'c'), (4, -8, NULL)");

        UpdateResult failed = pipeline.update(UpdateRequest.refreshAll());

        FlowError error = failed.flows().get(0).error().orElseThrow();
        assertThat(error.code()).isEqualTo("MILLRACE_EXPECTATION_VIOLATION");
        assertThat(error.message()).contains("Flow 't'", "'of_age' (2 of 3 rows)", "\"age\":-");
        assertThat(pipeline.query("SELECT id FROM $.t")).containsExactly("1");
        pipeline.define(
                """
                CREATE STREAMING TABLE $.t (CONSTRAINT of_age EXPECT (age > 0))
                AS SELECT * FROM STREAM $.src;
                """);
        FlowResult next = pipeline.run().get(0);
        assertThat(counts(next)).containsExactly("t.of_age 1/2");
        assertThat(pipeline.query("SELECT id FROM $.t ORDER BY id"))
                .containsExactly("1", "2", "3", "4");
    }

    @Test
    void samplesShowNoValuesWhereTheTableSaysSo() {
        pipeline.define(
                """
                CREATE MATERIALIZED VIEW $.m (
                  CONSTRAINT number EXPECT (CAST(note AS INT) > 0) ON VIOLATION FAIL UPDATE
                ) TBLPROPERTIES ('millrace.expectations.maskSamples' = 'true')
                AS SELECT * FROM $.src;
                """);
        pipeline.append("(1, 5, 'secret')");

        UpdateResult failed = pipeline.update(UpdateRequest.refreshAll());

        assertThat(failed.flows().get(0).error().orElseThrow().message())
                .contains("\"note\":\"***\"", "CAST_INVALID_INPUT")
                .doesNotContain("secret");
    }

    @Test
    void viewsAreJudgedForEachReaderAndOnceFlowsAndMaterializedViewsToo() {
        pipeline.define(
                """
                SET spark.sql.codegen.factoryMode = CODEGEN_ONLY;
                SET spark.sql.codegen.wholeStage = true;
                CREATE TEMPORARY VIEW v (CONSTRAINT of_age EXPECT (age > 0) ON VIOLATION DROP ROW)
                AS SELECT * FROM $.src;
                CREATE MATERIALIZED VIEW $.m (CONSTRAINT even EXPECT (id % 2 = 0))
                AS SELECT a.id, b.age FROM v a JOIN v b ON a.id = b.id WHERE a.id < 3 ORDER BY a.id;
                CREATE STREAMING TABLE $.t (CONSTRAINT even EXPECT (id % 2 = 0));
                CREATE FLOW f AS INSERT ONCE INTO $.t BY NAME SELECT id FROM v;
                """);

        List<FlowResult> flows = pipeline.feed("(1, 5, 'a'), (2, 6, NULL), (3, -1, 'c')");

        assertThat(counts(flow(flows, "m"))).containsExactly("v.of_age 4/2", "m.even 1/1");
        assertThat(counts(flow(flows, "f"))).containsExactly("v.of_age 2/1", "t.even 1/1");
        assertThat(flow(flows, "f").droppedRows()).hasValue(1L);
        assertThat(pipeline.query("SELECT * FROM $.m")).containsExactly("1,5", "2,6");
    }

    @Test
    void changedRulesAreForNewRowsOfTablesAndForAllRowsOfMaterializedViews() {
        String text =
                """
                CREATE STREAMING TABLE $.t (CONSTRAINT r EXPECT (age > %d) ON VIOLATION DROP ROW)
                AS SELECT * FROM STREAM $.src;
                CREATE MATERIALIZED VIEW $.m (CONSTRAINT r EXPECT (age > %d) ON VIOLATION DROP ROW)
                AS SELECT * FROM $.src;
                """;
        pipeline.define(text.formatted(0, 0));
        pipeline.feed("(1, 0, 'a'), (2, 1, 'b')");
        pipeline.define(text.formatted(-1, -1));

        List<FlowResult> flows = pipeline.run();

        assertThat(flow(flows, "t").status()).isEqualTo(FlowStatus.IDLE);
        assertThat(pipeline.query("SELECT id FROM $.t")).containsExactly("2");
        assertThat(pipeline.query("SELECT id FROM $.m ORDER BY id")).containsExactly("1", "2");
    }

    @Test
    void changeEventsAreJudgedButDeletesAlwaysApply() {
        pipeline.define(
                """
                CREATE STREAMING TABLE $.t (
                  CONSTRAINT of_age EXPECT (age > 0) ON VIOLATION DROP ROW,
                  CONSTRAINT low EXPECT (id < 100)
                );
                CREATE FLOW f AS AUTO CDC INTO $.t FROM STREAM $.src KEYS (id)
                APPLY AS DELETE WHEN note = 'delete' SEQUENCE BY length(note) COLUMNS * EXCEPT (note);
                """);

        FlowResult flow =
                pipeline.feed("(1, 5, 'a'), (1, -5, 'bb'), (2, 7, 'a'), (2, NULL, 'delete')")
                        .get(0);

        assertThat(counts(flow)).containsExactly("t.of_age 2/1", "t.low 3/0");
        assertThat(pipeline.query("SELECT id, age FROM $.t")).containsExactly("1,5");
    }

    @Test
    void rowsOfAMaterializedViewThatShareAKeyAreCountedOrFailIt() {
        String text =
                """
                CREATE MATERIALIZED VIEW $.m (
                  CONSTRAINT one EXPECT UNIQUE (id, note)%s,
                  CONSTRAINT of_age EXPECT (age > 0) ON VIOLATION DROP ROW
                ) AS SELECT * FROM $.src;
                """;
        pipeline.define(text.formatted(""));

        FlowResult flow =
                pipeline.feed("(1, 1, 'a'), (2, 2, 'b'), (2, -3, 'b'), (2, 4, NULL), (2, 5, NULL)")
                        .get(0);

        assertThat(counts(flow)).containsExactly("m.one 3/2", "m.of_age 4/1");
        assertThat(pipeline.query("SELECT * FROM $.m ORDER BY age"))
                .containsExactly("1,1,a", "2,2,b", "2,4,null", "2,5,null");
        pipeline.define(text.formatted(" ON VIOLATION FAIL UPDATE"));
        assertThat(
                        pipeline.update(UpdateRequest.refreshAll())
                                .flows()
                                .get(0)
                                .error()
                                .orElseThrow()
                                .message())
                .contains("'one' (2 of 5 rows)", "\"id\":2");
    }

    @Test
    void aRuleThatIsNoTestIsRefusedBeforeAnythingRuns() {
        pipeline.define(
                """
                CREATE STREAMING TABLE $.t (CONSTRAINT r EXPECT (id))
                AS SELECT * FROM STREAM $.src;
                """);

        PipelineRejectedException rejected =
                catchThrowableOfType(
                        PipelineRejectedException.class,
                        () -> pipeline.update(UpdateRequest.refreshAll()));

        assertThat(rejected.diagnostics().get(0).code()).isEqualTo("MILLRACE_EXPECTATION_INVALID");
        assertThat(rejected.diagnostics().get(0).message()).contains("`r`", "INT");
    }

    private static FlowResult flow(List<FlowResult> flows, String name) {
        return flows.stream().filter(flow -> flow.name().equals(name)).findFirst().orElseThrow();
    }
}
