/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.millrace.compiler.diagnostic.DiagnosticRenderer;
import io.millrace.compiler.graph.FlowGraphJson;
import io.millrace.compiler.source.SourceFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Compiles every folder of {@code cases} and compares diagnostics and graph with what is written
 * there. {@code -Dmillrace.cases.update=true} writes what came out, and still fails the run.
 */
class CompileCasesTest {

    static final Path CASES = Path.of("src/test/resources/cases");

    private static final String ERRORS = "expected.errors.txt";
    private static final String GRAPH = "expected.graph.json";
    private static final Set<String> KNOWN_FILES =
            Set.of("pipeline.sql", "pipeline", ERRORS, GRAPH, "README.md");
    private static final boolean UPDATE = Boolean.getBoolean("millrace.cases.update");

    @TestFactory
    Stream<DynamicTest> everyCaseCompilesAsExpected() throws IOException {
        return cases().stream()
                .map(
                        folder ->
                                DynamicTest.dynamicTest(
                                        CASES.relativize(folder).toString().replace('\\', '/'),
                                        () -> run(folder)));
    }

    /** The folders that hold a pipeline, sorted. */
    static List<Path> cases() throws IOException {
        try (Stream<Path> paths = Files.walk(CASES)) {
            return paths.filter(
                            path ->
                                    Files.exists(path.resolve("pipeline.sql"))
                                            || Files.isDirectory(path.resolve("pipeline")))
                    .sorted()
                    .toList();
        }
    }

    static CompileResult compile(Path folder) throws IOException {
        CompileOptions options =
                new CompileOptions(
                        folder.getFileName().toString(),
                        "spark_catalog",
                        "default",
                        Map.of(
                                "landing",
                                "/landing",
                                "datasets.path",
                                "/data",
                                "cat",
                                "lake",
                                "sch",
                                "gold"),
                        Map.of(
                                "region",
                                ParameterValue.string("eu"),
                                "sch",
                                ParameterValue.string("gold")));
        return PipelineCompiler.compile(sources(folder), options);
    }

    private static void run(Path folder) throws IOException {
        checkFiles(folder);
        CompileResult result = compile(folder);
        Map<String, String> actual = new TreeMap<>();
        if (!result.diagnostics().isEmpty()) {
            actual.put(ERRORS, DiagnosticRenderer.plain().render(result.diagnostics()) + "\n");
        }
        result.graph()
                .ifPresent(graph -> actual.put(GRAPH, FlowGraphJson.write(graph).strip() + "\n"));
        List<String> different = new ArrayList<>();
        for (String name : List.of(ERRORS, GRAPH)) {
            Path file = folder.resolve(name);
            String expected = Files.exists(file) ? Files.readString(file) : "";
            String text = actual.getOrDefault(name, "");
            if (!UPDATE) {
                assertThat(text).as(name).isEqualTo(expected);
            } else if (!text.equals(expected)) {
                different.add(name);
                write(file, text);
            }
        }
        if (!different.isEmpty()) {
            fail("rewritten: " + different);
        }
    }

    private static void write(Path file, String text) throws IOException {
        if (text.isEmpty()) {
            Files.delete(file);
        } else {
            Files.writeString(file, text);
        }
    }

    private static void checkFiles(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).isSubsetOf(KNOWN_FILES);
        }
    }

    private static List<SourceFile> sources(Path folder) throws IOException {
        Path single = folder.resolve("pipeline.sql");
        if (Files.exists(single)) {
            return List.of(source(folder, single));
        }
        try (Stream<Path> files = Files.walk(folder.resolve("pipeline"))) {
            return files.filter(Files::isRegularFile)
                    .sorted()
                    .map(file -> source(folder, file))
                    .toList();
        }
    }

    private static SourceFile source(Path folder, Path file) {
        try {
            String name = folder.relativize(file).toString().replace('\\', '/');
            return SourceFile.of(name, Files.readString(file, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
