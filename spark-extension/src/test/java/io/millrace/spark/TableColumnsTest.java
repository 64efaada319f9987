/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static io.millrace.spark.TestPipeline.assertCompleted;
import static io.millrace.spark.TestPipeline.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.TestPipeline.Options;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The columns that flows give their tables, and what becomes of them when queries change. */
class TableColumnsTest {

    @TempDir Path storage;

    private TestPipeline pipeline;

    @BeforeEach
    void newPipeline() {
        pipeline = new TestPipeline(storage);
        pipeline.sql("CREATE TABLE src (id INT, v STRING) USING delta");
    }

    @Test
    void typesInsideOfStructsArraysAndMapsAreWidened() {
        pipeline.sql("INSERT INTO src VALUES (1, 'a')");
        nested("INT", "FLOAT");
        assertCompleted(pipeline.run());
        pipeline.sql("INSERT INTO src VALUES (2, 'b')");

        nested("BIGINT", "DOUBLE");
        assertCompleted(pipeline.run());

        assertThat(TestPipeline.session().table(pipeline.schema() + ".t").schema().toDDL())
                .isEqualTo("id INT,s STRUCT<a: BIGINT, l: ARRAY<BIGINT>, m: MAP<STRING, DOUBLE>>");
        assertThat(pipeline.rows("SELECT id, s.a, s.l[0], s.m['k'] FROM t ORDER BY id"))
                .containsExactly("[1,1,1,1.0]", "[2,2,2,2.0]");
    }

    @Test
    void aNarrowerTypeInsideOfAStructIsTakenAsItIs() {
        pipeline.sql("INSERT INTO src VALUES (1, 'a')");
        nested("BIGINT", "DOUBLE");
        assertCompleted(pipeline.run());
        pipeline.sql("INSERT INTO src VALUES (2, 'b')");

        nested("INT", "FLOAT");
        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT id, s.a, s.l[0], s.m['k'] FROM t ORDER BY id"))
                .containsExactly("[1,1,1,1.0]", "[2,2,2,2.0]");
    }

    @Test
    void aTypeInsideOfAStructThatWouldLoseValuesIsRefused() {
        pipeline.sql("INSERT INTO src VALUES (1, 'a')");
        nested("BIGINT", "DOUBLE");
        assertCompleted(pipeline.run());

        nested("STRING", "DOUBLE");
        PipelineRejectedException rejected =
                catchThrowableOfType(PipelineRejectedException.class, pipeline::run);

        assertThat(rejected.diagnostics().get(0).code()).isEqualTo("MILLRACE_TYPE_CHANGED");
        assertThat(rejected.diagnostics().get(0).message()).contains("column `s`");
    }

    private void nested(String whole, String fraction) {
        pipeline.edit()
                .streamingTable(
                        "t",
                        ("SELECT id, named_struct('a', CAST(id AS %1$s), 'l',"
                                        + " array(CAST(id AS %1$s)), 'm', map('k', CAST(id AS"
                                        + " %2$s))) AS s FROM STREAM src")
                                .formatted(whole, fraction),
                        stream("src"));
    }

    @Test
    void aTableThatAFlowHasWidenedIsStillReadAsAStream() {
        pipeline.sql("INSERT INTO src VALUES (1, 'a')");
        for (String type : new String[] {"INT", "BIGINT"}) {
            pipeline.edit()
                    .streamingTable("t")
                    .flow(
                            "f",
                            "t",
                            FlowKind.APPEND,
                            "SELECT CAST(id AS " + type + ") * 2 AS n FROM STREAM src",
                            stream("src"))
                    .streamingTable("next")
                    .flow("g", "next", FlowKind.APPEND, "SELECT * FROM STREAM t", stream("t"));
            assertCompleted(pipeline.run());
            pipeline.sql("INSERT INTO src VALUES (2000000000, 'b')");
        }

        assertThat(pipeline.rows("SELECT n, typeof(n) FROM next ORDER BY n"))
                .containsExactly("[2,bigint]", "[4000000000,bigint]");
    }

