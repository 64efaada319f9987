/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.spark.SharedSparkSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * A small pipeline with one of each kind of flow, run by processes that may die. What its tables
 * must hold follows from its input alone.
 */
final class CrashPipeline {

    private static final String NAME = "crash";
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String SQL =
"""
CREATE STREAMING TABLE events;
CREATE FLOW first AS INSERT INTO events BY NAME
  SELECT id, 'a' AS origin
  FROM STREAM read_files('in/a', format => 'json', schema => 'id BIGINT');
CREATE FLOW second AS INSERT INTO events BY NAME
  SELECT id, 'b' AS origin
  FROM STREAM read_files('in/b', format => 'json', schema => 'id BIGINT');
CREATE FLOW seed AS INSERT INTO ONCE events BY NAME
  SELECT id, 'seed' AS origin
  FROM read_files('in/seed', format => 'json', schema => 'id BIGINT');
CREATE STREAMING TABLE chained AS SELECT id, upper(origin) AS origin FROM STREAM events;
CREATE MATERIALIZED VIEW totals AS
  SELECT origin, count(*) AS n, sum(id) AS s FROM chained GROUP BY origin;
CREATE STREAMING TABLE nothing AS
  SELECT id FROM STREAM read_files('in/none', format => 'json', schema => 'id BIGINT');
""";

    private final Path folder;
    private final ChildJava java;
    private final List<Long> a = new ArrayList<>();
    private final List<Long> b = new ArrayList<>();
    private final List<Long> seed = List.of(1L, 2L, 3L);
    private int files;

    CrashPipeline(Path folder) throws IOException {
        this.folder = folder;
        this.java = new ChildJava(folder);
        for (String input : List.of("a", "b", "seed", "none")) {
            Files.createDirectories(folder.resolve("crash/in").resolve(input));
        }
        Files.writeString(folder.resolve("crash/pipeline.sql"), SQL);
        write("seed", seed);
    }

    /** New rows for both append flows, each row different from all others. */
    void addInput() throws IOException {
        files++;
        add("a", a, 1000L * files);
        add("b", b, 1000L * files);
    }

    private void add(String input, List<Long> all, long first) throws IOException {
        List<Long> ids = List.of(first, first + 1);
        write(input, ids);
        all.addAll(ids);
    }

    private void write(String input, List<Long> ids) throws IOException {
        String text = ids.stream().map("{\"id\":%d}%n"::formatted).collect(Collectors.joining());
        Path file = folder.resolve("crash/in").resolve(input).resolve("f" + files + ".json");
        Path hidden = file.resolveSibling("." + file.getFileName());
        Files.writeString(hidden, text);
        Files.move(hidden, file);
    }

    /** Starts {@code millrace run}. */
    Process run(Map<String, String> properties, String... options) throws IOException {
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("run", folder.resolve(NAME).toString()));
        arguments.addAll(List.of("--home", folder.resolve("home").toString()));
        arguments.addAll(List.of(options));
        return java.start(
                "io.millrace.spark.cli.Millrace",
                new LinkedHashMap<>(properties),
                log(),
                arguments.toArray(String[]::new));
    }

    Path log() {
        return folder.resolve("output.txt");
    }

    Path storage() {
        return folder.resolve("home/pipelines/crash");
    }

    /** Runs the pipeline until it succeeds: once must do. */
    void runToEnd() throws Exception {
        Process process = run(Map.of());
        assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log())).isZero();
    }

    /** What holds at any moment: nothing is there twice, nothing that is not in the input. */
    void checkNothingIsDoubled() {
        Map<String, Long> most = expected();
        Map<String, Long> events = rows("events", "concat(origin, ' ', id)");
        assertThat(most).as("events").containsAllEntriesOf(events);
        Map<String, Long> chained = rows("chained", "concat(lower(origin), ' ', id)");
        assertThat(most).as("chained").containsAllEntriesOf(chained);
    }

    /** What holds after an update that was not disturbed. */
    void checkAll() throws IOException {
        checkTables();
        checkEventLogs();
        try (Stream<Path> all = Files.walk(storage().resolve("state"))) {
            assertThat(all.map(path -> path.getFileName().toString()))
                    .noneMatch(name -> name.endsWith(".tmp"));
        }
        try (Stream<Path> leases = Files.list(storage().resolve("state/lease"))) {
            List<Path> all = leases.toList();
            assertThat(all).hasSize(1);
            assertThat(MAPPER.readTree(all.get(0).toFile()).path("released").asBoolean()).isTrue();
        }
    }

    /** All input is in all tables, once. */
    void checkTables() {
        assertThat(rows("events", "concat(origin, ' ', id)")).isEqualTo(expected());
        assertThat(rows("chained", "concat(lower(origin), ' ', id)")).isEqualTo(expected());
        Map<String, Long> totals = new TreeMap<>();
        Map.of("A", a, "B", b, "SEED", seed)
                .forEach(
                        (origin, ids) -> {
                            if (!ids.isEmpty()) {
                                long sum = ids.stream().mapToLong(id -> id).sum();
                                totals.put(origin + " " + ids.size() + " " + sum, 1L);
                            }
                        });
        assertThat(rows("totals", "concat_ws(' ', origin, n, s)")).isEqualTo(totals);
        assertThat(rows("nothing", "id")).isEmpty();
    }

    /** Every line parses, and every update has an end. */
    private void checkEventLogs() throws IOException {
        try (Stream<Path> logs = Files.list(storage().resolve("events"))) {
            for (Path log : logs.toList()) {
                String end = "";
                Map<String, String> flows = new TreeMap<>();
                for (String line : Files.readAllLines(log)) {
                    JsonNode event = MAPPER.readTree(line);
                    JsonNode details = event.path("details");
                    end = details.path("update_progress").path("state").asText(end);
                    if (event.path("event_type").asText().equals("flow_progress")) {
                        flows.put(
                                event.path("origin").path("flow_name").asText(),
                                details.path("flow_progress").path("status").asText());
                    }
                }
                assertThat(end).as(log.toString()).isIn("COMPLETED", "FAILED", "CANCELED");
                assertThat(flows.values()).doesNotContain("QUEUED", "STARTING", "RUNNING");
            }
        }
    }

    private Map<String, Long> expected() {
        Map<String, Long> rows = new TreeMap<>();
        a.forEach(id -> rows.put("a " + id, 1L));
        b.forEach(id -> rows.put("b " + id, 1L));
        seed.forEach(id -> rows.put("seed " + id, 1L));
        return rows;
    }

    /** How often each row is in a table; nothing when there is no table yet. */
    private Map<String, Long> rows(String table, String expression) {
        Path path = folder.resolve("home/warehouse").resolve(table);
        Map<String, Long> counts = new TreeMap<>();
        if (!Files.exists(path.resolve("_delta_log/%020d.json".formatted(0)))) {
            return counts;
        }
        Dataset<Row> rows =
                SharedSparkSession.get()
                        .read()
                        .format("delta")
                        .load("file:" + path)
                        .selectExpr("CAST(" + expression + " AS STRING)");
        for (Row row : rows.collectAsList()) {
            counts.merge(row.getString(0), 1L, Long::sum);
        }
        return counts;
    }
}
