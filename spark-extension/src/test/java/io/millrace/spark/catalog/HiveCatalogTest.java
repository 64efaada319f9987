/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.crash.ChildJava;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pipeline whose tables and views a Hive metastore keeps. */
class HiveCatalogTest {

    @TempDir private Path folder;

    @Test
    void anotherProcessFindsTablesAndViewsWhereTheMetastoreHasThem() throws Exception {
        ChildJava java = ChildJava.shared();

        assertThat(answers(java, "first")).containsExactly("COMPLETED", "[[3]]");
        assertThat(answers(java, "second"))
                .containsExactly(
                        "[[1], [2], [3]]",
                        "[[3]]",
                        "[[2], [3], [4]]",
                        "[[1], [2], [3]]",
                        "COMPLETED",
                        // Behind ALTER TABLE ... SET LOCATION.
                        "COMPLETED",
                        "[[5]]",
                        "[[4]]",
                        "[[5]]",
                        // A full refresh.
                        "COMPLETED",
                        "[[5]]");
    }

    private List<String> answers(ChildJava java, String step) throws Exception {
        Path log = folder.resolve(step + ".log");
        LinkedHashMap<String, String> properties = new LinkedHashMap<>();
        properties.put("derby.stream.error.file", folder.resolve("derby.log").toString());
        Process process =
                java.start(
                        HiveProcess.class.getName(),
                        properties,
                        log,
                        step,
                        folder.resolve("home").toString());
        assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
        String output = Files.readString(log);
        assertThat(process.exitValue()).as(output).isZero();
        return output.lines()
                .filter(line -> line.startsWith("=="))
                .map(line -> line.substring(2))
                .toList();
    }
}
