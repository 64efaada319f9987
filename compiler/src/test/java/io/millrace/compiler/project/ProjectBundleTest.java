/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.millrace.compiler.ParameterValue;
import io.millrace.compiler.diagnostic.DiagnosticRenderer;
import io.millrace.compiler.source.SourceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectBundleTest {

    private static final String BUNDLE =
            """
            bundle: {name: shop}
            include: [resources/*.yml]
            variables:
              catalog: {default: main}
              schema: {description: where tables go}
              landing: {default: "/data/${bundle.target}/${var.schema}"}
              limits:
                type: complex
                default: {rows: 10, keep: true}
            targets:
              dev:
                default: true
                variables: {schema: dev_shop}
              prod:
                variables: {schema: shop, catalog: {default: lake}}
                resources:
                  pipelines:
                    load:
                      configuration: {mode: full}
            """;

    private static final String PIPELINE =
            """
            resources:
              pipelines:
                load:
                  name: "${bundle.name} ${bundle.target}"
                  catalog: ${var.catalog}
                  schema: ${var.schema}
                  libraries:
                    - file: {path: ../src/a.sql}
                    - notebook: {path: ../src/note}
                    - glob: {include: ../src/deep/**}
                  configuration:
                    landing: ${var.landing}
                    rows: ${var.limits.rows}
                    mode: some
                    own: ${landing}/x
                  parameters: {keep: "${var.limits.keep}", n: 1}
            """;

    @TempDir Path folder;

    @BeforeEach
    void writeSql() throws IOException {
        write("src/a.sql", "");
        write("src/note.sql", "");
        write("src/deep/er/b.sql", "");
        write("setup.sql", "CREATE CATALOG main;");
        write("databricks.yml", BUNDLE);
        write("resources/load.pipeline.yml", PIPELINE);
    }

    private void write(String name, String text) throws IOException {
        Path path = folder.resolve(name);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private void replace(String name, String text, String by) throws IOException {
        String before = Files.readString(folder.resolve(name));
        assertThat(before).contains(text);
        write(name, before.replace(text, by));
    }

    private static ProjectOptions options(
            String target, String pipeline, Map<String, String> variables) {
        return new ProjectOptions(
                Optional.ofNullable(target),
                Optional.ofNullable(pipeline),
                variables,
                Map.of(),
                Map.of(),
                Map.of());
    }

    private LoadedProject load(ProjectOptions options) {
        return ProjectLoader.load(folder.toString(), options);
    }

    private String problems(LoadedProject loaded) {
        return DiagnosticRenderer.plain()
                .render(loaded.diagnostics())
                .replace(folder.toString(), "DIR");
    }

    private String problems() {
        return problems(load(ProjectOptions.NONE));
    }

    private PipelineProject project(ProjectOptions options) {
        LoadedProject loaded = load(options);
        assertThat(problems(loaded)).isEmpty();
        return loaded.project().orElseThrow();
    }

    @Test
    void readsThePipelineOfTheDefaultTarget() {
        PipelineProject project = project(ProjectOptions.NONE);
        assertThat(project.name()).isEqualTo("shop dev");
        assertThat(project.stateName()).isEqualTo("shop.dev.load");
        assertThat(project.target()).contains("dev");
        assertThat(project.catalog()).isEqualTo("main");
        assertThat(project.schema()).isEqualTo("dev_shop");
        assertThat(project.root()).isEqualTo(folder);
        assertThat(project.sources().stream().map(SourceFile::name))
                .containsExactly(
                        folder + "/src/a.sql",
                        folder + "/src/deep/er/b.sql",
                        folder + "/src/note.sql");
        assertThat(project.configuration())
                .containsExactly(
                        entry("landing", "/data/dev/dev_shop"),
                        entry("rows", "10"),
                        entry("mode", "some"),
                        entry("own", "${landing}/x"));
        assertThat(project.parameters())
                .containsExactly(
                        entry("keep", new ParameterValue("true", ParameterValue.Type.BOOLEAN)),
                        entry("n", new ParameterValue("1", ParameterValue.Type.NUMBER)));
    }

    @Test
    void mergesAnotherTargetIntoThePipeline() {
        PipelineProject project = project(options("prod", null, Map.of()));
        assertThat(project.name()).isEqualTo("shop prod");
        assertThat(project.stateName()).isEqualTo("shop.prod.load");
        assertThat(project.catalog()).isEqualTo("lake");
        assertThat(project.configuration())
                .containsEntry("mode", "full")
                .containsEntry("landing", "/data/prod/shop");
    }

    @Test
    void takesTheFileItselfAndAPipelineByItsName() {
        LoadedProject loaded =
                ProjectLoader.load(folder + "/databricks.yml", options(null, "shop dev", Map.of()));
        assertThat(problems(loaded)).isEmpty();
        assertThat(loaded.project().orElseThrow().sources()).hasSize(3);
        assertThat(
                        problems(
                                ProjectLoader.load(
                                        folder + "/resources/load.pipeline.yml",
                                        ProjectOptions.NONE)))
                .contains("is a part of a bundle; give the folder with its databricks.yml");
    }

    @Test
    void commandLineBeatsEnvironmentBeatsOverridesBeatsTargetBeatsDefault() throws IOException {
        write(
                ".databricks/bundle/dev/variable-overrides.json",
                "{\"schema\": \"from_file\", \"limits\": {\"rows\": 3, \"keep\": false}}");
        assertThat(project(ProjectOptions.NONE).schema()).isEqualTo("from_file");
        assertThat(project(ProjectOptions.NONE).configuration()).containsEntry("rows", "3");
        ProjectOptions environment =
                new ProjectOptions(
                        Optional.empty(),
                        Optional.empty(),
                        Map.of("catalog", "spark_catalog"),
                        Map.of(),
                        Map.of(),
                        Map.of(
                                "BUNDLE_VAR_schema", "env",
                                "BUNDLE_VAR_catalog", "env",
                                "BUNDLE_VAR_other", "x"));
        assertThat(project(environment).schema()).isEqualTo("env");
        assertThat(project(environment).catalog()).isEqualTo("spark_catalog");
        assertThat(
                        project(
                                        new ProjectOptions(
                                                Optional.empty(),
                                                Map.of(),
                                                Map.of(),
                                                Map.of("DATABRICKS_BUNDLE_TARGET", "prod")))
                                .target())
                .contains("prod");
    }

    @Test
    void millraceSettingsComeBesideABundle() throws IOException {
        write(
                "millrace.yml",
                "update: {flow_retries: 0}\nparameters: {n: 5}\n"
                        + "targets: {prod: {catalog: spark_catalog}}\n");
        assertThat(project(ProjectOptions.NONE).update().flowRetries()).isZero();
        assertThat(project(ProjectOptions.NONE).parameters().get("n").text()).isEqualTo("5");
        assertThat(project(options("prod", null, Map.of())).catalog()).isEqualTo("spark_catalog");
    }

    @Test
    void settingsOfUpdatesMayStandInTheConfiguration() throws IOException {
        write("millrace.yml", "update: {flow_retries: 1, update_retries: 1}\n");
        Map<String, String> given =
                Map.of(
                        "spark.sql.pipelines.maxFlowRetryAttempts", "7",
                        "pipelines.numUpdateRetryAttempts", "3",
                        "spark.sql.pipelines.execution.maxConcurrentFlows", "4");
        ProjectOptions options =
                new ProjectOptions(
                        Optional.empty(), Optional.empty(), Map.of(), Map.of(), given, Map.of());
        assertThat(project(options).update())
                .isEqualTo(new PipelineProject.UpdateSettings(4, 7, 3));
    }

    @Test
    void pipelinesAreChosenByName() throws IOException {
        write(
                "resources/b.yml",
                "resources: {pipelines: {report: {libraries: [{file: {path: ../src/a.sql}}]}}}");
        assertThat(problems())
                .isEqualTo(
                        """
                        error[MILLRACE_PIPELINE_NOT_CHOSEN]
                        the bundle has 2 pipelines: report, load
                        hint: --pipeline report\
                        """);
        assertThat(project(options(null, "report", Map.of())).name()).isEqualTo("report");
        assertThat(problems(load(options(null, "lod", Map.of()))))
                .isEqualTo(
                        """
                        error[MILLRACE_UNKNOWN_PIPELINE]
                        `lod` is not a pipeline of this project
                        hint: did you mean `load`?\
                        """);
        write("resources/c.yml", "resources: {pipelines: {report: {photon: true}}}");
        assertThat(problems())
                .contains("MILLRACE_PROJECT_DUPLICATE_KEY] DIR/resources/c.yml:1:25")
                .contains("see DIR/resources/b.yml:1:25");
    }

    @Test
    void namesReferencesWithoutAValueAtTheirPlace() throws IOException {
        replace("databricks.yml", "variables: {schema: dev_shop}", "mode: development");
        replace("resources/load.pipeline.yml", "mode: some", "mode: \"a ${var.katalog}\"");
        assertThat(problems())
                .isEqualTo(
                        """
                        error[MILLRACE_BUNDLE_REFERENCE] DIR/databricks.yml:6:46
                         6 |   landing: {default: "/data/${bundle.target}/${var.schema}"}
                           |                                              ^^^^^^^^^^^^^
                        `${var.schema}` has no value in target `dev`, and no default
                        hint: --var schema=VALUE, or BUNDLE_VAR_schema, gives it one

                        error[MILLRACE_BUNDLE_REFERENCE] DIR/resources/load.pipeline.yml:6:15
                         6 |       schema: ${var.schema}
                           |               ^^^^^^^^^^^^^
                        `${var.schema}` has no value in target `dev`, and no default
                        hint: --var schema=VALUE, or BUNDLE_VAR_schema, gives it one

                        error[MILLRACE_BUNDLE_REFERENCE] DIR/resources/load.pipeline.yml:14:18
                         14 |         mode: "a ${var.katalog}"
                            |                  ^^^^^^^^^^^^^^
                        `${var.katalog}` names no variable of the bundle
                        hint: did you mean `catalog`?\
                        """
                                .replace("yml:6:46", "yml:6:46"));
        assertThat(problems(load(options(null, null, Map.of("shema", "x")))))
                .contains("error[MILLRACE_UNKNOWN_VARIABLE]")
                .contains(
                        "`shema` is not a variable of this project\nhint: did you mean `schema`?");
    }

    @Test
    void knowsWhatResourcesAndTheFolderAreCalled() throws IOException {
        replace(
                "resources/load.pipeline.yml",
                "mode: some",
                """
                mode: ${workspace.file_path}/in
                        volume: ${resources.volumes.raw.volume_path}
                        user: ${workspace.current_user.userName}
                        job: ${resources.jobs.nightly.id}\
                """);
        write(
                "resources/volume.yml",
                "resources: {volumes: {raw: {catalog_name: \"${var.catalog}\", schema_name: s,"
                        + " name: v}}, jobs: {nightly: {name: x}}}");
        ProjectOptions user =
                options(null, null, Map.of("workspace.current_user.userName", "jane@x.org"));
        LoadedProject loaded = load(user);
        assertThat(problems(loaded))
                .isEqualTo(
                        """
                        warning[MILLRACE_BUNDLE_REFERENCE] DIR/resources/load.pipeline.yml:17:14
                         17 |         job: ${resources.jobs.nightly.id}
                            |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                        `${resources.jobs.nightly.id}` has no value outside of a workspace; `configuration.job` is left out
                        hint: --var resources.jobs.nightly.id=VALUE gives it one\
                        """);
        assertThat(loaded.project().orElseThrow().configuration())
                .containsEntry("mode", folder.toRealPath() + "/in")
                .containsEntry("volume", "/Volumes/main/s/v")
                .containsEntry("user", "jane@x.org")
                .doesNotContainKey("job");
        assertThat(problems()).contains("note[MILLRACE_BUNDLE_REFERENCE]");
    }

    @Test
    void tellsWhatChangesNothing() throws IOException {
        replace(
                "resources/load.pipeline.yml",
                "      parameters:",
                """
                      serverless: true
                      photon: true
                      continuous: true
                      notifications: [{alerts: [on-update-failure]}]
                      catalogue: x
                      parameters:\
                """);
        assertThat(problems())
                .contains("note[MILLRACE_BUNDLE_KEY_NOT_USED]")
                .contains("`serverless`, `photon` are about a workspace and change nothing here")
                .contains("`continuous` alone makes no update go on\nhint: `millrace run --conti")
                .contains("`notifications` changes nothing here\nhint: `notifications` in a mill")
                .contains(
                        "warning[MILLRACE_PROJECT_UNKNOWN_KEY] DIR/resources/load.pipeline.yml:20")
                .doesNotContain("error[");
    }

    @Test
    void asksForATargetUnlessOneIsTheDefault() throws IOException {
        replace("databricks.yml", "    default: true\n    variables", "    variables");
        assertThat(problems())
                .startsWith("error[MILLRACE_BUNDLE_TARGET] DIR/databricks.yml:11:3")
                .endsWith(
                        "the bundle needs a target: none of its targets has `default: true`: dev,"
                                + " prod\nhint: --target dev");
        assertThat(problems(load(options("prd", null, Map.of()))))
                .isEqualTo(
                        """
                        error[MILLRACE_UNKNOWN_TARGET]
                        `prd` is not a target of this project
                        hint: did you mean `prod`?\
                        """);
    }

    @Test
    void survivesCirclesAliasesAndBombs() throws IOException {
        replace("databricks.yml", "{default: main}", "{default: \"${var.catalog}x\"}");
        assertThat(problems()).contains("`${var.catalog}` refers to itself: var.catalog -> var.ca");
        StringBuilder bomb =
                new StringBuilder("bundle: {name: b}\nvariables:\n  v0: {default: xx}\n");
        for (int i = 1; i < 60; i++) {
            bomb.append("  v%d: {default: \"${var.v%d}${var.v%d}\"}\n".formatted(i, i - 1, i - 1));
        }
        String pipeline = "resources: {pipelines: {p: {catalog: \"${var.v59}\", libraries: []}}}\n";
        write("databricks.yml", bomb + pipeline);
        assertThat(problems()).contains("MILLRACE_BUNDLE_REFERENCE");
        write("databricks.yml", "bundle: &b {name: x, c: *b}\n" + pipeline);
        assertThat(problems()).contains("an alias stands within what it stands for");
        write(
                "databricks.yml",
                """
                x: &common {catalog: one, libraries: [{file: {path: src/a.sql}}]}
                resources: {pipelines: {p: {<<: *common, schema: two}}}
                """);
        PipelineProject project = project(ProjectOptions.NONE);
        assertThat(List.of(project.catalog(), project.schema())).containsExactly("one", "two");
        write("databricks.yml", "bundle: {name: a, name: b}\n" + pipeline);
        assertThat(problems()).contains("MILLRACE_PROJECT_DUPLICATE_KEY] DIR/databricks.yml:1:19");
    }

    @Test
    void aBundleWithoutPipelinesIsAFolder() throws IOException {
        write("resources/load.pipeline.yml", "resources: {jobs: {}}");
        LoadedProject loaded = load(ProjectOptions.NONE);
        assertThat(problems(loaded))
                .isEqualTo(
                        """
                        warning[MILLRACE_FILE_SKIPPED]
                        `DIR/databricks.yml` is skipped: the bundle has no pipelines under `resources`\
                        """);
        assertThat(loaded.project().orElseThrow().sources()).hasSize(4);
    }
}
