/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.storage;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/**
 * Small text files under the pipeline's storage. A file is replaced in one step: readers see the
 * old or the new text. Local files go through the JDK, all others through Hadoop.
 */
public final class StorageFiles {

    private static final String TEMPORARY = ".tmp";

    private final Configuration configuration;

    public StorageFiles(Configuration configuration) {
        this.configuration = configuration;
    }

    /**
     * The text of a file; empty when there is none. What is no text, because the file is damaged,
     * comes as the sign for such bytes.
     */
    public Optional<String> read(String uri) {
        try {
            Path path = new Path(uri);
            if (isLocal(path)) {
                return Optional.of(
                        new String(Files.readAllBytes(local(path)), StandardCharsets.UTF_8));
            }
            try (var in = path.getFileSystem(configuration).open(path)) {
                return Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        } catch (FileNotFoundException | NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + uri, e);
        }
    }

    /** Replaces a file, or makes it. */
    public void write(String uri, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Path path = new Path(uri);
        Path temporary =
                new Path(
                        path.getParent(),
                        "." + path.getName() + "." + UUID.randomUUID() + TEMPORARY);
        try {
            if (isLocal(path)) {
                Files.createDirectories(local(path.getParent()));
                Files.write(local(temporary), bytes);
                Files.move(
                        local(temporary),
                        local(path),
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
                return;
            }
            replace(path, temporary, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + uri, e);
        }
    }

    private void replace(Path path, Path temporary, byte[] bytes) throws IOException {
        FileContext context;
        try {
            context = FileContext.getFileContext(path.toUri(), configuration);
        } catch (UnsupportedFileSystemException e) {
            // An object store, where a file appears as a whole when it is closed.
            try (OutputStream out = path.getFileSystem(configuration).create(path, true)) {
                out.write(bytes);
            }
            return;
        }
        FileSystem files = path.getFileSystem(configuration);
        try (OutputStream out = files.create(temporary, true)) {
            out.write(bytes);
        }
        context.rename(temporary, path, Options.Rename.OVERWRITE);
    }

    /** The names in a folder; empty when there is none. */
    public List<String> list(String uri) {
        Path path = new Path(uri);
        List<String> names = new ArrayList<>();
        try {
            if (isLocal(path)) {
                try (var entries = Files.newDirectoryStream(local(path))) {
                    entries.forEach(entry -> names.add(entry.getFileName().toString()));
                }
                return names;
            }
            for (FileStatus status : path.getFileSystem(configuration).listStatus(path)) {
                names.add(status.getPath().getName());
            }
            return names;
        } catch (FileNotFoundException | NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + uri, e);
        }
    }

    public boolean exists(String uri) {
        Path path = new Path(uri);
        try {
            return isLocal(path)
                    ? Files.exists(local(path))
                    : path.getFileSystem(configuration).exists(path);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look for " + uri, e);
        }
    }

    /**
     * Makes a file unless there is one; of several processes exactly one succeeds. Where a file
     * system cannot make it appear with its text at once, readers may find it empty for a moment.
     *
     * @return whether this call made it
     */
    public boolean create(String uri, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Path path = new Path(uri);
        try {
            if (isLocal(path)) {
                Files.createDirectories(local(path.getParent()));
                createLocal(local(path), bytes);
                return true;
            }
            return createRemote(path, bytes);
        } catch (java.nio.file.FileAlreadyExistsException
                | org.apache.hadoop.fs.FileAlreadyExistsException e) {
            return false;
        } catch (IOException e) {
            if (exists(uri)) {
                return false;
            }
            throw new UncheckedIOException("cannot write " + uri, e);
        }
    }

    private boolean createRemote(Path path, byte[] bytes) throws IOException {
        FileSystem files = path.getFileSystem(configuration);
        FileContext context;
        try {
            context = FileContext.getFileContext(path.toUri(), configuration);
        } catch (UnsupportedFileSystemException e) {
            // An object store says only when the file is closed that it exists.
            try (OutputStream out = files.create(path, false)) {
                out.write(bytes);
            }
            return true;
        }
        Path temporary =
                new Path(
                        path.getParent(),
                        "." + path.getName() + "." + UUID.randomUUID() + TEMPORARY);
        try (OutputStream out = files.create(temporary, true)) {
            out.write(bytes);
        }
        try {
            context.rename(temporary, path, Options.Rename.NONE);
            return true;
        } catch (IOException e) {
            files.delete(temporary, false);
            throw e;
        }
    }

