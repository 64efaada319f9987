/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.plan;

import static io.millrace.spark.TestPipeline.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.PipelineRejectedException;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.TestPipeline;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a flow has read is known by what it is, not by where it stands in the query. */
class SourceIdentityTest {

    @TempDir Path storage;

    @TempDir Path data;

    private TestPipeline pipeline;

    @BeforeEach
    void newPipeline() throws IOException {
        pipeline = new TestPipeline(storage);
        pipeline.sql("CREATE TABLE src (id BIGINT) USING delta");
        pipeline.sql("CREATE TABLE other (id BIGINT) USING delta");
        for (int folder = 1; folder <= 3; folder++) {
            Files.createDirectories(data.resolve("in" + folder));
        }
        add(1);
    }

    /** One row more in each source: the source's number, then that of the round. */
    private void add(int round) throws IOException {
        for (int folder = 1; folder <= 3; folder++) {
            file("in" + folder, round, folder * 10L + round);
        }
        pipeline.sql("INSERT INTO src VALUES (%d)".formatted(40 + round));
        pipeline.sql("INSERT INTO other VALUES (%d)".formatted(50 + round));
    }

    private void file(String folder, int name, long id) throws IOException {
        Files.writeString(
                data.resolve(folder).resolve(name + ".json"),
                "{\"id\": %d, \"only_%s\": 1}%n".formatted(id, folder));
    }

    private String files(String folder) {
        return "SELECT id FROM STREAM read_files('%s', format => 'json')"
                .formatted(data.resolve(folder));
    }

    private static String union(String... branches) {
        return String.join(" UNION ALL ", branches);
    }

    private static String table(String name) {
        return "SELECT id FROM STREAM " + name;
    }

    private void define(String t, String u, String w) {
        pipeline.edit()
                .streamingTable("t", t)
                .streamingTable("u", u, stream("src"), stream("other"))
                .streamingTable("w", w, stream("src"), stream("other"));
    }

    private void succeed(UpdateRequest request) {
        UpdateResult result = pipeline.run(request);
        assertThat(result.flows())
                .extracting(FlowResult::status)
                .doesNotContain(FlowStatus.FAILED, FlowStatus.SKIPPED);
    }

    private RunDiagnostic rejection(UpdateRequest request) {
        PipelineRejectedException rejected =
                catchThrowableOfType(PipelineRejectedException.class, () -> pipeline.run(request));
        assertThat(rejected).isNotNull();
        assertThat(pipeline.plan(request).refusals())
                .containsExactlyElementsOf(rejected.diagnostics());
        return rejected.diagnostics().get(0);
    }

    private List<String> ids(String table) {
        return pipeline.rows("SELECT id FROM %s ORDER BY id".formatted(table));
    }

    @Test
    void branchesThatChangePlacesGoOnWhereEachWas() throws IOException {
        define(
                union(files("in1"), files("in2")),
                union(table("src"), table("other"), files("in3")),
                "SELECT DISTINCT id FROM (%s)".formatted(union(table("src"), files("in1"))));
        succeed(UpdateRequest.refreshAll());
        define(
                union(files("in2"), files("in1")),
                union(files("in3"), "(" + union(table("other"), table("src")) + ")"),
                "WITH a AS (%s), b AS (%s) SELECT DISTINCT id FROM (%s)"
                        .formatted(
                                files("in1"),
                                table("src"),
                                union("SELECT * FROM a", "SELECT * FROM b")));
        add(2);
        succeed(UpdateRequest.refreshAll());

        assertThat(ids("t")).containsExactly("[11]", "[12]", "[21]", "[22]");
        assertThat(ids("u")).containsExactly("[31]", "[32]", "[41]", "[42]", "[51]", "[52]");
        assertThat(ids("w")).containsExactly("[11]", "[12]", "[41]", "[42]");
        assertThat(pipeline.run().flows())
                .extracting(FlowResult::status)
                .containsOnly(FlowStatus.IDLE);
    }

