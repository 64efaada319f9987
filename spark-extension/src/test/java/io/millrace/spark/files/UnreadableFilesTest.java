/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.FlowError;
import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.cdc.SqlPipeline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnreadableFilesTest {

    /** Longer than the head of a gzip file. */
    private static final String PLAIN = "1,not compressed in any way\n";

    @TempDir Path storage;
    @TempDir Path input;

    private SqlPipeline pipeline;

    @BeforeEach
    void setUp() {
        pipeline = new SqlPipeline(storage);
    }

    @Test
    void aFileThatCannotBeReadFailsItsFlowAndIsReadOnceWhenItIsRepaired() throws IOException {
        byte[] whole = gzip(lines(1, 2000));
        write("some/a b.json", lines(2001, 2010).getBytes(StandardCharsets.UTF_8));
        write("some/cut.json.gz", Arrays.copyOf(whole, whole.length / 2));
        write("plain/plain.csv.gz", PLAIN.getBytes(StandardCharsets.UTF_8));
        write("orc/b.orc", ("ORC" + "x".repeat(3000)).getBytes(StandardCharsets.UTF_8));
        pipeline.define(
                """
                CREATE STREAMING TABLE found AS SELECT * FROM STREAM read_files('%1$s/some', format => 'json');
                CREATE STREAMING TABLE declared AS SELECT * FROM STREAM
                  read_files('%1$s/some', format => 'json', schema => 'id INT');
                CREATE STREAMING TABLE loaded;
                CREATE FLOW load AS INSERT INTO ONCE loaded BY NAME
                  SELECT * FROM read_files('%1$s/some', format => 'json', schema => 'id INT');
                CREATE STREAMING TABLE plain AS SELECT * FROM STREAM
                  read_files('%1$s/plain', format => 'csv', schema => 'id INT, v STRING');
                CREATE MATERIALIZED VIEW orc AS
                  SELECT * FROM read_files('%1$s/orc', format => 'orc', schema => 'id INT');
                CREATE STREAMING TABLE passed AS SELECT * FROM STREAM
                  read_files('%1$s/some', format => 'json', ignoreCorruptFiles => true);
                """
                        .formatted(input));

        List<FlowResult> flows = pipeline.update(UpdateRequest.refreshAll()).flows();

        assertThat(flows)
                .filteredOn(flow -> flow.status() == FlowStatus.FAILED)
                .extracting(flow -> flow.name() + " " + error(flow).code())
                .containsExactlyInAnyOrder(
                        "found MILLRACE_FILE_UNREADABLE",
                        "declared MILLRACE_FILE_UNREADABLE",
                        "load MILLRACE_FILE_UNREADABLE",
                        "plain MILLRACE_FILE_UNREADABLE",
                        "orc MILLRACE_FILE_UNREADABLE");
        assertThat(error(flows, "found").message())
                .contains(
                        "some/cut.json.gz` cannot be read: Unexpected end of input stream",
                        "ignoreCorruptFiles => true");
        assertThat(error(flows, "plain").message()).contains("plain.csv.gz", "not a gzip file");
        assertThat(error(flows, "orc").message()).contains("orc/b.orc");
        assertThat(pipeline.query("SELECT count(*) FROM $.found")).containsExactly("0");

        write("some/cut.json.gz", whole);
        write("plain/plain.csv.gz", gzip(PLAIN));
        Files.delete(input.resolve("orc/b.orc"));
        write("orc/_none", new byte[0]);
        pipeline.run();

        for (String table : List.of("found", "declared", "loaded")) {
            assertThat(
                            pipeline.query(
                                    "SELECT count(*), count(DISTINCT id), max(id) FROM $." + table))
                    .as(table)
                    .containsExactly("2010,2010,2010");
        }
        assertThat(pipeline.query("SELECT * FROM $.plain")).containsExactly(PLAIN.strip());
    }

    @Test
    void whereNoColumnsCanBeFoundTheFileIsNamedBeforeAnythingRuns() throws IOException {
        write("b c/plain.json.gz", lines(1, 10).getBytes(StandardCharsets.UTF_8));
        pipeline.define(
                """
                CREATE MATERIALIZED VIEW direct AS SELECT * FROM json.`%1$s/b c`;
                CREATE STREAMING TABLE found AS SELECT * FROM STREAM read_files('%1$s/b c', format => 'json');
                """
                        .formatted(input));

        assertThat(pipeline.plan(UpdateRequest.refreshAll()).errors())
                .hasSize(2)
                .allSatisfy(
                        error -> {
                            assertThat(error.code()).isEqualTo("MILLRACE_FILE_UNREADABLE");
                            assertThat(error.message())
                                    .contains(
                                            "/b c/plain.json.gz` cannot be read: not a gzip file");
                            assertThat(error.statement()).isPresent();
                        });
    }

    private static FlowError error(FlowResult flow) {
        return flow.error().orElseThrow();
    }

    private static FlowError error(List<FlowResult> flows, String name) {
        return error(
                flows.stream().filter(flow -> flow.name().equals(name)).findFirst().orElseThrow());
    }

    private void write(String name, byte[] content) throws IOException {
        Path file = input.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, content);
    }

    private static String lines(int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj("{\"id\":%d}\n"::formatted)
                .collect(Collectors.joining());
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
