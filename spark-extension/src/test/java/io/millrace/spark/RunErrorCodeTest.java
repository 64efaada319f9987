/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunErrorCodeTest {

    @Test
    void everyCodeHasASectionInTheDocumentation() throws Exception {
        List<String> sections =
                Files.readAllLines(Path.of("../docs/run-errors.md")).stream()
                        .filter(line -> line.startsWith("## "))
                        .map(line -> line.substring(3))
                        .toList();
        assertThat(sections)
                .containsExactly(
                        Arrays.stream(RunErrorCode.values())
                                .map(Enum::name)
                                .toArray(String[]::new));
    }
}
