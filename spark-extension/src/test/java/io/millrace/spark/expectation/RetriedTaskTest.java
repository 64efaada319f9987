/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.expectation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.spark.crash.ChildJava;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tasks that fail when they have judged some of their rows, and are run again. On a master of its
 * own: that of the other tests runs no task twice.
 */
class RetriedTaskTest {

    private static final int ROWS = 400;

    private static final String SQL =
"""
CREATE TEMPORARY VIEW src (CONSTRAINT seen EXPECT (id % 2 = 0)) AS
  SELECT id, reflect('io.millrace.spark.expectation.FailsOnce', 'at', id)::int AS n
  FROM STREAM read_files('in', format => 'json', schema => 'id INT');
CREATE STREAMING TABLE kept (
  CONSTRAINT warned EXPECT (n % 3 = 0),
  CONSTRAINT dropped EXPECT (n % 5 = 0) ON VIOLATION DROP ROW
) AS SELECT * FROM STREAM(src);
CREATE STREAMING TABLE parted (
  CONSTRAINT put_aside EXPECT (n % 7 = 0) ON VIOLATION QUARANTINE ROW,
  CONSTRAINT never EXPECT (n >= 0) ON VIOLATION FAIL UPDATE
) AS SELECT * FROM STREAM(src);
CREATE STREAMING TABLE latest (CONSTRAINT dropped EXPECT (n % 5 = 0) ON VIOLATION DROP ROW);
CREATE FLOW changes AS AUTO CDC INTO latest FROM STREAM(src) KEYS (id) SEQUENCE BY n;
CREATE MATERIALIZED VIEW grouped (CONSTRAINT warned EXPECT (n % 3 = 0)) AS
  SELECT id, max(n) AS n FROM (
    SELECT id, reflect('io.millrace.spark.expectation.FailsOnce', 'at', id)::int AS n
    FROM read_files('in', format => 'json', schema => 'id INT')) GROUP BY id;
""";

    @TempDir private Path folder;

    @Test
    void countsAreThoseOfTheRowsHoweverOftenTheirTasksRun() throws Exception {
        Path project = Files.createDirectories(folder.resolve("project"));
        Files.createDirectories(project.resolve("in"));
        Files.writeString(
                project.resolve("in/rows.json"),
                IntStream.range(0, ROWS)
                        .mapToObj("{\"id\": %d}\n"::formatted)
                        .collect(Collectors.joining()));
        Files.writeString(project.resolve("pipeline.sql"), SQL);
        Files.writeString(
                project.resolve("spark-pipeline.yml"),
                """
                name: retried
                libraries: [{glob: {include: "*.sql"}}]
                configuration: {spark.master: "local[2,4]"}
                """);
        Path output = folder.resolve("output.txt");
        Process process =
                ChildJava.shared()
                        .start(
                                "io.millrace.spark.cli.Millrace",
                                new LinkedHashMap<>(),
                                output,
                                "run",
                                project.toString(),
                                "--home",
                                folder.resolve("home").toString(),
                                "--retries",
                                "0",
                                "--format",
                                "json");
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        String printed = Files.readString(output);
        assertThat(process.exitValue()).as(printed).isZero();
        assertThat(Files.readString(folder.resolve("home/logs/millrace.log")))
                .contains("the first attempt fails at row");

        Map<String, String> counts = new TreeMap<>();
        JsonNode result =
                new ObjectMapper()
                        .readTree(
                                printed.lines()
                                        .filter(line -> line.startsWith("{"))
                                        .reduce((first, last) -> last)
                                        .orElseThrow());
        for (JsonNode flow : result.path("flows")) {
            String name = flow.path("name").asText();
            counts.put(
                    name,
                    flow.path("dropped_rows").asText()
                            + " of "
                            + flow.path("output_rows").asText());
            for (JsonNode rule : flow.path("expectations")) {
                counts.put(
                        name + "." + rule.path("name").asText(),
                        rule.path("passed").asText() + "/" + rule.path("failed").asText());
            }
        }
        Map<String, String> expected = new TreeMap<>();
        for (String flow : new String[] {"kept", "parted", "changes"}) {
            expected.put(flow + ".seen", passed(2));
        }
        expected.put("kept", "%d of %d".formatted(ROWS - met(5), met(5)));
        expected.put("kept.warned", passed(3));
        expected.put("kept.dropped", passed(5));
        expected.put("parted.put_aside", passed(7));
        expected.put("parted.never", passed(1));
        expected.put("changes.dropped", passed(5));
        expected.put("grouped.warned", passed(3));
        assertThat(counts).containsAllEntriesOf(expected);
    }

    private static int met(int divisor) {
        return (int) IntStream.range(0, ROWS).filter(n -> n % divisor == 0).count();
    }

    private static String passed(int divisor) {
        return met(divisor) + "/" + (ROWS - met(divisor));
    }
}