    private static void createLocal(java.nio.file.Path file, byte[] bytes) throws IOException {
        java.nio.file.Path temporary =
                file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID() + TEMPORARY);
        try {
            Files.write(temporary, bytes);
            Files.createLink(file, temporary);
        } catch (java.nio.file.FileAlreadyExistsException e) {
            throw e;
        } catch (UnsupportedOperationException | FileSystemException e) {
            // No hard links here: the file is made in one step, its text is not.
            Files.write(file, bytes, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** Removes a folder unless there is something in it. */
    public void deleteIfEmpty(String uri) {
        if (!list(uri).isEmpty()) {
            return;
        }
        try {
            delete(uri);
        } catch (UncheckedIOException e) {
            // Something has come into it meanwhile.
            if (list(uri).isEmpty()) {
                throw e;
            }
        }
    }

    /** Removes a file, or a folder that is empty; nothing if it is not there. */
    public void delete(String uri) {
        Path path = new Path(uri);
        try {
            if (isLocal(path)) {
                Files.deleteIfExists(local(path));
                return;
            }
            path.getFileSystem(configuration).delete(path, false);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + uri, e);
        }
    }

    /** Removes a file, or a folder with all that is in it; nothing if it is not there. */
    public void deleteTree(String uri) {
        Path path = new Path(uri);
        try {
            path.getFileSystem(configuration).delete(path, true);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + uri, e);
        }
    }

    /**
     * Whether a folder, whatever is in it, can be moved in one step: within one file system that
     * does so.
     */
    public boolean movesAtOnce(String from, String to) {
        Path source = new Path(from);
        Path target = new Path(to);
        if (isLocal(source) && isLocal(target)) {
            return isOnOneVolume(local(source), local(target));
        }
        return "hdfs".equals(source.toUri().getScheme())
                && "hdfs".equals(target.toUri().getScheme())
                && Objects.equals(source.toUri().getAuthority(), target.toUri().getAuthority());
    }

    private static boolean isOnOneVolume(java.nio.file.Path from, java.nio.file.Path to) {
        try {
            return Files.getFileStore(existing(from)).equals(Files.getFileStore(existing(to)));
        } catch (IOException e) {
            // Some containers do not tell; the move does then.
            return true;
        }
    }

    private static java.nio.file.Path existing(java.nio.file.Path path) {
        java.nio.file.Path found = path;
        while (found.getParent() != null && !Files.exists(found)) {
            found = found.getParent();
        }
        return found;
    }

    /** Moves a folder to a place where nothing is, making the folders above it. */
    public void move(String from, String to) {
        Path source = new Path(from);
        Path target = new Path(to);
        try {
            if (isLocal(source) && isLocal(target)) {
                Files.createDirectories(local(target.getParent()));
                Files.move(local(source), local(target), StandardCopyOption.ATOMIC_MOVE);
                return;
            }
            FileSystem system = source.getFileSystem(configuration);
            system.mkdirs(target.getParent());
            if (system.exists(target) || !system.rename(source, target)) {
                throw new IOException("the file system refused it");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot move " + from + " to " + to, e);
        }
    }

    /** When a file was written, in milliseconds by the clock of the storage. */
    public OptionalLong modified(String uri) {
        Path path = new Path(uri);
        try {
            if (isLocal(path)) {
                return OptionalLong.of(Files.getLastModifiedTime(local(path)).toMillis());
            }
            return OptionalLong.of(
                    path.getFileSystem(configuration).getFileStatus(path).getModificationTime());
        } catch (FileNotFoundException | NoSuchFileException e) {
            return OptionalLong.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look for " + uri, e);
        }
    }

    /** What the clock of the storage says, in milliseconds: the time of a file written now. */
    public long now(String folder) {
        String probe = folder + "/." + UUID.randomUUID() + TEMPORARY;
        create(probe, "");
        try {
            return modified(probe).orElseThrow();
        } finally {
            delete(probe);
        }
    }

    /** Removes what writers that were killed have left in a folder. */
    public void removeTemporaries(String folder) {
        list(folder).stream()
                .filter(name -> name.startsWith(".") && name.endsWith(TEMPORARY))
                .forEach(name -> delete(folder + "/" + name));
    }

    /** A new file whose lines are there for readers as they come. */
    public LineSink lines(String uri) {
        Path path = new Path(uri);
        try {
            if (isLocal(path)) {
                Files.createDirectories(local(path.getParent()));
                return new StreamLines(
                        Files.newOutputStream(
                                local(path),
                                StandardOpenOption.CREATE_NEW,
                                StandardOpenOption.WRITE));
            }
            return new StreamLines(path.getFileSystem(configuration).create(path, false));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + uri, e);
        }
    }

    private static boolean isLocal(Path path) {
        String scheme = path.toUri().getScheme();
        return scheme == null || scheme.equals("file");
    }

    private static java.nio.file.Path local(Path path) {
        return java.nio.file.Path.of(path.toUri().getPath());
    }

    private static final class StreamLines implements LineSink {
        private final OutputStream out;

        StreamLines(OutputStream out) {
            this.out = out;
        }

        @Override
        public void append(String line) throws IOException {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            if (out instanceof FSDataOutputStream hadoop && hadoop.hasCapability("hflush")) {
                hadoop.hflush();
                return;
            }
            out.flush();
        }

        /** Where closing makes the file, it stays open: that is how long a process is left. */
        @Override
        public void abandon() {
            if (out instanceof FSDataOutputStream hadoop
                    && hadoop.hasCapability(StreamCapabilities.ABORTABLE_STREAM)) {
                hadoop.abort();
            }
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
