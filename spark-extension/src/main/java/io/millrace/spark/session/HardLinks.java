/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.session;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Giving a finished file its name so that of several processes exactly one succeeds. A rename
 * cannot do that: it replaces what is there, and looking first leaves a gap.
 */
final class HardLinks {

    private HardLinks() {}

    /**
     * Gives a file a second name.
     *
     * @throws FileAlreadyExistsException when the name is taken
     * @throws IOException that tells what to do, on a file system that has no hard links
     */
    static void link(Path file, Path name) throws IOException {
        try {
            Files.createLink(name, file);
        } catch (FileAlreadyExistsException | NoSuchFileException e) {
            throw e;
        } catch (UnsupportedOperationException | FileSystemException e) {
            if (Files.exists(name)) {
                throw new FileAlreadyExistsException(name.toString());
            }
            throw new IOException(
                    "cannot create "
                            + name
                            + " by hard link ("
                            + e.getMessage()
                            + "). Without hard links two processes could both win one table"
                            + " version. Put the pipeline's home on a file system that has them,"
                            + " or, when only one process ever writes there, set"
                            + " spark.delta.logStore.file.impl=io.delta.storage.LocalLogStore"
                            + " and spark.hadoop.fs.AbstractFileSystem.file.impl="
                            + "org.apache.hadoop.fs.local.LocalFs",
                    e);
        }
    }

    /** Renames a file unless the new name is taken. */
    static void moveIfAbsent(Path from, Path to) throws IOException {
        link(from, to);
        Files.delete(from);
    }
}
