/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.session;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardCopyOption;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FsServerDefaults;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.local.LocalConfigKeys;

/**
 * The same files for Hadoop's {@code FileContext}, to be set as {@code
 * fs.AbstractFileSystem.file.impl}. Structured Streaming writes its offset and commit logs through
 * it.
 *
 * <p>Its rename is what those logs rely on: without overwriting, exactly one of several processes
 * wins a name; with overwriting, readers see the old file or the new one and never none. Hadoop's
 * own looks first and renames then.
 */
public final class PipelineLocalContext extends DelegateToFileSystem {

    public PipelineLocalContext(URI uri, Configuration conf)
            throws IOException, URISyntaxException {
        super(uri, new PipelineLocalFileSystem(), conf, "file", false);
    }

    @Override
    public int getUriDefaultPort() {
        return -1;
    }

    @Override
    public boolean isValidName(String src) {
        return true;
    }

    @Override
    @Deprecated
    @SuppressWarnings("InlineMeSuggester") // the deprecation is Hadoop's
    public FsServerDefaults getServerDefaults() throws IOException {
        return LocalConfigKeys.getServerDefaults();
    }

    @Override
    public void renameInternal(Path source, Path target, boolean overwrite) throws IOException {
        java.nio.file.Path from = local(source);
        java.nio.file.Path to = local(target);
        if (Files.isDirectory(from) || Files.isDirectory(to)) {
            super.renameInternal(source, target, overwrite);
            return;
        }
        try {
            if (overwrite) {
                Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
            } else {
                HardLinks.moveIfAbsent(from, to);
            }
        } catch (java.nio.file.FileAlreadyExistsException e) {
            var exception = new FileAlreadyExistsException("rename target exists: " + target);
            exception.initCause(e);
            throw exception;
        } catch (NoSuchFileException e) {
            var exception = new FileNotFoundException("cannot rename " + source + " to " + target);
            exception.initCause(e);
            throw exception;
        }
        Files.deleteIfExists(local(checksumFile(source)));
        Files.deleteIfExists(local(checksumFile(target)));
    }

    private Path checksumFile(Path path) {
        return ((PipelineLocalFileSystem) fsImpl).getChecksumFile(path);
    }

    private java.nio.file.Path local(Path path) {
        return ((PipelineLocalFileSystem) fsImpl).pathToFile(path).toPath();
    }
}
