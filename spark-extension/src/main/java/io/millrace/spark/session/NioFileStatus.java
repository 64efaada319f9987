/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/** What is known of a local file; owner and permission are read when somebody asks for them. */
final class NioFileStatus extends FileStatus {

    private static final long serialVersionUID = 1L;

    private final String file;
    private boolean loaded;

    NioFileStatus(
            Path path, BasicFileAttributes attributes, java.nio.file.Path file, long blockSize) {
        super(
                attributes.isDirectory() ? 0 : attributes.size(),
                attributes.isDirectory(),
                1,
                blockSize,
                attributes.lastModifiedTime().toMillis(),
                attributes.lastAccessTime().toMillis(),
                null,
                null,
                null,
                path);
        this.file = file.toString();
    }

    @Override
    public FsPermission getPermission() {
        load();
        return super.getPermission();
    }

    @Override
    public String getOwner() {
        load();
        return super.getOwner();
    }

    @Override
    public String getGroup() {
        load();
        return super.getGroup();
    }

    private synchronized void load() {
        if (loaded) {
            return;
        }
        loaded = true;
        var view =
                Files.getFileAttributeView(
                        java.nio.file.Path.of(file), PosixFileAttributeView.class);
        if (view == null) {
            // No owners and permissions here: the defaults of the super class stand.
            return;
        }
        try {
            PosixFileAttributes attributes = view.readAttributes();
            setOwner(attributes.owner().getName());
            setGroup(attributes.group().getName());
            setPermission(
                    FsPermission.valueOf(
                            (attributes.isDirectory() ? "d" : "-")
                                    + PosixFilePermissions.toString(attributes.permissions())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
