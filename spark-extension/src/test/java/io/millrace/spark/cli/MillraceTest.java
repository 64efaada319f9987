/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MillraceTest {

    private static final String VALID =
            "CREATE STREAMING TABLE orders AS SELECT * FROM STREAM landing.orders;\n"
                    + "CREATE MATERIALIZED VIEW totals AS SELECT sum(amount) AS s FROM orders;\n";

    @TempDir Path folder;

    private final CommandRunner runner = new CommandRunner();
    private Path file;

    @BeforeEach
    void writePipeline() throws IOException {
        file = folder.resolve("shop.sql");
        Files.writeString(file, VALID);
    }

    private String write(String sql) {
        try {
            return Files.writeString(file, sql).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private CommandRunner.Result run(String... arguments) {
        return runner.run(arguments);
    }

    @Test
    void withoutACommandTheUsageIsAnError() {
        CommandRunner.Result result = run();
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("missing command").contains("Usage: millrace");
    }

    @ParameterizedTest
    @ValueSource(strings = {"init", "validate", "graph"})
    void everyCommandHasHelp(String command) {
        CommandRunner.Result result = run(command, "--help");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("Usage: millrace " + command);
        assertThat(result.err()).isEmpty();
    }

    @Test
    void initSaysWhatIsWrongWithAFolderThatCannotBeMade() {
        CommandRunner.Result result = run("init", file.resolve("project").toString());
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err()).contains("error: `" + file).contains("cannot be used: ");
    }

    @Test
    void wrongOptionsAreUsageErrors() {
        assertThat(run("validate").exitCode()).isEqualTo(2);
        assertThat(run("validate", file.toString(), "--wrong").exitCode()).isEqualTo(2);
        assertThat(run("validate", file.toString(), "--format", "xml").exitCode()).isEqualTo(2);
        assertThat(run("validate", file.toString(), "--param", "novalue").exitCode()).isEqualTo(2);
        assertThat(run("compile").exitCode()).isEqualTo(2);
    }

    @Test
    void aWrongArgumentIsToldInALineWithAWayToHelp() {
        assertThat(run("run", file.toString(), "--retries", "x").err())
                .isEqualTo(
                        "Invalid value for option '--retries': 'x' is not an int\n"
                                + "see `millrace run --help`\n");
        assertThat(run("validate", file.toString(), "--param", "novalue").err())
                .isEqualTo(
                        "Value for option '--param' (NAME=VALUE) has no `=`: novalue\n"
                                + "see `millrace validate --help`\n");
        assertThat(run("validate", file.toString(), "--fromat", "json").err())
                .contains("--format")
                .endsWith("see `millrace validate --help`\n")
                .doesNotContain("Usage:");
        assertThat(run("compile").err())
                .endsWith("see `millrace --help`\n")
                .doesNotContain("Usage:");
    }

    @Test
    void aPathThatDoesNotExistIsAUsageError() {
        CommandRunner.Result result = run("validate", folder + "/none.sql");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("none.sql` does not exist");
    }

    @Test
    void validateSaysWhatItFound() {
        CommandRunner.Result result = run("validate", file.toString());
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).isEqualTo("shop: 2 datasets, 2 flows: no errors\n");
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void validateTellsWhatAnotherEngineWouldNotTake() {
        CommandRunner.Result spark = run("validate", file.toString(), "--compat", "spark");
        assertThat(spark.err()).isEmpty();
        CommandRunner.Result ours =
                run(
                        "validate",
                        write("CREATE SINK s USING noop;\n" + VALID),
                        "--compat",
                        "lakeflow");
        assertThat(ours.err())
                .contains("warning[MILLRACE_NOT_PORTABLE]")
                .contains("Databricks Lakeflow does not take CREATE SINK");
        assertThat(ours.exitCode()).isZero();
    }

    @Test
    void validatePrintsTheModernFormOfLegacyText() throws IOException {
        String name = write("CREATE LIVE TABLE t AS SELECT 1 AS id;\n");
        CommandRunner.Result result = run("validate", name, "--rewrite");
        assertThat(result.out())
                .isEqualTo(
                        """
                        --- %s
                        +++ %s
                        @@ -1,1 +1,1 @@
                        -CREATE LIVE TABLE t AS SELECT 1 AS id;
                        +CREATE MATERIALIZED VIEW t AS SELECT 1 AS id;
                        """
                                .formatted(name, name));
        assertThat(result.err()).contains("MILLRACE_DEPRECATED_SYNTAX").contains("1 note");
        assertThat(Files.readString(file)).startsWith("CREATE LIVE TABLE");
    }

    @Test
    void validateReportsErrorsAndExitsWith3() throws IOException {
        Files.writeString(
                file, "CREATE STREAMING TABLE t AS SELECT * FROM STREAM t2 WHERE a = ;\n");
        CommandRunner.Result result = run("validate", file.toString());
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .startsWith("error[MILLRACE_")
                .contains(file + ":1:")
                .endsWith("1 error\n");
    }

    @Test
    void validatePrintsJson() throws IOException {
        JsonNode valid =
                new ObjectMapper().readTree(run("validate", file + "", "--format", "json").out());
        assertThat(valid.get("valid").booleanValue()).isTrue();
        assertThat(valid.get("diagnostics")).isEmpty();
        Files.write(file, new byte[] {(byte) 0xFF});
        CommandRunner.Result result = run("validate", file.toString(), "--format", "json");
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.err()).isEmpty();
        JsonNode invalid = new ObjectMapper().readTree(result.out());
        assertThat(invalid.get("valid").booleanValue()).isFalse();
        assertThat(invalid.at("/diagnostics/0/code").textValue())
                .isEqualTo("MILLRACE_FILE_NOT_UTF8");
        assertThat(invalid.at("/diagnostics/0/line").intValue()).isEqualTo(1);
    }

    @Test
    void parametersReachTheCompiler() throws IOException {
        Files.writeString(
                file, "CREATE MATERIALIZED VIEW v AS SELECT :region AS r, '${day}' AS d;\n");
        assertThat(run("validate", file.toString()).exitCode()).isEqualTo(3);
        assertThat(
                        run(
                                        "validate",
                                        file.toString(),
                                        "--param",
                                        "region=a=b",
                                        "--set",
                                        "day=2024-01-01")
                                .exitCode())
                .isZero();
        runner.variable("MILLRACE_PARAM_REGION", "eu");
        assertThat(run("validate", file.toString(), "--set", "day=x").exitCode()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "json", "dot", "mermaid", "html"})
    void graphPrintsEveryFormat(String format) {
        CommandRunner.Result result = run("graph", file.toString(), "--format", format);
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("orders").contains("totals");
        assertThat(result.err()).isEmpty();
    }

    @Test
    void coloursOnlyWhenForcedWithoutATerminal() throws IOException {
        Files.writeString(file, "SELECT FROM;");
        assertThat(run("validate", file.toString()).err()).doesNotContain("\u001B");
        runner.variable("CLICOLOR_FORCE", "1");
        assertThat(run("validate", file.toString()).err()).contains("\u001B[1;31merror");
        runner.variable("NO_COLOR", "1");
        assertThat(run("validate", file.toString()).err()).doesNotContain("\u001B");
    }

    @Test
    void initWritesAProjectThatIsValid() throws IOException {
        Path project = folder.resolve("my shop");
        CommandRunner.Result result = run("init", project.toString());
        assertThat(result.exitCode()).isZero();
        assertThat(result.err()).contains("wrote the project `my_shop`");
        assertThat(Files.readString(project.resolve("spark-pipeline.yml")))
                .contains("name: my_shop");
        CommandRunner.Result validated = run("validate", project.toString());
        assertThat(validated.err()).isEmpty();
        assertThat(validated.out()).isEqualTo("my_shop: 4 datasets, 4 flows: no errors\n");
        assertThat(run("validate", project.toString(), "--target", "large_orders").exitCode())
                .isZero();
        CommandRunner.Result again = run("init", project.toString());
        assertThat(again.exitCode()).isEqualTo(2);
        assertThat(again.err()).contains("is not an empty folder");
    }
}
