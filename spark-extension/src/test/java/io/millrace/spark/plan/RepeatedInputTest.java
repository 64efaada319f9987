/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.TestPipeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Input that comes, or seems to come, more than once. */
class RepeatedInputTest {

    @TempDir Path storage;

    @TempDir Path data;

    private TestPipeline pipeline;

    @BeforeEach
    void newPipeline() throws IOException {
        pipeline = new TestPipeline(storage);
        write("a", "1", 0);
    }

    private void write(String name, String value, int minute) throws IOException {
        Path file = data.resolve(name + ".json");
        Files.writeString(file, "{\"v\": \"%s\"}%n".formatted(value));
        Files.setLastModifiedTime(
                file, FileTime.from(Instant.parse("2024-01-01T00:%02d:00Z".formatted(minute))));
    }

    private String files(String reader, String options) {
        return "SELECT CAST(v AS INT) AS v FROM %s read_files('%s', format => 'json', schema => 'v STRING'%s)"
                .formatted(reader, data, options);
    }

    private FlowPlan flow(String name) {
        return pipeline.plan().datasets().stream()
                .flatMap(dataset -> dataset.flows().stream())
                .filter(flow -> flow.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aFileThatWasCorrectedBeforeItsBatchWasReadAgainIsNoChangedFile() throws IOException {
        pipeline.streamingTable("t", files("STREAM", ""));
        pipeline.run();
        write("b", "x", 1);
        assertThat(pipeline.run().flows().get(0).status()).isEqualTo(FlowStatus.FAILED);

        write("b", "2", 2);
        assertThat(pipeline.run().flows().get(0).status()).isEqualTo(FlowStatus.COMPLETED);
        assertThat(pipeline.rows("SELECT v FROM t ORDER BY v")).containsExactly("[1]", "[2]");
        assertThat(flow("t").notes()).isEmpty();

        write("a", "5", 3);
        assertThat(flow("t").notes()).hasSize(1);
        assertThat(flow("t").notes().get(0)).contains("1 changed file ignored", "`a.json`");
    }

    @Test
    void aStreamAndAFlowThatRunsOnceOverTheSameFilesAreToldOf() {
        pipeline.streamingTable("t")
                .flow("live", "t", FlowKind.APPEND, files("STREAM", ""))
                .flow("history", "t", FlowKind.ONCE, files("", ""));
        List<String> warnings = pipeline.plan().warnings();
        assertThat(warnings).hasSize(1);
        assertThat(warnings.get(0)).contains("`history`", "`live`", "`t`", data.toString());

        pipeline.edit()
                .streamingTable("t")
                .flow("live", "t", FlowKind.APPEND, files("STREAM", ""))
                .flow("history", "t", FlowKind.ONCE, files("", ", modifiedBefore => '2023-01-01'"));
        assertThat(pipeline.plan().warnings()).isEmpty();
    }
}
