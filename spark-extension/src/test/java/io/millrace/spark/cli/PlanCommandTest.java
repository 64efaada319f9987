/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.spark.SharedSparkSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanCommandTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir Path folder;

    private final CommandRunner runner = new CommandRunner();
    private String schema;
    private Path file;

    @BeforeEach
    void writePipeline() throws IOException {
        SharedSparkSession.get();
        schema = "p" + Long.toHexString(System.nanoTime());
        SharedSparkSession.get().sql("CREATE SCHEMA " + schema);
        SharedSparkSession.get()
                .sql("CREATE TABLE " + schema + ".src USING delta AS SELECT 1 AS id");
        file = folder.resolve("shop.sql");
        write("orders");
    }

    private void write(String flow) throws IOException {
        Files.writeString(
                file,
                """
                USE SCHEMA %s;
                CREATE STREAMING TABLE orders;
                CREATE FLOW %s AS INSERT INTO orders BY NAME SELECT * FROM STREAM src;
                CREATE MATERIALIZED VIEW totals AS SELECT count(*) AS n FROM orders;
                """
                        .formatted(schema, flow));
    }

    private CommandRunner.Result run(String command, String... options) {
        Stream<String> arguments =
                Stream.concat(
                        Stream.of(
                                command,
                                file.toString(),
                                "--home",
                                folder.resolve("home").toString()),
                        Stream.of(options));
        return runner.run(arguments.toArray(String[]::new));
    }

    private List<String> home() throws IOException {
        Path home = folder.resolve("home");
        if (!Files.exists(home)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(home)) {
            return all.map(path -> path + " " + path.toFile().lastModified()).sorted().toList();
        }
    }

    @Test
    void aPlanIsShownBeforeTheFirstRunAndAfterIt() throws IOException {
        CommandRunner.Result fresh = run("plan", "--detailed-exitcode");
        assertThat(fresh.exitCode()).isEqualTo(2);
        assertThat(fresh.out())
                .contains("+ spark_catalog." + schema + ".orders: streaming table, new")
                .contains("  + flow orders (append): new, reads 1 file, ")
                .contains("what spark_catalog." + schema + ".orders gets before")
                .endsWith("shop: 2 datasets changed, 2 flows to run, 0 with nothing to do\n");
        assertThat(home()).isEmpty();

        assertThat(run("run").exitCode()).isZero();
        List<String> before = home();
        CommandRunner.Result second = run("plan", "--detailed-exitcode");
        assertThat(second.exitCode()).isZero();
        assertThat(second.out())
                .contains("nothing to do")
                .endsWith("shop: no changes, 0 flows to run, 2 with nothing to do\n");
        CommandRunner.Result full =
                run("plan", "--full-refresh", schema + ".orders", "--detailed-exitcode");
        assertThat(full.exitCode()).isEqualTo(2);
        assertThat(full.out()).contains("full refresh, generation 2");
        assertThat(home()).isEqualTo(before);
    }

    @Test
    void aRenameIsShownInThePlanAndRefusedInTheRun() throws IOException {
        assertThat(run("run").exitCode()).isZero();
        write("items");
        CommandRunner.Result plan = run("plan");
        assertThat(plan.exitCode()).isZero();
        assertThat(plan.out())
                .contains("the update would be refused:", "error[MILLRACE_RENAME_UNDECIDED]")
                .contains("shop.sql:3", "--rename orders=items", "--as-new items");

        CommandRunner.Result refused = run("run");
        assertThat(refused.exitCode()).isEqualTo(3);
        assertThat(refused.err()).contains("--rename orders=items");
        assertThat(run("run", "--rename", "orders=items").exitCode()).isZero();
        assertThat(run("plan", "--detailed-exitcode").exitCode()).isZero();
    }

    @Test
    void jsonHoldsTheWholePlan() throws IOException {
        JsonNode plan = JSON.readTree(run("plan", "--format", "json").out());
        assertThat(plan.path("pipeline").asText()).isEqualTo("shop");
        assertThat(plan.path("has_changes").asBoolean()).isTrue();
        JsonNode orders = plan.path("datasets").get(0);
        assertThat(orders.path("change").asText()).isEqualTo("NEW");
        assertThat(orders.path("generation").asInt()).isEqualTo(1);
        JsonNode flow = orders.path("flows").get(0);
        assertThat(flow.path("action").asText()).isEqualTo("RUN");
        assertThat(flow.path("reads").get(0).path("files").asInt()).isEqualTo(1);
        assertThat(plan.path("refusals")).isEmpty();
        assertThat(plan.path("errors")).isEmpty();
    }

    @Test
    void errorsOfThePipelineOrTheRequestEndWith3() throws IOException {
        assertThat(run("plan", "--refresh", "nothing").exitCode()).isEqualTo(3);
        assertThat(run("plan", "--failed", "--refresh", "orders").exitCode()).isEqualTo(2);
        Files.writeString(
                file, "CREATE MATERIALIZED VIEW m AS SELECT zz FROM %s.src;".formatted(schema));
        CommandRunner.Result wrong = run("plan");
        assertThat(wrong.exitCode()).isEqualTo(3);
        assertThat(wrong.err()).contains("zz").doesNotContain("Exception");
    }
}
