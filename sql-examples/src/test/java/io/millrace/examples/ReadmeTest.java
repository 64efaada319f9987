/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Types every command of the README into a shell, in order, in a folder that looks like the
 * checkout: {@code bin} is the checkout's own, {@code sql-examples} a copy.
 */
class ReadmeTest {

    private static final long MINUTES = 15;

    @TempDir static Path folder;

    @TestFactory
    Stream<DynamicTest> showsWhatItsCommandsPrint() throws IOException {
        Files.createSymbolicLink(folder.resolve("bin"), Repository.ROOT.resolve("bin"));
        for (Path example : Repository.examples()) {
            Repository.copyTree(
                    example, folder.resolve("sql-examples").resolve(example.getFileName()));
        }
        return ConsoleStep.of(Repository.README).stream()
                .map(step -> DynamicTest.dynamicTest(step.toString(), () -> check(step)));
    }

    private static void check(ConsoleStep step) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        Process shell = start(step.command(), output.toFile());
        boolean ended = shell.waitFor(MINUTES, TimeUnit.MINUTES);
        if (!ended) {
            shell.descendants().forEach(ProcessHandle::destroyForcibly);
            shell.destroyForcibly();
        }
        String text = Files.readString(output);
        assertThat(ended).as("%s ends%n%s", step, text).isTrue();
        step.assertOutput(text);
    }

    private static Process start(String command, File output) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(List.of("bash", "-c", command));
        builder.directory(folder.toFile()).redirectErrorStream(true).redirectOutput(output);
        builder.environment()
                .keySet()
                .removeIf(name -> name.startsWith("MAVEN_") || name.startsWith("MILLRACE_"));
        return builder.start();
    }
}