    @Test
    void aBranchThatIsNewOrGoneIsNamed() {
        pipeline.streamingTable("t", union(files("in1"), files("in2")));
        succeed(UpdateRequest.refreshAll());

        pipeline.edit().streamingTable("t", union(files("in3"), files("in2"), files("in1")));
        assertThat(rejection(UpdateRequest.refreshAll()).message())
                .contains("was 2 and is 3", "in3` is new")
                .doesNotContain("in1`");
        pipeline.edit().streamingTable("t", files("in2"));
        assertThat(rejection(UpdateRequest.refreshAll()).message())
                .contains("was 2 and is 1", "in1` is gone");
        pipeline.edit()
                .streamingTable(
                        "t",
                        "SELECT a.id FROM (%s) a JOIN (%s) b ON a.id = b.id"
                                .formatted(files("in2"), files("in1")));
        RunDiagnostic order = rejection(UpdateRequest.refreshAll());
        assertThat(order.code()).isEqualTo("MILLRACE_CHECKPOINT_INCOMPATIBLE");
        assertThat(order.message()).contains("stream number 1", "in1`", "in2`");
    }

    @Test
    void anotherPlaceIsAskedAboutAndTheAnswerIsKept() throws IOException {
        pipeline.streamingTable("t", union(files("in1"), files("in2")))
                .streamingTable("u", files("in3"));
        succeed(UpdateRequest.refreshAll());

        pipeline.edit()
                .streamingTable("t", union(files("in2"), files("moved")))
                .streamingTable("u", files("in2"));
        try (Stream<Path> all = Files.list(data.resolve("in1"))) {
            Files.createDirectories(data.resolve("moved"));
            for (Path file : all.toList()) {
                Files.move(file, data.resolve("moved").resolve(file.getFileName()));
            }
        }
        file("moved", 2, 12);
        RunDiagnostic undecided = rejection(UpdateRequest.refreshAll());
        assertThat(undecided.code()).isEqualTo("MILLRACE_SOURCE_UNDECIDED");
        assertThat(undecided.message()).contains("/in1`", "/moved`");
        assertThat(undecided.hint().orElseThrow())
                .contains("--rename file:" + data.resolve("in1"), "--as-new t", "--full-refresh t");
        UpdateRequest answered =
                UpdateRequest.refreshAll()
                        .withRename(
                                data.resolve("in1").toString(), data.resolve("moved").toString())
                        .withNew("u");
        succeed(answered);
        assertThat(ids("t")).containsExactly("[11]", "[12]", "[21]");
        assertThat(ids("u")).containsExactly("[21]", "[31]");

        file("moved", 3, 13);
        succeed(answered);
        file("moved", 4, 14);
        succeed(UpdateRequest.refreshAll());
        assertThat(ids("t")).containsExactly("[11]", "[12]", "[13]", "[14]", "[21]");
        assertThat(rejection(UpdateRequest.refreshAll().withRename("/a/b", "/c/d")).code())
                .isEqualTo("MILLRACE_RENAME_INVALID");
    }

    @Test
    void aFolderInsideOfTheOldOneIsNoOtherPlaceAndFilesThatWereReadMayGo() throws IOException {
        pipeline.streamingTable("t", files("in1")).streamingTable("u", files("in2"));
        succeed(UpdateRequest.refreshAll());

        pipeline.edit().streamingTable("t", files("in1/*.json")).streamingTable("u", files("in3"));
        assertThat(rejection(UpdateRequest.refreshAll()).message()).contains("flow `u`");
        pipeline.edit().streamingTable("t", files("in1/*.json")).streamingTable("u", files("in2"));
        Files.delete(data.resolve("in1/1.json"));
        Files.delete(data.resolve("in2/1.json"));
        add(2);
        succeed(UpdateRequest.refreshAll());
        assertThat(ids("t")).containsExactly("[11]", "[12]");
        assertThat(ids("u")).containsExactly("[21]", "[22]");
    }
}
