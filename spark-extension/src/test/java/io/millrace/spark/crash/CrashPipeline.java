/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A small pipeline, run by processes that may die. */
final class CrashPipeline {

    private static final String NAME = "crash";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Path folder;
    private final ChildJava java;
    private final CrashTables tables;

    CrashPipeline(Path folder) throws Exception {
        this(folder, new AppendedTables(folder));
    }

    CrashPipeline(Path folder, CrashTables tables) throws Exception {
        this.folder = folder;
        this.java = ChildJava.shared();
        this.tables = tables;
        for (String input : tables.inputs()) {
            Files.createDirectories(folder.resolve("crash/in").resolve(input));
        }
        Files.writeString(folder.resolve("crash/pipeline.sql"), tables.sql());
        tables.writeFirst();
    }

    void addInput() throws IOException {
        tables.addInput();
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
        tables.checkNothingIsDoubled();
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
        tables.checkTables();
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
}
