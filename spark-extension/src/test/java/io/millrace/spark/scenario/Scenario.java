/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.CompileResult;
import io.millrace.compiler.PipelineCompiler;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.source.SourceFile;
import io.millrace.spark.PipelineLocation;
import io.millrace.spark.PipelineRunner;
import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.UpdateListener;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.session.PipelineSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * One case: a pipeline and its steps, {@code 1-name}, {@code 2-name} and so on.
 *
 * <ul>
 *   <li>{@code input/<table>.jsonl}: rows appended to a Delta table outside the pipeline, of the
 *       schema in the DDL file {@code <table>.schema} of the case;
 *   <li>{@code files/...}: copied into the folder that <code>${data}</code> stands for;
 *   <li>{@code pipeline.sql}: the pipeline from this step on;
 *   <li>{@code step.json}: {@code action} (update, full-refresh), {@code datasets}, and the {@code
 *       status} and {@code flows} that the update must end with;
 *   <li>{@code expected/<table>.jsonl}: the rows of a table, in any order; {@code
 *       expected/<table>.schema}: its schema as DDL.
 * </ul>
 */
final class Scenario {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;
    private final Path work;
    private final SparkSession session = SharedSparkSession.get();
    private final String schema = "s" + UUID.randomUUID().toString().replace("-", "");
    private String pipeline;

    Scenario(Path folder, Path work) {
        this.folder = folder;
        this.work = work;
    }

    void run() throws IOException {
        Files.createDirectories(work.resolve("data"));
        session.sql("CREATE SCHEMA " + schema);
        for (Path file : children(folder)) {
            String name = file.getFileName().toString();
            if (name.endsWith(".schema")) {
                String table = name.substring(0, name.length() - ".schema".length());
                session.sql(
                        "CREATE TABLE %s.`%s` (%s) USING delta"
                                .formatted(schema, table, Files.readString(file).strip()));
            } else if (!Files.isDirectory(file)) {
                assertThat(name).as("a file of the case").isIn("README.md", "pipeline.sql");
            }
        }
        pipeline = Files.readString(folder.resolve("pipeline.sql"));
        for (Path step : children(folder)) {
            if (Files.isDirectory(step)) {
                run(step);
            }
        }
    }

    private void run(Path step) throws IOException {
        JsonNode options = JSON.createObjectNode();
        for (Path part : children(step)) {
            switch (part.getFileName().toString()) {
                case "input" -> append(part);
                case "files" -> copy(part);
                case "pipeline.sql" -> pipeline = Files.readString(part);
                case "step.json" -> options = JSON.readTree(Files.readString(part));
                case "expected" -> {}
                default -> throw new AssertionError("unknown file " + part);
            }
        }
        UpdateResult result = update(options);
        assertThat(result.status().name())
                .as("%s: %s", step.getFileName(), result.flows())
                .isEqualTo(options.path("status").asText("COMPLETED"));
        options.path("flows")
                .properties()
                .forEach(
                        flow ->
                                assertThat(result.flows())
                                        .filteredOn(found -> found.name().equals(flow.getKey()))
                                        .extracting(found -> found.status().name())
                                        .containsExactly(flow.getValue().asText()));
        if (Files.exists(step.resolve("expected"))) {
            for (Path expected : children(step.resolve("expected"))) {
                compare(step, expected);
            }
        }
    }

    private void append(Path input) throws IOException {
        for (Path file : children(input)) {
            String name = file.getFileName().toString();
            assertThat(name).endsWith(".jsonl");
            String table = schema + ".`" + name.substring(0, name.length() - 6) + "`";
            session.read()
                    .schema(session.table(table).schema())
                    .json(file.toString())
                    .write()
                    .format("delta")
                    .mode("append")
                    .saveAsTable(table);
        }
    }

    private void copy(Path files) throws IOException {
        try (Stream<Path> all = Files.walk(files)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                Path target = work.resolve("data").resolve(files.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private UpdateResult update(JsonNode options) {
        List<String> datasets = new ArrayList<>();
        options.path("datasets").forEach(name -> datasets.add(name.asText()));
        boolean full = options.path("action").asText("update").equals("full-refresh");
        UpdateRequest request =
                new UpdateRequest(
                        full ? List.of() : datasets,
                        full ? datasets : List.of(),
                        full && datasets.isEmpty(),
                        List.of(),
                        false,
                        16,
                        0);
        return new PipelineRunner()
                .run(
                        session,
                        compile(),
                        new PipelineLocation(
                                PipelineSession.hadoopUri(work.resolve("storage")),
                                SharedSparkSession.warehouse()),
                        request,
                        UpdateListener.NONE);
    }

    private FlowGraph compile() {
        CompileResult result =
                PipelineCompiler.compile(
                        List.of(SourceFile.of("pipeline.sql", pipeline)),
                        new CompileOptions(
                                schema,
                                "spark_catalog",
                                schema,
                                Map.of("data", PipelineSession.hadoopUri(work.resolve("data"))),
                                Map.of()));
        assertThat(result.graph()).as("%s", result.diagnostics()).isPresent();
        return result.graph().orElseThrow();
    }

    private void compare(Path step, Path expected) throws IOException {
        String name = expected.getFileName().toString();
        String table = name.substring(0, name.lastIndexOf('.'));
        Dataset<Row> actual = session.table(schema + ".`" + table + "`");
        if (name.endsWith(".schema")) {
            assertThat(actual.schema().toDDL())
                    .as("schema of %s after %s", table, step.getFileName())
                    .isEqualTo(Files.readString(expected).strip());
            return;
        }
        assertThat(name).endsWith(".jsonl");
        List<JsonNode> rows = new ArrayList<>();
        for (Row row :
                actual.selectExpr("to_json(struct(*), map('ignoreNullFields', 'false')) AS row")
                        .collectAsList()) {
            rows.add(JSON.readTree(row.getString(0)));
        }
        List<JsonNode> wanted = new ArrayList<>();
        for (String line : Files.readAllLines(expected)) {
            if (!line.isBlank()) {
                wanted.add(JSON.readTree(line));
            }
        }
        assertThat(rows)
                .as("rows of %s after %s", table, step.getFileName())
                .containsExactlyInAnyOrderElementsOf(wanted);
    }

    private static List<Path> children(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }
}
