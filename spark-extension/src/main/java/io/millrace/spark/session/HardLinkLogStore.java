/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.session;

import io.delta.storage.HadoopFileSystemLogStore;
import java.io.BufferedWriter;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;

/**
 * Delta's log on local files, safe between processes; set as {@code
 * spark.delta.logStore.file.impl}.
 *
 * <p>A version is written under a temporary name and linked to its own: the link either comes into
 * being or the version exists already, whoever else writes. Readers never see half a version.
 */
public final class HardLinkLogStore extends HadoopFileSystemLogStore {

    public HardLinkLogStore(Configuration hadoopConf) {
        super(hadoopConf);
    }

    @Override
    public void write(
            org.apache.hadoop.fs.Path path,
            Iterator<String> actions,
            Boolean overwrite,
            Configuration hadoopConf)
            throws IOException {
        Path file = local(path);
        if (!overwrite && Files.exists(file)) {
            throw new FileAlreadyExistsException(path.toString());
        }
        Path temporary = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID());
        try {
            writeLines(temporary, actions);
            if (overwrite) {
                Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
            } else {
                HardLinks.link(temporary, file);
            }
        } catch (FileAlreadyExistsException e) {
            // Delta looks for this type and retries with the next version.
            var exception = new FileAlreadyExistsException(path.toString());
            exception.initCause(e);
            throw exception;
        } catch (NoSuchFileException e) {
            throw notFound(file.getParent(), e);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static void writeLines(Path file, Iterator<String> lines) throws IOException {
        try (BufferedWriter writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            while (lines.hasNext()) {
                writer.write(lines.next());
                writer.write('\n');
            }
        }
    }

    /** Looks at names first and asks for the size and time of the files that are wanted only. */
    @Override
    public Iterator<FileStatus> listFrom(org.apache.hadoop.fs.Path path, Configuration hadoopConf)
            throws IOException {
        Path folder = local(path.getParent());
        String first = path.getName();
        List<FileStatus> found = new ArrayList<>();
        FileSystem fileSystem = path.getFileSystem(hadoopConf);
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                if (name.compareTo(first) >= 0) {
                    var child = new org.apache.hadoop.fs.Path(path.getParent(), name);
                    statusIfThere(fileSystem, child).ifPresent(found::add);
                }
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            throw notFound(folder, e);
        }
        found.sort(Comparator.comparing(status -> status.getPath().getName()));
        return found.iterator();
    }

    private static Optional<FileStatus> statusIfThere(
            FileSystem fileSystem, org.apache.hadoop.fs.Path path) throws IOException {
        try {
            return Optional.of(fileSystem.getFileStatus(path));
        } catch (FileNotFoundException e) {
            // Cleaned up since the folder was read.
            return Optional.empty();
        }
    }

    @Override
    public Boolean isPartialWriteVisible(org.apache.hadoop.fs.Path path, Configuration hadoopConf) {
        return false;
    }

    private static Path local(org.apache.hadoop.fs.Path path) {
        return Path.of(path.toUri().getPath());
    }

    private static FileNotFoundException notFound(Path path, IOException cause) {
        var exception = new FileNotFoundException("No such file or directory: " + path);
        exception.initCause(cause);
        return exception;
    }
}
