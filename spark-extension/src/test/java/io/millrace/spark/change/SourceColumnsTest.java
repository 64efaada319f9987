/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.change;

import static io.millrace.spark.TestPipeline.assertCompleted;
import static io.millrace.spark.TestPipeline.stream;
import static io.millrace.spark.change.ChangedSourceTest.failure;
import static io.millrace.spark.change.ChangedSourceTest.fullRefresh;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.FlowError;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.TestPipeline;
import io.millrace.spark.UpdateListener;
import io.millrace.spark.UpdateResult;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sources whose columns change while nothing runs. */
class SourceColumnsTest {

    @TempDir Path storage;

    private TestPipeline pipeline;

    @BeforeEach
    void newPipeline() {
        pipeline = new TestPipeline(storage);
        pipeline.sql(
                "CREATE TABLE src (id INT, v STRING, w INT) USING delta TBLPROPERTIES"
                        + " (delta.columnMapping.mode = 'name', delta.enableTypeWidening = true)",
                "INSERT INTO src VALUES (1, 'a', 10)");
        read("STREAM src");
        assertCompleted(pipeline.run());
    }

    private void read(String relation) {
        pipeline.edit()
                .streamingTable("t")
                .flow("f", "t", FlowKind.APPEND, "SELECT * FROM " + relation, stream("src"))
                .streamingTable("next")
                .flow("g", "next", FlowKind.APPEND, "SELECT * FROM STREAM t", stream("t"));
    }

    @Test
    void newAndWiderColumnsComeThroughInTheSameUpdate() {
        pipeline.sql(
                "ALTER TABLE src ADD COLUMN z STRING",
                "INSERT INTO src VALUES (2, 'b', 20, 'new')",
                "ALTER TABLE src ALTER COLUMN w TYPE BIGINT",
                "INSERT INTO src VALUES (3, 'c', 3000000000, 'wide')");

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT id, v, w, z FROM next ORDER BY id"))
                .containsExactly("[1,a,10,null]", "[2,b,20,new]", "[3,c,3000000000,wide]");
        assertThat(pipeline.rows("SELECT typeof(w) FROM t LIMIT 1")).containsExactly("[bigint]");
    }

    /** Statements that run once an update has looked at its sources. */
    private void meanwhile(String... statements) {
        pipeline.listener(
                new UpdateListener() {
                    @Override
                    public void updateStarted(String updateId, int flows) {
                        pipeline.sql(statements);
                    }
                });
    }

    @Test
    void newAndWiderColumnsComeThroughWhenTheyComeWhileAnUpdateRuns() {
        meanwhile(
                "ALTER TABLE src ADD COLUMN z STRING",
                "ALTER TABLE src ALTER COLUMN w TYPE BIGINT",
                "INSERT INTO src VALUES (2, 'b', 3000000000, 'new')");
        assertCompleted(pipeline.run());
        pipeline.listener(UpdateListener.NONE);

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT id, v, w, z FROM next ORDER BY id"))
                .containsExactly("[1,a,10,null]", "[2,b,3000000000,new]");
    }

    @Test
    void aColumnThatIsDroppedWhileAnUpdateRunsIsNotFilledWithNull() {
        meanwhile("ALTER TABLE src DROP COLUMN v", "INSERT INTO src VALUES (2, 20)");
        UpdateResult result = pipeline.run();
        pipeline.listener(UpdateListener.NONE);

        assertThat(failure(result).code()).isEqualTo("MILLRACE_SOURCE_SCHEMA_CHANGED");
        assertThat(pipeline.rows("SELECT id, v, w FROM next")).containsExactly("[1,a,10]");
    }

    @Test
    void aDroppedColumnStopsTheStreamUntilTheQueryAllowsIt() {
        pipeline.sql("ALTER TABLE src DROP COLUMN v", "INSERT INTO src VALUES (2, 20)");

        FlowError error = failure(pipeline.run());

        assertThat(error.code()).isEqualTo("MILLRACE_SOURCE_SCHEMA_CHANGED");
        assertThat(error.message())
                .contains("flow `f` into `t`", "`src`", "column `v` (STRING) was dropped")
                .contains("allowSourceColumnDrop = always", "--full-refresh t");
        read("STREAM src WITH (allowSourceColumnRename = 'always')");
        assertThat(failure(pipeline.run()).message()).contains("column `v` (STRING) was dropped");
        read("STREAM src WITH (allowSourceColumnDrop = 'always')");
        assertCompleted(pipeline.run());
        assertThat(pipeline.rows("SELECT id, v, w FROM next ORDER BY id"))
                .containsExactly("[1,a,10]", "[2,null,20]");
    }

    @Test
    void aRenamedColumnIsNeverTakenForItsNewNameUnasked() {
        pipeline.sql(
                "INSERT INTO src VALUES (2, 'b', 20)", "ALTER TABLE src RENAME COLUMN v TO name");

        FlowError error = failure(pipeline.run());

        assertThat(error.code()).isEqualTo("MILLRACE_SOURCE_SCHEMA_CHANGED");
        assertThat(error.message()).contains("column `v` was renamed to `name`");
        assertCompleted(pipeline.run(fullRefresh("t", "next")));
        assertThat(pipeline.rows("SELECT id, name FROM next ORDER BY id"))
                .containsExactly("[1,a]", "[2,b]");
    }

    @Test
    void rememberedRowsThatGotOtherColumnsStopTheStream() {
        pipeline.edit()
                .streamingTable("seen")
                .flow(
                        "d",
                        "seen",
                        FlowKind.APPEND,
                        "SELECT DISTINCT * FROM STREAM src",
                        stream("src"));
        assertCompleted(pipeline.run());
        pipeline.sql(
                "ALTER TABLE src ADD COLUMN z STRING", "INSERT INTO src VALUES (1, 'a', 10, 'n')");

        RunDiagnostic error = ChangedTargetTest.rejection(pipeline);

        assertThat(error.code()).isEqualTo("MILLRACE_CHECKPOINT_INCOMPATIBLE");
        assertThat(error.message()).contains("flow `d` of").contains("removal of duplicates");
        assertThat(error.hint().orElseThrow()).contains("--full-refresh");
        assertThat(pipeline.rows("SELECT id FROM seen")).containsExactly("[1]");
    }
}
