/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.SharedSparkSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lets the process die at every step of a rename; the next one ends it, asked again or not. */
class RenameCrashTest {

    private static final int KILLED = 137;

    @TempDir Path folder;

    private ChildJava java;
    private int files;

    @BeforeEach
    void prepareJava() throws IOException {
        java = ChildJava.shared();
    }

    private void write(String table, String flow) throws IOException {
        Files.createDirectories(folder.resolve("p/in"));
        Files.writeString(
                folder.resolve("p/pipeline.sql"),
                """
                CREATE STREAMING TABLE %s;
                CREATE FLOW %s AS INSERT INTO %s BY NAME
                  SELECT id FROM STREAM read_files('in', format => 'json', schema => 'id BIGINT');
                CREATE FLOW seed AS INSERT INTO ONCE %s BY NAME SELECT -1L AS id;
                """
                        .formatted(table, flow, table, table));
    }

    private void addInput() throws IOException {
        files++;
        Files.writeString(
                folder.resolve("p/in/f" + files + ".json"), "{\"id\": %d}%n".formatted(files));
    }

    private int run(String failpoint, String... options) throws Exception {
        String[] arguments = new String[options.length + 4];
        arguments[0] = "run";
        arguments[1] = folder.resolve("p").toString();
        arguments[2] = "--home";
        arguments[3] = folder.resolve("home").toString();
        System.arraycopy(options, 0, arguments, 4, options.length);
        LinkedHashMap<String, String> properties = new LinkedHashMap<>();
        if (!failpoint.isEmpty()) {
            properties.put("millrace.failpoints", failpoint + "=halt@1");
        }
        Process process =
                java.start(
                        "io.millrace.spark.cli.Millrace",
                        properties,
                        folder.resolve("output.txt"),
                        arguments);
        assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
        return process.exitValue();
    }

    private List<Long> rows(String table) {
        return SharedSparkSession.get()
                .read()
                .format("delta")
                .load("file:" + folder.resolve("home/warehouse").resolve(table))
                .orderBy("id")
                .collectAsList()
                .stream()
                .map(row -> row.getLong(0))
                .toList();
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void aTableBecomesPublicAndPrivateWhereverTheProcessDies() throws Exception {
        write("t", "f");
        Path file = folder.resolve("p/pipeline.sql");
        String isPublic = Files.readString(file);
        String isPrivate = isPublic.replace("CREATE STREAMING", "CREATE PRIVATE STREAMING");
        Files.writeString(file, isPrivate);
        addInput();
        assertThat(run("")).isZero();

        Files.writeString(file, isPublic);
        addInput();
        assertThat(run("state.before-write")).isEqualTo(KILLED);
        assertThat(run("rename.before-move")).isEqualTo(KILLED);
        assertThat(run("rename.after-move")).isEqualTo(KILLED);
        assertThat(run("")).isZero();
        assertThat(rows("t")).containsExactly(-1L, 1L, 2L);

        Files.writeString(file, isPrivate);
        assertThat(run("rename.after-move")).isEqualTo(KILLED);
        // The user changes his mind before the move is known to have been done.
        Files.writeString(file, isPublic);
        addInput();
        assertThat(run("")).isZero();
        assertThat(rows("t")).containsExactly(-1L, 1L, 2L, 3L);
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void aRenameIsDoneOnceWhereverTheProcessDies() throws Exception {
        write("old", "f");
        addInput();
        assertThat(run("")).isZero();

        write("young", "f");
        addInput();
        assertThat(run("state.before-write", "--rename", "old=young")).isEqualTo(KILLED);
        assertThat(run("rename.before-move", "--rename", "old=young")).isEqualTo(KILLED);
        assertThat(run("rename.after-move")).isEqualTo(KILLED);
        assertThat(run("", "--rename", "old=young")).isZero();
        assertThat(rows("young")).containsExactly(-1L, 1L, 2L);

        write("young", "g");
        addInput();
        assertThat(run("state.after-write", "--rename", "f=g")).isEqualTo(KILLED);
        assertThat(run("")).isZero();
        assertThat(rows("young")).containsExactly(-1L, 1L, 2L, 3L);
    }
}
