/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.net.URI;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipelineLocalFileSystemTest {

    @TempDir java.nio.file.Path folder;

    private FileSystem fileSystem;
    private FileContext context;

    @BeforeEach
    void open() throws Exception {
        var conf = new Configuration();
        conf.set("fs.file.impl", PipelineLocalFileSystem.class.getName());
        conf.set("fs.AbstractFileSystem.file.impl", PipelineLocalContext.class.getName());
        fileSystem = FileSystem.newInstance(URI.create("file:///"), conf);
        context = FileContext.getFileContext(URI.create("file:///"), conf);
    }

    @Test
    void isTheLocalFileSystemThatCallersCastTo() throws Exception {
        assertThat(fileSystem).isInstanceOf(LocalFileSystem.class);
        assertThat(context.getDefaultFileSystem()).isInstanceOf(PipelineLocalContext.class);
    }

    @Test
    void writesNoChecksumFiles() throws Exception {
        write("a.txt", "hello");
        context.create(path("b.txt"), EnumSet.of(CreateFlag.CREATE)).close();
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("a.txt", "b.txt");
    }

    @Test
    void hidesAndDropsTheChecksumFilesOfOthers() throws Exception {
        Files.writeString(folder.resolve("a.txt"), "changed by an editor");
        Files.writeString(folder.resolve(".a.txt.crc"), "no longer right");
        assertThat(names(fileSystem.listStatus(path("")))).containsExactly("a.txt");
        try (var in = fileSystem.open(path("a.txt"))) {
            assertThat(new String(in.readAllBytes(), "UTF-8")).isEqualTo("changed by an editor");
        }
        write("a.txt", "new");
        assertThat(folder.resolve(".a.txt.crc")).doesNotExist();
    }

    @Test
    void setsAndReadsPermissions() throws Exception {
        fileSystem.mkdirs(path("x/y"), new FsPermission("700"));
        write("x/y/f", "1");
        fileSystem.setPermission(path("x/y/f"), new FsPermission("640"));
        assertThat(fileSystem.getFileStatus(path("x/y")).getPermission()).hasToString("rwx------");
        FileStatus file = fileSystem.getFileStatus(path("x/y/f"));
        assertThat(file.getPermission()).hasToString("rw-r-----");
        assertThat(file.getOwner()).isEqualTo(System.getProperty("user.name"));
        assertThat(file.getLen()).isEqualTo(1);
    }

    @Test
    void namesMayHoldAnyCharacter() throws Exception {
        List<String> odd = List.of("a b", "ü#%20", "c:d", "{e}", "f[g]*");
        for (String name : odd) {
            Files.writeString(folder.resolve(name), name);
        }
        FileStatus[] found = fileSystem.listStatus(path(""));
        assertThat(names(found)).containsExactlyInAnyOrderElementsOf(odd);
        for (FileStatus status : found) {
            try (var in = fileSystem.open(status.getPath())) {
                assertThat(new String(in.readAllBytes(), "UTF-8"))
                        .isEqualTo(status.getPath().getName());
            }
        }
    }

    @Test
    void aMissingFileIsAFileNotFoundException() {
        assertThatThrownBy(() -> fileSystem.getFileStatus(path("none")))
                .isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> fileSystem.listStatus(path("none")))
                .isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> context.rename(path("none"), path("b")))
                .isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void listsPastLinksThatLeadNowhere() throws Exception {
        Files.createSymbolicLink(folder.resolve("broken"), folder.resolve("none"));
        write("a", "1");
        assertThat(names(fileSystem.listStatus(path("")))).containsExactly("a");
        assertThat(fileSystem.getFileLinkStatus(path("broken")).isSymlink()).isTrue();
    }

    @Test
    void renameOfTheContextNeverReplacesUnlessTold() throws Exception {
        write("a", "a");
        write("b", "b");
        assertThatThrownBy(() -> context.rename(path("a"), path("b")))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(folder.resolve("a")).hasContent("a");
        assertThat(folder.resolve("b")).hasContent("b");

        context.rename(path("a"), path("b"), Options.Rename.OVERWRITE);
        assertThat(folder.resolve("a")).doesNotExist();
        assertThat(folder.resolve("b")).hasContent("a");

        context.rename(path("b"), path("c"));
        assertThat(folder.toFile().list()).containsExactly("c");
    }

    private Path path(String name) {
        var root = new Path("file:" + folder);
        return name.isEmpty() ? root : new Path(root, name);
    }

    private void write(String name, String text) throws Exception {
        try (var out = fileSystem.create(path(name), true)) {
            out.write(text.getBytes("UTF-8"));
        }
    }

    private static List<String> names(FileStatus[] statuses) {
        return Arrays.stream(statuses).map(status -> status.getPath().getName()).toList();
    }
}
