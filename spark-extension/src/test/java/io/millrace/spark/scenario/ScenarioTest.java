/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every folder with a {@code pipeline.sql} under {@code scenarios} is a case: its steps append
 * input, run an update and compare tables. See {@link Scenario}.
 */
class ScenarioTest {

    private static final Path ROOT = Path.of("src", "test", "resources", "scenarios");

    @TempDir Path work;

    @TestFactory
    Stream<DynamicTest> scenarios() throws IOException {
        List<Path> cases;
        try (Stream<Path> files = Files.walk(ROOT)) {
            cases =
                    files.filter(file -> file.endsWith("pipeline.sql"))
                            .map(Path::getParent)
                            .filter(folder -> Files.exists(folder.resolve("README.md")))
                            .sorted()
                            .toList();
        }
        return cases.stream()
                .map(
                        folder -> {
                            String name = ROOT.relativize(folder).toString();
                            return DynamicTest.dynamicTest(
                                    name,
                                    () -> {
                                        Path own = work.resolve(name.replace('/', '-'));
                                        new Scenario(folder, own).run();
                                    });
                        });
    }
}
