/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.change;

import static io.millrace.spark.TestPipeline.assertCompleted;
import static io.millrace.spark.TestPipeline.stream;
import static io.millrace.spark.change.ChangedSourceTest.force;
import static io.millrace.spark.change.ChangedSourceTest.fullRefresh;
import static io.millrace.spark.change.ChangedSourceTest.reset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.PipelineRejectedException;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.TestPipeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Targets that were put back or are gone, and checkpoints that lost files. */
class ChangedTargetTest {

    @TempDir Path storage;

    private TestPipeline pipeline;

    @BeforeEach
    void newPipeline() {
        pipeline = new TestPipeline(storage);
        pipeline.sql(
                "CREATE TABLE src (id INT, v STRING) USING delta",
                "INSERT INTO src VALUES (1, 'a')");
        pipeline.streamingTable("t")
                .flow("f", "t", FlowKind.APPEND, "SELECT * FROM STREAM src", stream("src"));
        assertCompleted(pipeline.run());
        pipeline.sql("INSERT INTO src VALUES (2, 'b')");
        assertCompleted(pipeline.run());
    }

    private Path checkpoint() throws IOException {
        try (Stream<Path> all = Files.walk(storage.resolve("checkpoints"))) {
            return all.filter(path -> path.endsWith("offsets"))
                    .map(Path::getParent)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private RunDiagnostic rejection() {
        return rejection(pipeline);
    }

    static RunDiagnostic rejection(TestPipeline pipeline) {
        PipelineRejectedException rejected =
                catchThrowableOfType(PipelineRejectedException.class, pipeline::run);
        assertThat(rejected.diagnostics()).hasSize(1);
        return rejected.diagnostics().get(0);
    }

    @Test
    void aTableThatWasRestoredIsNotWrittenUntilTheUserChooses() {
        pipeline.sql("RESTORE TABLE t TO VERSION AS OF 1");

        RunDiagnostic idle = rejection();
        pipeline.sql("INSERT INTO src VALUES (3, 'c')");
        RunDiagnostic error = rejection();

        assertThat(idle).isEqualTo(error);
        assertThat(error.code()).isEqualTo("MILLRACE_TABLE_RESTORED");
        assertThat(error.message()).contains("version 3 of `t`", "(RESTORE)");
        assertThat(error.hint().orElseThrow()).contains("--full-refresh t", "--force");
        assertThat(pipeline.plan().refusals()).containsExactly(error);
        assertThat(pipeline.rows("SELECT id FROM t")).containsExactly("[1]");

        assertCompleted(pipeline.run(force()));
        assertThat(pipeline.rows("SELECT id FROM t ORDER BY id")).containsExactly("[1]", "[3]");
        assertCompleted(pipeline.run());
        assertCompleted(pipeline.run(fullRefresh("t")));
        assertThat(pipeline.rows("SELECT id FROM t ORDER BY id"))
                .containsExactly("[1]", "[2]", "[3]");
    }

    @Test
    void aTableThatIsGoneIsNotMadeAgainBehindItsRows() {
        pipeline.sql("DROP TABLE t");

        RunDiagnostic problem = rejection();

        assertThat(problem.code()).isEqualTo("MILLRACE_TABLE_LOST");
        assertThat(problem.message()).contains("`t` is gone", "flow `f`");
        assertThat(problem.hint().orElseThrow()).contains("--full-refresh t");
        assertCompleted(pipeline.run(fullRefresh("t")));
        assertThat(pipeline.rows("SELECT id FROM t ORDER BY id")).containsExactly("[1]", "[2]");
    }

    @Test
    void aDamagedCheckpointIsToldFromOneThatIsNew() throws IOException {
        Path checkpoint = checkpoint();
        for (String file : new String[] {"metadata", "offsets/1", "offsets/0", "commits/0"}) {
            Path path = checkpoint.resolve(file);
            byte[] bytes = Files.readAllBytes(path);
            Files.delete(path);
            assertDamaged(file);
            Files.writeString(path, "v1\n");
            if (!file.startsWith("commits") && !file.equals("offsets/0")) {
                assertDamaged(file);
            }
            Files.write(path, bytes);
        }
        assertCompleted(pipeline.run());

        Path away = storage.resolve("away");
        Files.move(checkpoint, away);
        pipeline.sql("INSERT INTO src VALUES (3, 'c')");
        assertThat(rejection().code()).isEqualTo("MILLRACE_CHECKPOINT_GONE");
        Files.move(away, checkpoint);
        assertCompleted(pipeline.run());
        assertThat(pipeline.rows("SELECT id FROM t ORDER BY id"))
                .containsExactly("[1]", "[2]", "[3]");

        for (String log : new String[] {"offsets", "commits"}) {
            Files.delete(checkpoint.resolve(log).resolve("2"));
        }
        assertDamaged("older copy");
        assertCompleted(pipeline.run(reset("f")));
        assertThat(pipeline.rows("SELECT count(*) FROM t")).containsExactly("[6]");
    }

    private void assertDamaged(String what) {
        RunDiagnostic error = rejection();
        assertThat(error.code()).as(what).isEqualTo("MILLRACE_CHECKPOINT_DAMAGED");
        assertThat(error.message()).contains("flow `f` into `t`", what);
        assertThat(error.hint().orElseThrow()).contains("--full-refresh t", "--reset-checkpoint f");
        assertThat(pipeline.plan().refusals()).as(what).containsExactly(error);
    }
}
