/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.state;

import static io.millrace.spark.TestPipeline.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.PipelineRejectedException;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.TestPipeline;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.session.PipelineSession;
import io.millrace.spark.storage.StorageFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipelineStateTest {

    private static final Path FIXTURES = Path.of("src/test/resources/state");

    @TempDir Path storage;

    private StateFile file() {
        return new StateFile(
                new StorageFiles(new Configuration()),
                new PipelineStorage(PipelineSession.hadoopUri(storage)),
                "shop");
    }

    private Path state(int number) {
        return storage.resolve("state/pipeline/%010d.json".formatted(number));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : all.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(path).toString());
                Files.createDirectories(target.getParent());
                Files.copy(path, target, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private QueryException unreadable() {
        return catchThrowableOfType(QueryException.class, () -> file().read());
    }

    @Test
    void theStateOfVersion1IsReadWithTheGraphThatItBelongsTo() throws IOException {
        copy(FIXTURES.resolve("version-1"), storage);

        PipelineState state = file().read();

        assertThat(state.update()).hasValue("11111111-1111-1111-1111-111111111111");
        DatasetState orders =
                state.dataset(DatasetName.of("spark_catalog", "default", "orders")).orElseThrow();
        assertThat(orders.table().generation()).isEqualTo(3);
        assertThat(orders.table().folder("ORDERS")).isEqualTo("3.2");
        assertThat(orders.flow("orders").orElseThrow().kind()).isEqualTo("APPEND");
        assertThat(state.table(DatasetName.of("spark_catalog", "default", "totals")))
                .isEqualTo(TableState.FIRST);
    }

    @Test
    void theStateOfVersion2IsReadAndWrittenAsItIs() throws IOException {
        copy(FIXTURES.resolve("version-2"), storage);
        Path single = storage.resolve("state/pipeline.json");
        String text = Files.readString(single);

        StateFile file = file();
        PipelineState state = file.read();
        file.write(state, "next");

        DatasetState items =
                state.dataset(DatasetName.of("spark_catalog", "default", "items")).orElseThrow();
        assertThat(items.table().flowFolder("Later")).isEqualTo("earlier");
        assertThat(items.inactiveFlows()).extracting(FlowState::name).containsExactly("gone");
        assertThat(Files.readString(state(1))).isEqualTo(text);
        assertThat(single).doesNotExist();
        assertThat(Files.readString(storage.resolve("updates/next/state.json"))).isEqualTo(text);
    }

    @Test
    void aNewerOrBrokenStateIsRefusedByName() throws IOException {
        Files.createDirectories(state(1).getParent());
        Files.writeString(state(1), "{\"version\": 99}");
        assertThat(unreadable().getMessage()).contains("01.json", "version 99", "up to 2");
        Files.writeString(state(1), "{\"version\": 2, \"pipe");
        assertThat(unreadable().getMessage()).contains("not valid JSON");
        assertThat(unreadable().hint().orElseThrow()).contains("state.json");
        Files.writeString(state(1), "{}");
        assertThat(unreadable().getMessage()).contains("no `version`");
    }

    @Test
    void theNewestCopyOfADamagedStateIsNamed() throws IOException {
        StateFile file = file();
        file.read();
        for (String update : List.of("old", "new", "torn")) {
            Path folder = Files.createDirectories(storage.resolve("updates/" + update));
            file.write(PipelineState.empty("shop").by(update), update);
            Files.writeString(folder.resolve("graph.json"), "{}");
            Files.setLastModifiedTime(
                    folder.resolve("graph.json"),
                    FileTime.fromMillis(1_000_000L * (update.length() + 1)));
        }
        Files.setLastModifiedTime(
                storage.resolve("updates/new/graph.json"), FileTime.fromMillis(4_500_000L));
        Files.writeString(storage.resolve("updates/torn/state.json"), "{\"version\": 2, \"pipe");
        Files.writeString(state(3), "{\"version\": 2, \"pipe");

        QueryException damaged = unreadable();

        assertThat(damaged.getMessage()).contains("0000000003.json", "not valid JSON");
        assertThat(damaged.hint().orElseThrow())
                .startsWith("put back its newest copy, ")
                .contains("/updates/new/state.json, as ")
                .endsWith("/state/pipeline/0000000003.json");
        Files.copy(
                storage.resolve("updates/new/state.json"),
                state(3),
                StandardCopyOption.REPLACE_EXISTING);
        assertThat(file().read()).isEqualTo(PipelineState.empty("shop").by("new"));
    }

    @Test
    void aProcessThatSleptBeforeItWroteCannotPutBackAnOlderState() throws IOException {
        PipelineState first = PipelineState.empty("shop").by("first");
        StateFile slept = file();
        slept.read();
        StateFile file = file();
        file.read();
        file.write(first, "first");

        QueryException late =
                catchThrowableOfType(
                        QueryException.class,
                        () -> slept.write(PipelineState.empty("shop").by("slept"), "slept"));

        assertThat(late.condition()).isEqualTo("MILLRACE_LEASE_LOST");
        assertThat(file().read()).isEqualTo(first);
        file.write(first.by("second"), "second");
        file.write(first.by("third"), "third");
        assertThat(state(1)).doesNotExist();
        // Its number is free again, and too low to count.
        slept.write(PipelineState.empty("shop").by("slept"), "slept");
        assertThat(file().read().update()).hasValue("third");
        assertThat(storage.resolve("state/pipeline")).isDirectoryNotContaining("glob:**/*.tmp");
    }

    @Test
    void aStateWhoseWriterDiedBeforeItsTextWasThereDoesNotCount() throws IOException {
        StateFile file = file();
        file.read();
        file.write(PipelineState.empty("shop").by("first"), "first");
        Files.createFile(state(2));

        StateFile next = file();
        assertThat(next.read().update()).hasValue("first");
        next.write(PipelineState.empty("shop").by("second"), "second");

        assertThat(file().read().update()).hasValue("second");
        assertThat(state(3)).exists();
    }

    @Test
    void namesThatRenamedFlowsAreKeptUnderAreNotGivenTwice() {
        TableState renamed = TableState.FIRST.withReset("a").withRenamed("a", "b");
        assertThat(renamed.flowFolder("b")).isEqualTo("a");
        assertThat(renamed.folder("b")).isEqualTo("1.1");
        TableState again = renamed.withNew("a", List.of("b"));
        assertThat(again.flowFolder("a")).isEqualTo("a.2");
        assertThat(again.folder("a")).isEqualTo("1");
        assertThat(again.nextGeneration().flowFolder("a")).isEqualTo("a");
    }

    private static RunDiagnostic rejection(TestPipeline pipeline) {
        PipelineRejectedException rejected =
                catchThrowableOfType(PipelineRejectedException.class, pipeline::run);
        assertThat(rejected).isNotNull();
        return rejected.diagnostics().get(0);
    }

    @Test
    void whatIsLostOfTheStorageIsToldAndCanBePutBack() throws IOException {
        TestPipeline pipeline = new TestPipeline(storage);
        pipeline.sql("CREATE TABLE src USING delta AS SELECT 1 AS id");
        pipeline.streamingTable("t", "SELECT * FROM STREAM src", stream("src"));
        String update = pipeline.run().updateId();

        Path copy = storage.resolve("updates/" + update + "/state.json");
        Files.delete(state(1));
        RunDiagnostic gone = rejection(pipeline);
        assertThat(gone.code()).isEqualTo("MILLRACE_STATE_UNREADABLE");
        assertThat(gone.hint().orElseThrow()).contains(copy.toString(), state(1).toString());
        assertThat(pipeline.plan().errors()).containsExactly(gone);
        Files.copy(copy, state(1));
        pipeline.run();
        assertThat(pipeline.rows("SELECT * FROM t")).containsExactly("[1]");

        Path moved = storage.resolve("checkpoints-before");
        Files.move(storage.resolve("checkpoints"), moved);
        assertThat(rejection(pipeline).code()).isEqualTo("MILLRACE_CHECKPOINT_GONE");
        Files.move(moved, storage.resolve("checkpoints"));
        pipeline.run();
        assertThat(pipeline.rows("SELECT * FROM t")).containsExactly("[1]");
    }

    @Test
    void aStorageAtAnotherPlaceIsNoticedBeforeAnythingIsReadAgain() throws IOException {
        TestPipeline pipeline = new TestPipeline(storage);
        pipeline.sql("CREATE TABLE src USING delta AS SELECT 1 AS id");
        pipeline.streamingTable("t")
                .flow("f", "t", FlowKind.APPEND, "SELECT * FROM STREAM src", stream("src"));
        pipeline.run();
        for (String folder : List.of("checkpoints", "state", "updates", "events")) {
            Files.move(storage.resolve(folder), storage.resolve("old-" + folder));
        }
        RunDiagnostic moved = rejection(pipeline);
        assertThat(moved.code()).isEqualTo("MILLRACE_CHECKPOINT_GONE");
        assertThat(moved.hint().orElseThrow()).contains("storage", "--full-refresh t");

        pipeline.run(new UpdateRequest(List.of(), List.of("t"), false, List.of(), false, 16, 0));
        assertThat(pipeline.rows("SELECT * FROM t")).containsExactly("[1]");
    }
}
