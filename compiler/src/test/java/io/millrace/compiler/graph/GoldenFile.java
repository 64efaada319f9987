/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Expected outputs under {@code src/test/resources/golden}. With {@code
 * -Dmillrace.cases.update=true} they are written anew, and the test still fails.
 */
final class GoldenFile {

    private static final Path ROOT = Path.of("src/test/resources/golden");

    private GoldenFile() {}

    static String read(String name) throws IOException {
        return Files.readString(ROOT.resolve(name), StandardCharsets.UTF_8);
    }

    /** The file holds the text and a line feed. */
    static void assertMatches(String name, String actual) throws IOException {
        if (Boolean.getBoolean("millrace.cases.update")) {
            Files.createDirectories(ROOT.resolve(name).getParent());
            Files.writeString(ROOT.resolve(name), actual + "\n", StandardCharsets.UTF_8);
            fail("wrote %s", name);
        }
        assertThat(actual + "\n").isEqualTo(read(name));
    }
}
