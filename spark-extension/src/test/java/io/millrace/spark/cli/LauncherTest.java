/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/millrace} in a checkout that looks built, with a Java that only prints its call. */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {

    private static final Path SCRIPT = Path.of("..", "bin", "millrace");

    @TempDir Path folder;

    private Path root;
    private Path lib;
    private String classPath = "";

    private record Result(int exitCode, String output) {}

    @BeforeEach
    void layOutACheckout() throws IOException {
        root = folder.resolve("a check out");
        lib = root.resolve("spark-extension/target/millrace-lib");
        write(root.resolve("pom.xml"), "");
        for (String module : List.of("grammar", "compiler", "spark-extension")) {
            write(root.resolve(module).resolve("pom.xml"), "");
            Files.createDirectories(root.resolve(module).resolve("src/main"));
        }
        Files.createDirectories(root.resolve("bin"));
        Files.copy(SCRIPT, root.resolve("bin/millrace"), StandardCopyOption.COPY_ATTRIBUTES);
        write(lib.resolve("class-path"), "one.jar:two.jar");
        write(lib.resolve("compiler.jsa"), "archive");
        write(lib.resolve("engine.jsa"), "archive");
        write(lib.resolve(".built"), "");
        javaOfVersion("17.0.9");
    }

    private void javaOfVersion(String version) throws IOException {
        Path java = folder.resolve("java home/bin/java");
        write(
                java,
                "#!/usr/bin/env bash\nfor a in \"$@\"; do printf '<%s>\\n' \"$a\"; done\nexit 7\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        write(folder.resolve("java home/release"), "JAVA_VERSION=\"" + version + "\"\n");
    }

    private static void write(Path path, String text) throws IOException {
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private Result call(Path script, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", folder.resolve("java home").toString());
        builder.environment().remove("MILLRACE_JAVA_OPTIONS");
        builder.environment().remove("MILLRACE_CLASSPATH");
        if (!classPath.isEmpty()) {
            builder.environment().put("MILLRACE_CLASSPATH", classPath);
        }
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), output);
    }

    @Test
    void handsOverArgumentsAndExitCodeAlsoThroughLinks() throws Exception {
        Path link = folder.resolve("links/millrace");
        Files.createDirectories(link.getParent());
        Files.createSymbolicLink(link, link.getParent().relativize(root.resolve("bin/millrace")));
        Result result = call(link, "query", "a b", "SELECT '*'");
        assertThat(result.exitCode()).isEqualTo(7);
        assertThat(result.output())
                .contains("<one.jar:two.jar>")
                .contains("/a check out/spark-extension/target/millrace-lib/engine.jsa>")
                .endsWith("<io.millrace.spark.cli.Millrace>\n<query>\n<a b>\n<SELECT '*'>\n");
    }

    @Test
    void moreJarsComeBehindOurs() throws Exception {
        classPath = "/lib/hadoop-aws.jar:/drivers/*";
        assertThat(call(root.resolve("bin/millrace"), "validate", "x").output())
                .contains("<one.jar:two.jar:/lib/hadoop-aws.jar:/drivers/*>");
    }

    @Test
    void commandsWithoutSparkHaveTheirOwnArchive() throws Exception {
        assertThat(call(root.resolve("bin/millrace"), "validate", "x").output())
                .contains("/compiler.jsa>")
                .contains("<-XX:TieredStopAtLevel=1>");
        assertThat(call(root.resolve("bin/millrace"), "validate", "x", "--resolve").output())
                .contains("/engine.jsa>")
                .doesNotContain("TieredStopAtLevel");
    }

    @Test
    void worksWithoutAnArchive() throws Exception {
        Files.delete(lib.resolve("compiler.jsa"));
        Result result = call(root.resolve("bin/millrace"), "validate", "x");
        assertThat(result.exitCode()).isEqualTo(7);
        assertThat(result.output())
                .contains("preparing the fast start")
                .contains("no class archive for the compiler")
                .doesNotContain("-XX:SharedArchiveFile");
        assertThat(call(root.resolve("bin/millrace"), "validate", "x").output())
                .doesNotContain("preparing");
    }

    @Test
    void refusesAnOldJavaAndAWrongJavaHome() throws Exception {
        javaOfVersion("11.0.2");
        Result old = call(root.resolve("bin/millrace"), "validate", "x");
        assertThat(old.exitCode()).isEqualTo(1);
        assertThat(old.output()).contains("Java 17 or newer is needed").contains("version 11");
        Files.delete(folder.resolve("java home/bin/java"));
        assertThat(call(root.resolve("bin/millrace"), "validate", "x").output())
                .contains("there is no bin/java in it");
    }
}
