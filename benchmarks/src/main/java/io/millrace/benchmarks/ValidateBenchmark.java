/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How long {@code millrace validate} takes for a large project and for the smallest. */
final class ValidateBenchmark {

    private static final int LAYERS = 10;
    private static final int IN_LAYER = 100;

    private ValidateBenchmark() {}

    /** A folder of 1,000 streaming tables and 2,000 flows in ten layers, a file for each layer. */
    static Path largeProject(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (int layer = 0; layer < LAYERS; layer++) {
            var sql = new StringBuilder();
            for (int i = 0; i < IN_LAYER; i++) {
                String name = "t_%d_%d".formatted(layer, i);
                sql.append("CREATE OR REFRESH STREAMING TABLE %s;%n".formatted(name));
                for (int flow = 0; flow < 2; flow++) {
                    String source =
                            layer == 0
                                    ? "read_files('/landing/%s/%d', format => 'json', schema => 'id BIGINT, name STRING')"
                                            .formatted(name, flow)
                                    : "t_%d_%d".formatted(layer - 1, (i + flow) % IN_LAYER);
                    sql.append(
                            """
                            CREATE FLOW %s_%d AS INSERT INTO %s BY NAME
                            WITH cleaned AS (SELECT id, trim(name) AS name FROM STREAM %s WHERE id > %d)
                            SELECT id, upper(name) AS name FROM cleaned WHERE name IS NOT NULL;
                            """
                                    .formatted(name, flow, name, source, i));
                }
            }
            Files.writeString(folder.resolve("layer_%02d.sql".formatted(layer)), sql);
        }
        return folder;
    }

    static Path smallProject(Path folder) throws IOException {
        Files.createDirectories(folder);
        return Files.writeString(
                folder.resolve("one.sql"), "CREATE MATERIALIZED VIEW one AS SELECT 1 AS id;\n");
    }

    /** Wall time in milliseconds. */
    static long time(Path launcher, Path project, Path folder) throws Exception {
        List<String> command =
                new ArrayList<>(List.of(launcher.toString(), "validate", project.toString()));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(Map.of("MILLRACE_JAVA_OPTIONS", "-Xmx1g"));
        builder.redirectOutput(folder.resolve("validate.log").toFile());
        long start = System.nanoTime();
        int status = builder.start().waitFor();
        if (status != 0) {
            throw new IllegalStateException(
                    "validate ended with "
                            + status
                            + ": "
                            + Files.readString(folder.resolve("validate.log")));
        }
        return (System.nanoTime() - start) / 1_000_000;
    }
}
