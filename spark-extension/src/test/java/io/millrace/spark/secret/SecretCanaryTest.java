/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.secret;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.cli.Millrace;
import io.millrace.spark.crash.ChildJava;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs a pipeline with secrets in every place that may hold one, whose flows succeed and fail in
 * many ways, and looks for the secrets in every byte that was written or printed.
 */
class SecretCanaryTest {

    private static final String SQL =
"""
SET spark.canary.set = '{{secrets/canary/set}}';
CREATE STREAMING TABLE good AS
  SELECT id FROM STREAM read_files('in', format => 'json', schema => 'id INT, text STRING',
    dateFormat => "'{{secrets/canary/argument}}'yyyy");
CREATE SINK shared USING delta OPTIONS (path '../shared', 'fs.canary.key' '{{secrets/canary/fs}}');
CREATE FLOW to_shared AS INSERT INTO shared BY NAME SELECT id FROM STREAM good;
CREATE STREAMING TABLE strict (CONSTRAINT never EXPECT (id < 0) ON VIOLATION FAIL UPDATE) AS
  SELECT id, text FROM STREAM read_files('in', format => 'json', schema => 'id INT, text STRING');
CREATE STREAMING TABLE unreadable AS
  SELECT id FROM STREAM read_files('in', format => 'csv', schema => 'id TIMESTAMP', timestampFormat => :pattern);
CREATE SINK refused USING jdbc OPTIONS (url 'jdbc:postgresql://127.0.0.1:1/db', dbtable 't',
  user 'u', password '{{secrets/canary/password}}');
CREATE FLOW to_refused AS INSERT INTO refused BY NAME SELECT id FROM STREAM good;
CREATE SINK missing USING jdbc OPTIONS (url 'jdbc:derby:memory:{{secrets/canary/url}}', dbtable 't');
CREATE FLOW to_missing AS INSERT INTO missing BY NAME SELECT id FROM STREAM good;
CREATE SINK unknown USING noop OPTIONS (token '{{secrets/canary/option}}');
CREATE FLOW to_unknown AS INSERT INTO unknown BY NAME SELECT id FROM STREAM good;
""";

    @TempDir private Path folder;

    private final Map<String, String> values = new LinkedHashMap<>();

    private String value(String key) {
        String random = UUID.randomUUID().toString().replace("-", "");
        return values.computeIfAbsent(key, name -> "canary" + name + "/+" + random);
    }

    @Test
    void noSecretIsInAnythingThatIsWrittenOrPrinted() throws Exception {
        Path project = Files.createDirectories(folder.resolve("project"));
        Files.createDirectories(project.resolve("in"));
        Files.writeString(project.resolve("pipeline.sql"), SQL);
        Files.writeString(
                project.resolve("spark-pipeline.yml"),
                """
                name: canary
                libraries: [{glob: {include: "*.sql"}}]
                configuration: {spark.hadoop.fs.canary.secret: "{{secrets/canary/configuration}}"}
                """);
        Files.writeString(
                project.resolve("millrace.yml"),
                """
                parameters: {pattern: "{{secrets/canary/parameter}}"}
                notifications: [{on: [update_failure], webhook: "{{secrets/canary/hook}}"}]
                """);
        values.put("hook", "http://127.0.0.1:1/" + UUID.randomUUID());
        Files.writeString(
                project.resolve("in/rows.json"),
                "{\"id\": 1, \"text\": \"%s\"}\n".formatted(value("argument")));
        Path secrets = folder.resolve("secrets");
        List<String> lines = new ArrayList<>();
        for (String key : new String[] {"set", "argument", "fs", "password", "url", "hook"}) {
            lines.add("canary/" + key + "=" + value(key));
        }
        Files.write(secrets, lines);
        Files.setPosixFilePermissions(secrets, PosixFilePermissions.fromString("rw-------"));
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("MILLRACE_SECRETS_FILE", secrets.toString());
        for (String key : new String[] {"option", "configuration", "parameter"}) {
            environment.put(new SecretReference("canary", key).variable(), value(key));
        }

        Path home = folder.resolve("home");
        Path output = folder.resolve("output.txt");
        LinkedHashMap<String, String> properties = new LinkedHashMap<>();
        properties.put("derby.stream.error.file", "/dev/null");
        Process run =
                ChildJava.shared()
                        .start(
                                "io.millrace.spark.cli.Millrace",
                                properties,
                                environment,
                                output,
                                "run",
                                project.toString(),
                                "--home",
                                home.toString(),
                                "--retries",
                                "0",
                                "--debug",
                                "--format",
                                "json");
        assertThat(run.waitFor(5, TimeUnit.MINUTES)).isTrue();
        String printed = Files.readString(output);
        assertThat(run.exitValue()).as(printed).isEqualTo(1);
        assertThat(printed)
                .contains("\"to_shared\"")
                .contains("Violated expectations: 'never'")
                .contains("Output record: '{\"id\":1,\"text\":\"********\"}'")
                .contains("sink `refused`: ")
                .contains("memory:********")
                .contains("the web hook at http://127.0.0.1 could not be told");
        assertThat(Files.readString(home.resolve("logs/millrace.log"))).isNotEmpty();

        for (String command : new String[] {"events", "graph"}) {
            Files.writeString(
                    folder.resolve("output-" + command + ".txt"), look(command, project, home));
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(this::isWritten).toList()) {
                check(file);
            }
        }
    }

    private static String look(String command, Path project, Path home) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8)) {
            Millrace.run(
                    stream,
                    stream,
                    command,
                    project.toString(),
                    "--home",
                    home.toString(),
                    "--format",
                    "json");
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private boolean isWritten(Path file) {
        return Files.isRegularFile(file)
                && !file.startsWith(folder.resolve("project"))
                && !file.equals(folder.resolve("secrets"))
                // Rows are the user's; that of the sample is in a file that was never committed.
                && !file.toString().endsWith(".parquet")
                && !file.toString().endsWith(".jar")
                && !file.toString().endsWith(".jsa");
    }

    private void check(Path file) throws IOException {
        String bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        values.forEach(
                (key, value) -> {
                    byte[] raw = value.getBytes(StandardCharsets.UTF_8);
                    for (String form :
                            List.of(
                                    value,
                                    URLEncoder.encode(value, StandardCharsets.UTF_8),
                                    Base64.getEncoder().encodeToString(raw))) {
                        assertThat(bytes.contains(form)).as(key + " in " + file).isFalse();
                    }
                });
    }
}
