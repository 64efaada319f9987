/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.examples;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every example, as its README says. They share one home, as they do on the machine of someone who
 * tries them all.
 */
class ExamplesTest {

    @TempDir static Path workspace;

    @TestFactory
    Stream<DynamicTest> doesWhatItsReadmeSays() {
        Path home = workspace.resolve(".millrace");
        CommandLine commandLine = new InProcessCommandLine();
        return Repository.examples().stream()
                .map(
                        example ->
                                DynamicTest.dynamicTest(
                                        example.getFileName().toString(),
                                        () ->
                                                new ExampleRun(
                                                                example,
                                                                workspace,
                                                                home,
                                                                commandLine)
                                                        .check()));
    }
}
