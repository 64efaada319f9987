/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.millrace.compiler.ParameterValue;
import io.millrace.compiler.PipelineCompiler;
import io.millrace.compiler.diagnostic.DiagnosticRenderer;
import io.millrace.compiler.source.SourceFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectLoaderTest {

    private static final String SPEC =
            """
            name: retail
            catalog: lake
            database: sales
            libraries:
              - glob: {include: transformations/**}
            storage: file:///data/retail
            configuration: {spark.sql.shuffle.partitions: "8", my.start: "2024-01-01"}
            """;

    @TempDir Path folder;

    private void write(String name, String text) throws IOException {
        write(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private void write(String name, byte[] bytes) throws IOException {
        Path path = folder.resolve(name);
        Files.createDirectories(path.getParent());
        Files.write(path, bytes);
    }

    private LoadedProject load() {
        return load(ProjectOptions.NONE);
    }

    private LoadedProject load(ProjectOptions options) {
        return ProjectLoader.load(folder.toString(), options);
    }

    /** The diagnostics with the folder's own name replaced by {@code DIR}. */
    private String problems(LoadedProject loaded) {
        return DiagnosticRenderer.plain()
                .render(loaded.diagnostics())
                .replace(folder.toString(), "DIR");
    }

    private PipelineProject project(LoadedProject loaded) {
        assertThat(problems(loaded)).isEmpty();
        return loaded.project().orElseThrow();
    }

    private static List<String> names(PipelineProject project) {
        return project.sources().stream().map(SourceFile::name).toList();
    }

    @Test
    void readsASingleFileWithDefaults() throws IOException {
        write("orders.sql", "SELECT 1\r\n");
        String path = folder.resolve("orders.sql").toString();
        PipelineProject project = project(ProjectLoader.load(path, ProjectOptions.NONE));
        assertThat(project.name()).isEqualTo("orders");
        assertThat(project.catalog()).isEqualTo("spark_catalog");
        assertThat(project.schema()).isEqualTo("default");
        assertThat(project.storage()).isEmpty();
        assertThat(project.root()).isEqualTo(folder.toAbsolutePath());
        assertThat(names(project)).containsExactly(path);
        assertThat(project.sources().get(0).text()).isEqualTo("SELECT 1\r\n");
    }

    @Test
    void readsAFolderRecursivelyAndSorted() throws IOException {
        write("b.sql", "");
        write("a/z.SQL", "");
        write("a/readme.md", "");
        write(".hidden/x.sql", "");
        PipelineProject project = project(load());
        assertThat(project.name()).isEqualTo(folder.getFileName().toString());
        assertThat(names(project)).containsExactly(folder + "/a/z.SQL", folder + "/b.sql");
    }

    @Test
    void readsASpecOfSpark() throws IOException {
        write("spark-pipeline.yml", SPEC);
        write("transformations/a.sql", "");
        write("transformations/deep/b.sql", "");
        write("other.sql", "");
        PipelineProject project = project(load());
        assertThat(project.name()).isEqualTo("retail");
        assertThat(project.catalog()).isEqualTo("lake");
        assertThat(project.schema()).isEqualTo("sales");
        assertThat(project.storage()).contains("file:///data/retail");
        assertThat(project.configuration())
                .containsExactly(
                        entry("spark.sql.shuffle.partitions", "8"),
                        entry("my.start", "2024-01-01"));
        assertThat(names(project))
                .containsExactly(
                        folder + "/transformations/a.sql", folder + "/transformations/deep/b.sql");
    }

    @Test
    void takesTheSpecFileItselfAsThePath() throws IOException {
        write("spark-pipeline.yaml", SPEC);
        write("transformations/a.sql", "");
        LoadedProject loaded =
                ProjectLoader.load(folder + "/spark-pipeline.yaml", ProjectOptions.NONE);
        assertThat(names(project(loaded))).containsExactly(folder + "/transformations/a.sql");
    }

    @Test
    void commandLineBeatsEnvironmentBeatsTargetBeatsSettingsBeatsSpec() throws IOException {
        write("spark-pipeline.yml", SPEC);
        write("transformations/a.sql", "");
        write(
                "millrace.yml",
                """
                parameters: {region: eu, Limit: 10, strict: true, day: 2024-01-01, keep: x}
                targets:
                  prod:
                    catalog: big
                    schema: facts
                    storage: s3a://bucket/retail
                    parameters: {region: us}
                    configuration: {my.start: "2020-01-01", extra: 1}
                update: {max_concurrent_flows: 4, flow_retries: 0, update_retries: 1}
                """);
        ProjectOptions options =
                new ProjectOptions(
                        Optional.empty(),
                        Map.of("strict", "false"),
                        Map.of("extra", "2"),
                        Map.of(
                                "MILLRACE_TARGET", "prod",
                                "MILLRACE_SCHEMA", "env",
                                "MILLRACE_PARAM_LIMIT", "5",
                                "MILLRACE_PARAM_KEEP", "y",
                                "OTHER", "z"));
        PipelineProject project = project(load(options));
        assertThat(project.catalog()).isEqualTo("big");
        assertThat(project.schema()).isEqualTo("env");
        assertThat(project.storage()).contains("s3a://bucket/retail");
        assertThat(project.configuration())
                .containsEntry("my.start", "2020-01-01")
                .containsEntry("extra", "2")
                .containsEntry("spark.sql.shuffle.partitions", "8");
        assertThat(project.parameters())
                .containsExactly(
                        entry("region", ParameterValue.string("us")),
                        entry("Limit", new ParameterValue("5", ParameterValue.Type.NUMBER)),
                        entry("strict", new ParameterValue("false", ParameterValue.Type.BOOLEAN)),
                        entry("day", ParameterValue.string("2024-01-01")),
                        entry("keep", ParameterValue.string("y")));
        assertThat(project.update()).isEqualTo(new PipelineProject.UpdateSettings(4, 0, 1));
        assertThat(project.target()).contains("prod");
    }

    @Test
    void relativeStorageStartsFromTheProjectFolder() throws IOException {
        write("spark-pipeline.yml", "name: a\nlibraries: [{file: {path: a.sql}}]\nstorage: st/x\n");
        write("a.sql", "");
        assertThat(project(load()).storage()).contains("file:" + folder + "/st/x");
    }

    @Test
    void secretReferencesStayAsTheyAre() throws IOException {
        write(
                "spark-pipeline.yml",
                "name: a\nlibraries: [{file: {path: a.sql}}]\n"
                        + "configuration: {my.key: '{{secrets/s/k}}'}\n");
        write("a.sql", "");
        assertThat(project(load()).configuration()).containsEntry("my.key", "{{secrets/s/k}}");
    }

    @Test
    void namesTheNearestKeyOfAnUnknownOne() throws IOException {
        write("spark-pipeline.yml", "name: a\nlibrarys: []\nlibraries:\n  - file: {path: a.sql}\n");
        write("a.sql", "");
        write("millrace.yml", "targets:\n  prod: {catalogue: x}\n");
        assertThat(problems(load()))
                .isEqualTo(
                        """
                        error[MILLRACE_PROJECT_UNKNOWN_KEY] DIR/millrace.yml:2:10
                         2 |   prod: {catalogue: x}
                           |          ^^^^^^^^^
                        `catalogue` is not a key of a target
                        hint: did you mean `catalog`?

                        error[MILLRACE_PROJECT_UNKNOWN_KEY] DIR/spark-pipeline.yml:2:1
                         2 | librarys: []
                           | ^^^^^^^^
                        `librarys` is not a key of spark-pipeline.yml
                        hint: did you mean `libraries`?\
                        """);
    }

    @Test
    void reportsWrongTypesMissingAndDuplicateKeysWithPlaces() throws IOException {
        write(
                "spark-pipeline.yml",
                """
                catalog: [a, b]
                database: 2024
                database: x
                libraries: transformations/**
                configuration:
                  ok: 1
                  bad: {a: 1}
                """);
        assertThat(problems(load()))
                .isEqualTo(
                        """
                        error[MILLRACE_PROJECT_MISSING_KEY] DIR/spark-pipeline.yml:1:1
                         1 | catalog: [a, b]
                           | ^
                        spark-pipeline.yml has no `name`

                        error[MILLRACE_PROJECT_INVALID_VALUE] DIR/spark-pipeline.yml:1:10
                         1 | catalog: [a, b]
                           |          ^^^^^^
                        `catalog` must be a text; put it into quotes

                        error[MILLRACE_PROJECT_INVALID_VALUE] DIR/spark-pipeline.yml:2:11
                         2 | database: 2024
                           |           ^^^^
                        `database` must be a text; put it into quotes

                        error[MILLRACE_PROJECT_DUPLICATE_KEY] DIR/spark-pipeline.yml:3:1
                         3 | database: x
                           | ^^^^^^^^
                        `database` is given twice
                        see DIR/spark-pipeline.yml:2:1
                         2 | database: 2024
                           | ^^^^^^^^ given here first

                        error[MILLRACE_PROJECT_INVALID_VALUE] DIR/spark-pipeline.yml:4:12
                         4 | libraries: transformations/**
                           |            ^^^^^^^^^^^^^^^^^^
                        `libraries` must be a list

                        error[MILLRACE_PROJECT_INVALID_VALUE] DIR/spark-pipeline.yml:7:8
                         7 |   bad: {a: 1}
                           |        ^^^^^^
                        `configuration.bad` must be a text, a number or a boolean\
                        """);
    }

    @Test
    void reportsBrokenYamlWithItsPlace() throws IOException {
        write("spark-pipeline.yml", "name: a\nlibraries: [\n  x: }\n");
        assertThat(problems(load()))
                .startsWith(
                        "error[MILLRACE_PROJECT_SYNTAX_ERROR] DIR/spark-pipeline.yml:3:6\n"
                                + " 3 |   x: }\n   |      ^\nthe file is not valid YAML: ");
    }

    @Test
    void survivesHostileYaml() throws IOException {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x]\n");
        for (int i = 1; i < 60; i++) {
            bomb.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
        }
        write("spark-pipeline.yml", "name: a\nlibraries: []\n" + bomb);
        assertThat(problems(load())).contains("Number of aliases for non-scalar nodes");
        write("spark-pipeline.yml", "[".repeat(200_000));
        assertThat(problems(load())).contains("MILLRACE_PROJECT_SYNTAX_ERROR");
        write("spark-pipeline.yml", "name: !!javax.script.ScriptEngineManager [x]\nlibraries: []");
        assertThat(problems(load())).contains("`name` must be a text");
        write("spark-pipeline.yml", "&a [*a]");
        assertThat(problems(load())).contains("must be a mapping of keys to values");
        write("spark-pipeline.yml", "name: a\n---\nname: b\n");
        assertThat(problems(load())).contains("more than one document");
        write("spark-pipeline.yml", "");
        assertThat(problems(load())).contains("has no `name`").contains("has no `libraries`");
    }

    @Test
    void warnsOfPythonFilesAndOthersThatLibrariesName() throws IOException {
        write("spark-pipeline.yml", SPEC);
        write("transformations/a.sql", "");
        write("transformations/b.py", "");
        write("transformations/c.txt", "");
        LoadedProject loaded = load();
        assertThat(loaded.project()).isPresent();
        assertThat(problems(loaded))
                .contains("warning[MILLRACE_FILE_SKIPPED] DIR/spark-pipeline.yml:5:12")
                .contains("`transformations/b.py` is skipped: Millrace runs SQL, no Python")
                .contains("`transformations/c.txt` is skipped: it is not a .sql file");
    }

    @Test
    void theSpecAndTheSettingsAreNoSkippedFiles() throws IOException {
        write("spark-pipeline.yml", "name: a\nlibraries: [{glob: {include: '**'}}]\n");
        write("millrace.yml", "parameters: {a: 1}\n");
        write("a.sql", "");
        assertThat(project(load()).sources()).hasSize(1);
    }

    @Test
    void takesASpecUnderAnyName() throws IOException {
        write("conf/pipeline.yml", "name: a\nlibraries: [{glob: {include: '../sql/**'}}]\n");
        write("sql/a.sql", "");
        LoadedProject loaded =
                ProjectLoader.load(folder + "/conf/pipeline.yml", ProjectOptions.NONE);
        assertThat(project(loaded).name()).isEqualTo("a");
        assertThat(loaded.project().orElseThrow().sources()).hasSize(1);
        write("conf/pipeline.yml", "nam: a\n");
        assertThat(problems(ProjectLoader.load(folder + "/conf/pipeline.yml", ProjectOptions.NONE)))
                .contains("pipeline.yml has no `name`")
                .contains("`nam` is not a key of pipeline.yml\nhint: did you mean `name`?");
    }

    @Test
    void tellsOfSkippedFilesInAPlainFolder() throws IOException {
        write("a.sql", "");
        write("b.py", "from pyspark import pipelines as dp\n@dp.table\ndef raw(): ...\n");
        write("c.py", "print(1)\n");
        write("notes.yml", "libraries: some\n");
        write("pipeline.yml", "name: a\nlibraries: []\n");
        write("sub/databricks.yml", "bundle: {name: a}\n");
        LoadedProject loaded = load();
        assertThat(problems(loaded))
                .isEqualTo(
                        """
                        warning[MILLRACE_FILE_SKIPPED]
                        `DIR/b.py` is skipped: Millrace runs SQL, no Python; its datasets and flows are missing

                        warning[MILLRACE_FILE_SKIPPED]
                        `DIR/pipeline.yml` is skipped: it looks like the spec of a pipeline; give the file to run it

                        warning[MILLRACE_FILE_SKIPPED]
                        `DIR/sub/databricks.yml` is skipped: it is a bundle of its own; give its folder to run a pipeline of it

                        warning[MILLRACE_FILE_SKIPPED]
                        `DIR/c.py` is skipped: Millrace runs SQL, no Python\
                        """);
    }

    @Test
    void namesOfSkippedPythonAreNoSlips() throws IOException {
        write(
                "p.py",
                """
                import dlt
                @dlt.table(name="lake.orders_row")
                def any_name(): ...
                dlt.create_streaming_table("orders_rew")
                """);
        write(
                "a.sql",
                """
                CREATE MATERIALIZED VIEW orders_raw AS SELECT 1 AS a;
                CREATE MATERIALIZED VIEW m AS SELECT * FROM orders_row;
                CREATE FLOW f AS INSERT INTO orders_rew BY NAME SELECT * FROM STREAM x;
                CREATE MATERIALIZED VIEW n AS SELECT * FROM orders_rav;
                """);
        PipelineProject project = load().project().orElseThrow();
        String problems =
                DiagnosticRenderer.plain()
                        .render(
                                PipelineCompiler.compile(
                                                project.sources(), project.compileOptions())
                                        .diagnostics());
        assertThat(problems)
                .contains("hint: it may be declared in `p.py`, which is skipped: declare it in SQL")
                .contains("`orders_rav` is not a dataset")
                .doesNotContain("`orders_row`");
    }

    @Test
    void reportsLibrariesThatMatchNothing() throws IOException {
        write(
                "spark-pipeline.yml",
                "name: a\nlibraries: [{file: {path: x}}, {glob: {include: y}}]");
        Files.createDirectories(folder.resolve("y"));
        assertThat(problems(load()))
                .contains("`x` matches no file")
                .contains("`y` matches no file\nhint: y/**")
                .contains("the pipeline has nothing to run: the libraries of");
    }

    @Test
    void reportsInvalidUtf8WithItsPlace() throws IOException {
        byte[] bytes = "SELECT 'ä',\n  '?'".getBytes(StandardCharsets.UTF_8);
        bytes[bytes.length - 2] = (byte) 0xE4;
        write("a.sql", bytes);
        assertThat(problems(load()))
                .isEqualTo(
                        """
                        error[MILLRACE_FILE_NOT_UTF8] DIR/a.sql:2:4
                         2 |   '\uFFFD'
                           |    ^
                        the file is not valid UTF-8: byte 0xE4 at offset 16
                        hint: save the file as UTF-8\
                        """);
        write("a.sql", "SELECT 1".getBytes(StandardCharsets.UTF_16));
        assertThat(problems(load())).contains("hint: the file looks like UTF-16; save it as UTF-8");
        write("a.sql", new byte[] {'x', (byte) 0xC3});
        assertThat(problems(load())).contains("DIR/a.sql:1:2");
    }

    @Test
    void dropsAByteOrderMark() throws IOException {
        write("a.sql", "\uFEFFSELECT 1");
        assertThat(project(load()).sources().get(0).text()).isEqualTo("SELECT 1");
    }

    @Test
    void reportsEmptyFoldersMissingPathsAndOtherFiles() throws IOException {
        assertThat(problems(load())).contains("there is no .sql file in `DIR`");
        assertThat(problems(ProjectLoader.load(folder + "/none", ProjectOptions.NONE)))
                .isEqualTo("error[MILLRACE_PATH_NOT_FOUND]\n`DIR/none` does not exist");
        write("a.txt", "");
        assertThat(problems(ProjectLoader.load(folder + "/a.txt", ProjectOptions.NONE)))
                .contains("is no .sql file, no folder, and no .yml file of a project");
        write("spark-pipeline.yml", SPEC);
        write("spark-pipeline.yaml", SPEC);
        assertThat(problems(load())).contains("two spec files");
    }

    @Test
    void suggestsTheNearestTarget() throws IOException {
        write("a.sql", "");
        write("millrace.yml", "targets: {production: {catalog: x}}\n");
        ProjectOptions options =
                new ProjectOptions(Optional.of("prodction"), Map.of(), Map.of(), Map.of());
        assertThat(problems(load(options)))
                .isEqualTo(
                        """
                        error[MILLRACE_UNKNOWN_TARGET]
                        `prodction` is not a target of this project
                        hint: did you mean `production`?\
                        """);
    }

    @Test
    void readsNotifications() throws IOException {
        write("a.sql", "");
        write("millrace.yml", "notifications: [{on: [update_failure], webhook: 'https://x'}]\n");
        LoadedProject loaded = load();
        assertThat(loaded.project().orElseThrow().notifications())
                .containsExactly(
                        new PipelineProject.Notification(List.of("update_failure"), "https://x"));
        assertThat(problems(loaded)).isEmpty();
        write("millrace.yml", "notifications: [{on: [sometimes], webhook: 'https://x'}]\n");
        assertThat(problems(load())).contains("`on` must be a list of these: update_start,");
    }
}
