/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.change;

import static io.millrace.spark.TestPipeline.assertCompleted;
import static io.millrace.spark.TestPipeline.session;
import static io.millrace.spark.TestPipeline.stream;
import static io.millrace.spark.change.ChangedSourceTest.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.compiler.graph.Input;
import io.millrace.compiler.graph.InputKind;
import io.millrace.compiler.graph.Place;
import io.millrace.spark.FlowError;
import io.millrace.spark.FlowResult;
import io.millrace.spark.PipelineLocation;
import io.millrace.spark.PipelineRejectedException;
import io.millrace.spark.PipelineRunner;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.TestPipeline;
import io.millrace.spark.UpdateListener;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.change.FaultyFileSystem.Fault;
import io.millrace.spark.change.FaultyFileSystem.Trouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Full disks, closed folders, too little memory, lost files: told, and made up for later. */
class MachineFailureTest {

    @TempDir Path folder;

    private TestPipeline pipeline;
    private PipelineLocation location;

    @BeforeEach
    void newPipeline() throws IOException {
        session()
                .sparkContext()
                .hadoopConfiguration()
                .set("fs.faulty.impl", FaultyFileSystem.class.getName());
        Files.createDirectories(folder.resolve("in"));
        pipeline = new TestPipeline(folder.resolve("unused"));
        location =
                new PipelineLocation(
                        "faulty://" + folder.resolve("storage"), SharedSparkSession.warehouse());
        pipeline.sql("CREATE TABLE src (id BIGINT) USING delta", "INSERT INTO src VALUES (1)");
        pipeline.streamingTable("t")
                .flow("f", "t", FlowKind.APPEND, "SELECT * FROM STREAM src", stream("src"));
    }

    @AfterEach
    void mend() {
        FaultyFileSystem.TROUBLE.set(Optional.empty());
    }

    private UpdateResult run() {
        return run(0);
    }

    private UpdateResult run(int retries) {
        UpdateRequest request =
                new UpdateRequest(List.of(), List.of(), false, List.of(), false, 16, retries);
        return new PipelineRunner()
                .run(session(), pipeline.graph(), location, request, UpdateListener.NONE);
    }

    private void broken(Fault fault, String where) {
        FaultyFileSystem.TROUBLE.set(Optional.of(new Trouble(fault, where)));
    }

    @Test
    void aFullOrClosedFolderIsNamedAndTheNextUpdateGoesOn() {
        assertCompleted(run());
        pipeline.sql("INSERT INTO src VALUES (2)");
        for (String log : new String[] {"/offsets/", "/commits/"}) {
            broken(Fault.FULL, log);
            FlowError full = failure(run());
            assertThat(full.code()).isEqualTo("MILLRACE_STORAGE_FULL");
            assertThat(full.message()).contains("there is no space left", log, "run again");
        }
        broken(Fault.DENIED, "/checkpoints/");
        RunDiagnostic denied =
                catchThrowableOfType(PipelineRejectedException.class, this::run)
                        .diagnostics()
                        .get(0);
        assertThat(denied.code()).isEqualTo("MILLRACE_STORAGE_DENIED");
        assertThat(denied.message()).contains("/checkpoints/");
        mend();

        assertCompleted(run());

        assertThat(pipeline.rows("SELECT id FROM t ORDER BY id")).containsExactly("[1]", "[2]");
    }

    @Test
    void aFileThatIsGoneOrMayNotBeReadStopsTheFlowUntilItIsBack() throws IOException {
        String in = "faulty://" + folder.resolve("in");
        pipeline.edit()
                .streamingTable("t")
                .flow(
                        "f",
                        "t",
                        FlowKind.APPEND,
                        "SELECT id FROM STREAM read_files('%s', format => 'json', schema => 'id"
                                        .formatted(in)
                                + " BIGINT')",
                        new Input(
                                InputKind.FUNCTION,
                                DatasetName.of("a", "b", "read_files"),
                                true,
                                Map.of(),
                                new Place("pipeline.sql", 1, 1, 1, 2)));
        write("a");
        assertCompleted(run());
        write("b");
        broken(Fault.DENIED, "/in/b.json");
        assertThat(failure(run()).code()).isEqualTo("MILLRACE_STORAGE_DENIED");
        mend();
        Path away = folder.resolve("away");
        Files.move(folder.resolve("in/b.json"), away);

        FlowError gone = failure(run());

        assertThat(gone.code()).isEqualTo("MILLRACE_SOURCE_FILES_MISSING");
        assertThat(gone.message()).contains("in/b.json").contains("ignoreMissingFiles");
        Files.move(away, folder.resolve("in/b.json"));
        assertCompleted(run());
        assertThat(pipeline.rows("SELECT count(*) FROM t")).containsExactly("[2]");
    }

    private void write(String name) throws IOException {
        Files.writeString(folder.resolve("in").resolve(name + ".json"), "{\"id\":1}\n");
    }

    @Test
    void aFlowThatRunsOutOfMemoryFailsAloneAndABadCastIsNotTriedAgain() {
        pipeline.streamingTable("big")
                .flow(
                        "g",
                        "big",
                        FlowKind.APPEND,
                        "SELECT length(repeat('x', CAST(2147483640 + id AS INT))) AS n FROM STREAM"
                                + " src",
                        stream("src"))
                .streamingTable("cast")
                .flow(
                        "c",
                        "cast",
                        FlowKind.APPEND,
                        "SELECT CAST(concat('x', id) AS INT) AS n FROM STREAM src",
                        stream("src"));

        UpdateResult result = run(2);

        FlowResult big = result.flows().get(1);
        assertThat(big.error().orElseThrow().code()).isEqualTo("MILLRACE_OUT_OF_MEMORY");
        assertThat(big.error().orElseThrow().message()).contains("MILLRACE_JAVA_OPTIONS");
        FlowError cast = result.flows().get(2).error().orElseThrow();
        assertThat(cast.code()).isEqualTo("CAST_INVALID_INPUT");
        assertThat(cast.message()).contains("'x1'");
        assertThat(pipeline.rows("SELECT * FROM t")).containsExactly("[1]");
    }
}
