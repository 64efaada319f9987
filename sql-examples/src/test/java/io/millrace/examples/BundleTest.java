/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The bundle jar works beside nothing but Spark and Delta, and brings no copy of what they bring.
 */
class BundleTest {

    private static final List<String> IN_THE_BUNDLE =
            List.of("millrace", "picocli", "snakeyaml-engine", "jgrapht", "jheaps", "apfloat");

    @TempDir Path folder;

    @Test
    void validatesAPipelineFromTheBundleAlone() throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-cp");
        command.add(bundle() + File.pathSeparator + sparkAndDelta());
        command.addAll(
                List.of(
                        "io.millrace.spark.cli.Millrace",
                        "validate",
                        Repository.ROOT.resolve("sql-examples/flights").toString()));
        Path output = folder.resolve("output.txt");

        Process process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();

        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        String text = Files.readString(output);
        assertThat(process.exitValue()).as(text).isZero();
        assertThat(text).contains("no errors");
    }

    @Test
    void bringsNothingUnderItsOwnNameThatSparkBrings() throws IOException {
        try (JarFile jar = new JarFile(bundle().toFile())) {
            assertThat(jar.stream().map(entry -> entry.getName()).filter(n -> n.endsWith(".class")))
                    .isNotEmpty()
                    .allMatch(
                            name ->
                                    name.startsWith("io/millrace/")
                                            || name.startsWith("META-INF/versions/"));
        }
    }

    private static String sparkAndDelta() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar"))
                .filter(
                        entry -> {
                            String name = Path.of(entry).getFileName().toString();
                            return IN_THE_BUNDLE.stream().noneMatch(name::startsWith);
                        })
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path bundle() throws IOException {
        Path target = Repository.ROOT.resolve("spark-extension/target");
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(target, "*-bundle.jar")) {
            return jars.iterator().next();
        }
    }
}
