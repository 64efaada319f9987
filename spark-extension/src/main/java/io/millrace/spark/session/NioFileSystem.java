/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.session;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Local files as Hadoop's {@code RawLocalFileSystem} has them, less its child processes: without
 * the native library that one forks {@code chmod} for each file and folder that it creates and
 * {@code ls} for each permission that it is asked for.
 */
final class NioFileSystem extends RawLocalFileSystem {

    private static final String UNIX_MODE = "unix:mode";

    java.nio.file.Path nioPath(Path path) {
        return pathToFile(path).toPath();
    }

    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
        java.nio.file.Path file = nioPath(path);
        if (Files.getFileAttributeView(file, PosixFileAttributeView.class) == null) {
            super.setPermission(path, permission);
            return;
        }
        try {
            Files.setAttribute(file, UNIX_MODE, (int) permission.toShort());
        } catch (NoSuchFileException e) {
            throw notFound(path, e);
        }
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        try {
            return status(path, nioPath(path));
        } catch (NoSuchFileException e) {
            throw notFound(path, e);
        }
    }

    @Override
    public FileStatus getFileLinkStatus(Path path) throws IOException {
        java.nio.file.Path file = nioPath(path);
        FileStatus status;
        if (!Files.isSymbolicLink(file)) {
            status = getFileStatus(path);
        } else {
            var attributes =
                    Files.readAttributes(
                            file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            status = new NioFileStatus(qualified(path), attributes, file, blockSize(path));
            status.setSymlink(new Path(Files.readSymbolicLink(file).toString()));
        }
        return status;
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        java.nio.file.Path folder = nioPath(path);
        if (!Files.isDirectory(folder)) {
            return new FileStatus[] {getFileStatus(path)};
        }
        List<FileStatus> found = new ArrayList<>();
        try (DirectoryStream<java.nio.file.Path> entries = Files.newDirectoryStream(folder)) {
            for (java.nio.file.Path entry : entries) {
                // Not new Path(String): a name may hold a colon.
                Path child = new Path(path, new Path(null, null, entry.getFileName().toString()));
                statusIfThere(child, entry).ifPresent(found::add);
            }
        }
        return found.toArray(new FileStatus[0]);
    }

    private Optional<FileStatus> statusIfThere(Path path, java.nio.file.Path file)
            throws IOException {
        try {
            return Optional.of(status(path, file));
        } catch (NoSuchFileException e) {
            // Gone since the folder was read, or a link that leads nowhere.
            return Optional.empty();
        }
    }

    private FileStatus status(Path path, java.nio.file.Path file) throws IOException {
        var attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return new NioFileStatus(qualified(path), attributes, file, blockSize(path));
    }

    private Path qualified(Path path) {
        return path.makeQualified(getUri(), getWorkingDirectory());
    }

    private long blockSize(Path path) {
        return getDefaultBlockSize(path);
    }

    private static FileNotFoundException notFound(Path path, NoSuchFileException cause) {
        var exception = new FileNotFoundException("File " + path + " does not exist");
        exception.initCause(cause);
        return exception;
    }
}
