/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.spark.function.SourceProgress;
import io.millrace.spark.function.TableFunctionCall;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadFilesStreamTest {

    @TempDir Path folder;

    private final List<String> notices = new ArrayList<>();
    private FilesFixture files;

    @BeforeEach
    void setUp() {
        files = new FilesFixture(folder);
    }

    @Test
    void readsEachFileOnce() throws Exception {
        var call = files.call("format", "json", "schema", "id INT");
        files.write("a.json", "{\"id\":1}");
        assertThat(files.runStream(call)).containsExactly("[1]");
        assertThat(files.runStream(call)).isEmpty();
        files.write("b.json", "{\"id\":2}");
        assertThat(files.runStream(call)).containsExactly("[2]");
    }

    @Test
    void readsFilesThatAreMuchOlderThanTheLast() throws Exception {
        var call = files.call("format", "json", "schema", "id INT");
        files.write("a.json", "{\"id\":1}");
        assertThat(files.runStream(call)).containsExactly("[1]");
        Path old = files.write("b.json", "{\"id\":2}");
        Files.setLastModifiedTime(old, FileTime.from(Instant.parse("2001-01-01T00:00:00Z")));
        assertThat(files.runStream(call)).containsExactly("[2]");
    }

    @Test
    void knowsWithoutStartingWhetherThereIsSomethingNew() throws Exception {
        var call = files.call("format", "json", "schema", "id INT");
        files.write("a.json", "{\"id\":1}");
        files.runStream(call);
        assertThat(files.function().hasNewInput(call, progress(0), notices::add)).isFalse();
        files.write("b.json", "{\"id\":2}");
        assertThat(files.function().hasNewInput(call, progress(0), notices::add)).isTrue();
        files.runStream(call);
        assertThat(files.function().hasNewInput(call, progress(1), notices::add)).isFalse();
        // Planned and not finished: the log is ahead of what was committed.
        assertThat(files.function().hasNewInput(call, progress(0), notices::add)).isTrue();
    }

    @Test
    void takesFilesInBatchesOfTheGivenSize() throws Exception {
        for (int i = 0; i < 5; i++) {
            files.write("f" + i + ".json", "{\"id\":" + i + "}");
        }
        var call = files.call("schema", "id INT", "maxFilesPerTrigger", 2);
        assertThat(files.runStream(call)).hasSize(5);
        assertThat(batches()).isEqualTo(3);
    }

    @Test
    void takesFilesInBatchesOfAboutTheGivenBytes() throws Exception {
        for (int i = 0; i < 4; i++) {
            files.write("f" + i + ".json", "{\"id\":" + i + "}");
        }
        var call = files.call("schema", "id INT", "maxBytesPerTrigger", "20b");
        assertThat(files.runStream(call)).hasSize(4);
        assertThat(batches()).isEqualTo(2);
    }

    @Test
    void aChangedFileIsToldOfAndNotReadAgain() throws Exception {
        var call = files.call("format", "json", "schema", "id INT");
        files.write("a.json", "{\"id\":1}");
        files.runStream(call);
        overwrite("a.json", "{\"id\":2}");
        assertThat(files.function().hasNewInput(call, progress(0), notices::add)).isFalse();
        assertThat(notices)
                .singleElement()
                .asString()
                .startsWith("1 changed file ignored in ")
                .contains("`a.json`");
        assertThat(files.runStream(call)).isEmpty();
    }

    @Test
    void aChangedFileIsReadAgainWhenAllowed() throws Exception {
        var call = files.call("schema", "id INT", "allowOverwrites", true);
        files.write("a.json", "{\"id\":1}");
        files.write("b.json", "{\"id\":7}");
        assertThat(files.runStream(call)).containsExactly("[1]", "[7]");
        overwrite("a.json", "{\"id\":2}");
        assertThat(files.function().hasNewInput(call, progress(0), notices::add)).isTrue();
        assertThat(files.runStream(call)).containsExactly("[2]");
        assertThat(files.function().hasNewInput(call, progress(1), notices::add)).isFalse();
        assertThat(files.runStream(call)).isEmpty();
        assertThat(notices).isEmpty();
    }

    private void overwrite(String name, String line) throws Exception {
        Path file = files.write(name, line);
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2031-01-01T00:00:00Z")));
    }

    @Test
    void theLogForgetsOldFilesThatAreGone() throws Exception {
        var call = files.call("schema", "id INT", "maxFilesPerTrigger", 1);
        for (int i = 0; i < 9; i++) {
            Path file = files.write(i + ".json", "{\"id\":" + i + "}");
            String day = "2001-01-0" + (i + 1) + "T00:00:00Z";
            Files.setLastModifiedTime(file, FileTime.from(Instant.parse(day)));
        }
        assertThat(files.runStream(call)).hasSize(9);
        for (int i = 0; i < 6; i++) {
            Files.delete(files.input().resolve(i + ".json"));
        }
        files.write("new.json", "{\"id\":9}");
        assertThat(files.runStream(call)).containsExactly("[9]");
        Path log = files.checkpoint().resolve("sources/0/9.compact");
        assertThat(Files.readAllLines(log)).hasSize(1 + 4);
        assertThat(files.runStream(call)).isEmpty();
        files.write("newer.json", "{\"id\":10}");
        assertThat(files.runStream(call)).containsExactly("[10]");
    }

    @Test
    void leavesOutTheFilesThatWereThereBefore() throws Exception {
        var call = files.call("format", "json", "schema", "id INT", "includeExistingFiles", false);
        files.write("a.json", "{\"id\":1}");
        assertThat(files.runStream(call)).isEmpty();
        files.write("b.json", "{\"id\":2}");
        assertThat(files.runStream(call)).containsExactly("[2]");
        assertThat(files.runStream(call)).isEmpty();
    }

    @Test
    void readsByModificationTime() throws Exception {
        Path old = files.write("a.json", "{\"id\":1}");
        Files.setLastModifiedTime(old, FileTime.from(Instant.parse("2001-01-01T00:00:00Z")));
        files.write("b.json", "{\"id\":2}");
        var call = files.call("schema", "id INT", "modifiedAfter", "2002-01-01");
        assertThat(files.runStream(call)).containsExactly("[2]");
    }

    @Test
    void hasTheMetadataColumnAndFolderColumns() throws Exception {
        files.write("day=2024-01-02/a.json", "{\"id\":1}");
        files.write("day=2024-01-03/b.json", "{\"id\":2}");
        files.write("c.json", "{\"id\":3}");
        var stream = files.function().stream(files.call());
        assertThat(
                        files.runStream(
                                stream.selectExpr("id", "day", "_metadata.file_name")
                                        .where("day IS NULL OR day > '2024-01-02'")))
                .containsExactly("[2,2024-01-03,b.json]", "[3,null,c.json]");
    }

    @Test
    void keepsTheSchemaOfTheFirstRun() throws Exception {
        files.write("a.csv", "id,name", "1,one");
        TableFunctionCall call = files.call("header", true, "schemaEvolutionMode", "none");
        assertThat(files.runStream(call)).containsExactly("[1,one,null]");
        assertThat(folder.resolve("state/schema.json")).content().contains("\"format\" : \"csv\"");
        files.write("b.csv", "name,id", "two,2");
        files.write("c.csv", "id,name", "x3,three");
        assertThat(files.runStream(files.call("header", true, "schemaEvolutionMode", "none")))
                .containsExactly("[2,two,null]", "[null,three,x3,three]");
        assertThat(
                        files.function().stream(
                                        files.call("header", true, "schemaEvolutionMode", "none"))
                                .schema()
                                .toDDL())
                .isEqualTo("id BIGINT,name STRING,_corrupt_record STRING");
    }

    @Test
    void readsParquetWithMetadata() throws Exception {
        io.millrace.spark.SharedSparkSession.get()
                .sql("SELECT 1 AS id")
                .coalesce(1)
                .write()
                .parquet(files.input() + "/p");
        var stream = files.function().stream(files.call("format", "parquet"));
        assertThat(files.runStream(stream.selectExpr("id", "_metadata.file_path LIKE '%/p/%'")))
                .containsExactly("[1,true]");
    }

    @Test
    void survivesOddCharactersAndARestart() throws Exception {
        files.write("in #1 50%/ü {x}/a b.json", "{\"id\":1}");
        var call =
                files.callOn("file:" + files.input() + "/in*/ü \\{x\\}/*.json", "schema", "id INT");
        assertThat(files.runStream(call)).containsExactly("[1]");
        assertThat(files.runStream(call)).isEmpty();
        files.write("in #1 50%/ü {x}/a%20b.json", "{\"id\":2}");
        assertThat(files.runStream(call)).containsExactly("[2]");
    }

    @Test
    void anEmptyFolderIsFineWithASchemaOnly() throws Exception {
        Files.createDirectories(files.input());
        assertThatThrownBy(() -> files.function().stream(files.call("format", "json")))
                .hasMessageContaining("there are no files");
        var call = files.call("format", "json", "schema", "id INT");
        assertThat(files.runStream(call)).isEmpty();
        files.write("a.json", "{\"id\":1}");
        assertThat(files.runStream(call)).containsExactly("[1]");
    }

    @Test
    void aHalfCopiedFileIsReadOnceWhenItIsRenamed() throws Exception {
        Path half = files.write("a.json._COPYING_", "{\"id\":1}");
        var call = files.call("format", "json", "schema", "id INT");
        assertThat(files.runStream(call)).isEmpty();
        Files.move(half, files.input().resolve("a.json"));
        assertThat(files.runStream(call)).containsExactly("[1]");
    }

    @Test
    void continuesTheCheckpointOfSparksOwnFileSource() throws Exception {
        files.write("a.json", "{\"id\":1}");
        var spark = io.millrace.spark.SharedSparkSession.get();
        var own = spark.readStream().schema("id INT").json(files.input().toString());
        assertThat(files.runStream(own)).containsExactly("[1]");
        files.write("b.json", "{\"id\":2}");
        assertThat(files.runStream(files.call("schema", "id INT"))).containsExactly("[2]");
    }

    private SourceProgress progress(long offset) {
        return new SourceProgress(
                "file:" + files.checkpoint() + "/sources/0", "{\"logOffset\":" + offset + "}");
    }

    private long batches() throws Exception {
        try (var entries = Files.list(files.checkpoint().resolve("commits"))) {
            return entries.filter(path -> !path.getFileName().toString().startsWith(".")).count();
        }
    }
}
