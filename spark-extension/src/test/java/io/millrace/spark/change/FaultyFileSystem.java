/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.change;

import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.Progressable;

/**
 * Local files under the scheme {@code faulty}, whose disk is full or closed when a test says so.
 */
public final class FaultyFileSystem extends RawLocalFileSystem {

    enum Fault {
        FULL,
        DENIED
    }

    /** What is wrong with paths that contain a text. */
    record Trouble(Fault fault, String where) {}

    static final AtomicReference<Optional<Trouble>> TROUBLE =
            new AtomicReference<>(Optional.empty());

    @Override
    public URI getUri() {
        return URI.create("faulty:///");
    }

    @Override
    public String getScheme() {
        return "faulty";
    }

    @Override
    protected void checkPath(Path path) {}

    private static void check(Path path, boolean write) throws IOException {
        Optional<Trouble> trouble = TROUBLE.get();
        if (trouble.isEmpty() || !path.toString().contains(trouble.get().where())) {
            return;
        }
        if (trouble.get().fault() == Fault.DENIED) {
            throw new AccessControlException("Permission denied: " + path);
        }
        if (write) {
            throw new IOException(path + ": No space left on device");
        }
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        check(path, true);
        return super.create(
                path, permission, overwrite, bufferSize, replication, blockSize, progress);
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        check(path, true);
        return super.create(path, overwrite, bufferSize, replication, blockSize, progress);
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        check(path, false);
        return super.open(path, bufferSize);
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        check(path, false);
        return super.listStatus(path);
    }
}
