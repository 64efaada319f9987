/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.session;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalFileSystem;

/**
 * The file system of {@code file:} for embedded runs, to be set as {@code fs.file.impl}: no child
 * processes, no {@code .crc} files.
 *
 * <p>It is a {@link LocalFileSystem}, because callers cast to it. Checksum files that others wrote
 * stay hidden, move and vanish with their files, and are not checked: one that an editor or a plain
 * {@code cp} left behind must not make its file unreadable.
 */
public final class PipelineLocalFileSystem extends LocalFileSystem {

    public PipelineLocalFileSystem() {
        super(new NioFileSystem());
    }

    @Override
    public void initialize(URI name, Configuration conf) throws IOException {
        super.initialize(name, conf);
        setWriteChecksum(false);
        setVerifyChecksum(false);
    }
}
