/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class HardLinkLogStoreTest {

    private static final int VERSIONS = 400;

    @TempDir Path folder;

    private final Configuration conf = new Configuration(false);
    private final HardLinkLogStore store = new HardLinkLogStore(conf);

    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void exactlyOneOfTwoProcessesWinsAVersion() throws Exception {
        Process first = race("first");
        Process second = race("second");
        while (!Files.exists(folder.resolve("first.ready"))
                || !Files.exists(folder.resolve("second.ready"))) {
            assertThat(first.isAlive() && second.isAlive()).isTrue();
            Thread.onSpinWait();
        }
        Files.createFile(folder.resolve("start"));
        List<Integer> wonByFirst = wins(first);
        List<Integer> wonBySecond = wins(second);

        var all = new ArrayList<>(wonByFirst);
        all.addAll(wonBySecond);
        assertThat(all).hasSize(VERSIONS);
        assertThat(new HashSet<>(all)).hasSize(VERSIONS);
        for (int version : wonByFirst) {
            assertThat(Files.readAllLines(folder.resolve(fileName(version))))
                    .containsExactly("first", "line");
        }
        assertThat(folder)
                .isDirectoryNotContaining(path -> path.getFileName().toString().startsWith("."));
    }

    @Test
    void refusesAVersionThatExists() throws Exception {
        store.write(path(0), List.of("a").iterator(), false, conf);
        assertThatThrownBy(() -> store.write(path(0), List.of("b").iterator(), false, conf))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(folder.resolve(fileName(0))).hasContent("a");
    }

    @Test
    void replacesAFileWhenAsked() throws Exception {
        store.write(path(0), List.of("a").iterator(), false, conf);
        store.write(path(0), List.of("b", "c").iterator(), true, conf);
        assertThat(folder.resolve(fileName(0))).hasContent("b\nc");
    }

    @Test
    void listsInOrderFromAVersionOn() throws Exception {
        for (int version : List.of(2, 0, 10, 1)) {
            store.write(path(version), List.of("x").iterator(), false, conf);
        }
        var names = new ArrayList<String>();
        store.listFrom(path(1), conf)
                .forEachRemaining(status -> names.add(status.getPath().getName()));
        assertThat(names).containsExactly(fileName(1), fileName(2), fileName(10));
    }

    @Test
    void listingAMissingLogIsAFileNotFoundException() {
        var missing = new org.apache.hadoop.fs.Path("file:" + folder + "/none/0.json");
        assertThatThrownBy(() -> store.listFrom(missing, conf))
                .isInstanceOf(FileNotFoundException.class);
    }

    private org.apache.hadoop.fs.Path path(int version) {
        return new org.apache.hadoop.fs.Path("file:" + folder, fileName(version));
    }

    private static String fileName(int version) {
        return "%020d.json".formatted(version);
    }

    private Process race(String name) throws IOException {
        String classPath =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-cp",
                        classPath,
                        LogStoreRacer.class.getName(),
                        folder.toString(),
                        name,
                        Integer.toString(VERSIONS))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static List<Integer> wins(Process process) throws Exception {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output.lines().map(Integer::valueOf).toList();
    }
}