    @Test
    void matchesColumnsByNameAndNeverByPosition() {
        pipeline.sql(
                "CREATE TABLE wide (b STRING, A INT) USING delta",
                "INSERT INTO wide VALUES ('x', 1)");
        pipeline.dataset(
                        "t",
                        DatasetKind.STREAMING_TABLE,
                        Options.none().columns("a INT, b STRING, c DATE"))
                .flow("f", "t", FlowKind.APPEND, "SELECT b, A FROM STREAM wide", stream("wide"));

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT * FROM t")).containsExactly("[1,x,null]");
    }

    @Test
    void aDeclaredTableRefusesAColumnThatItDoesNotDeclare() {
        pipeline.dataset("t", DatasetKind.STREAMING_TABLE, Options.none().columns("id INT"))
                .flow("f", "t", FlowKind.APPEND, "SELECT id, v FROM STREAM src", stream("src"));

        PipelineRejectedException rejected =
                catchThrowableOfType(PipelineRejectedException.class, pipeline::run);

        assertThat(rejected.diagnostics()).hasSize(1);
        assertThat(rejected.diagnostics().get(0).code()).isEqualTo("MILLRACE_COLUMN_NOT_DECLARED");
        assertThat(rejected.diagnostics().get(0).message()).contains("`v`", "`f`", "`t`");
        assertThat(storage).isEmptyDirectory();
    }

    @Test
    void newColumnsAreAddedAndOldRowsHaveNull() {
        pipeline.sql("INSERT INTO src VALUES (1, 'a')");
        pipeline.streamingTable("t", "SELECT id FROM STREAM src", stream("src"));
        assertCompleted(pipeline.run());
        pipeline.edit().streamingTable("t", "SELECT id, v FROM STREAM src", stream("src"));
        pipeline.sql("INSERT INTO src VALUES (2, 'b')");

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT * FROM t ORDER BY id"))
                .containsExactly("[1,null]", "[2,b]");
    }

    @Test
    void aWiderNumberWidensTheTable() {
        pipeline.sql("INSERT INTO src VALUES (1, 'a')");
        pipeline.streamingTable("t", "SELECT id FROM STREAM src", stream("src"));
        assertCompleted(pipeline.run());
        pipeline.edit()
                .streamingTable(
                        "t", "SELECT id + 3000000000L AS id FROM STREAM src", stream("src"));
        pipeline.sql("INSERT INTO src VALUES (2, 'b')");

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT * FROM t ORDER BY id"))
                .containsExactly("[1]", "[3000000002]");
    }

    @Test
    void aTypeThatCannotWidenIsRefusedWithBothTypes() {
        pipeline.streamingTable("t", "SELECT id FROM STREAM src", stream("src"));
        assertCompleted(pipeline.run());
        pipeline.edit().streamingTable("t", "SELECT v AS id FROM STREAM src", stream("src"));

        PipelineRejectedException rejected =
                catchThrowableOfType(PipelineRejectedException.class, pipeline::run);

        assertThat(rejected.diagnostics().get(0).message()).contains("INT", "STRING", "`id`");
        assertThat(rejected.diagnostics().get(0).hint().orElseThrow()).contains("--full-refresh");
    }

    @Test
    void conflictingTypesOfTwoFlowsNameBothAndWiderOnesUnite() {
        pipeline.streamingTable("t")
                .flow("f", "t", FlowKind.APPEND, "SELECT id AS v FROM STREAM src", stream("src"))
                .flow("g", "t", FlowKind.APPEND, "SELECT v FROM STREAM src", stream("src"));
        ResolveResult clash = pipeline.resolve();
        assertThat(clash.diagnostics().get(0).code()).isEqualTo("MILLRACE_FLOW_TYPES_CONFLICT");
        assertThat(clash.diagnostics().get(0).message()).contains("INT", "STRING", "`f`", "`g`");

        pipeline.edit()
                .streamingTable("t")
                .flow("f", "t", FlowKind.APPEND, "SELECT id AS v FROM STREAM src", stream("src"))
                .flow(
                        "g",
                        "t",
                        FlowKind.APPEND,
                        "SELECT CAST(id AS BIGINT) AS v FROM STREAM src",
                        stream("src"));

        assertThat(pipeline.resolve().datasets().get(0).schema().toDDL()).isEqualTo("v BIGINT");
    }
}
