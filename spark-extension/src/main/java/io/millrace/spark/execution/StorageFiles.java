/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import io.millrace.spark.event.EventSink;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/**
 * Small text files under the pipeline's storage. A file is replaced in one step: readers see the
 * old or the new text. Local files go through the JDK, all others through Hadoop.
 */
final class StorageFiles {

    private final Configuration configuration;

    StorageFiles(Configuration configuration) {
        this.configuration = configuration;
    }

    /** The text of a file; empty when there is none. */
    Optional<String> read(String uri) {
        try {
            Path path = new Path(uri);
            if (isLocal(path)) {
                return Optional.of(Files.readString(local(path)));
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

    void write(String uri, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Path path = new Path(uri);
        Path temporary =
                new Path(path.getParent(), "." + path.getName() + "." + UUID.randomUUID() + ".tmp");
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
    List<String> list(String uri) {
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

    boolean exists(String uri) {
        Path path = new Path(uri);
        try {
            return isLocal(path)
                    ? Files.exists(local(path))
                    : path.getFileSystem(configuration).exists(path);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look for " + uri, e);
        }
    }

    /** A new file whose lines are there for readers as they come. */
    EventSink lines(String uri) {
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

    private static final class StreamLines implements EventSink {
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

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
