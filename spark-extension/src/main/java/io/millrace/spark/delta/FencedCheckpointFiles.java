/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.spark.sql.execution.streaming.checkpointing.CheckpointFileManager;

/**
 * Files of checkpoints as Spark keeps them, except that a process that has lost its right to write
 * makes none. Spark makes it by its class name.
 */
public final class FencedCheckpointFiles implements CheckpointFileManager {

    private final CheckpointFileManager files;
    private final Optional<CommitFence> fence;

    public FencedCheckpointFiles(Path path, Configuration settings) {
        Configuration usual = new Configuration(settings);
        String users = settings.get(CommitFences.USERS_CHECKPOINT_FILES, "");
        if (users.isEmpty()) {
            usual.unset(CommitFences.CHECKPOINT_FILES);
        } else {
            usual.set(CommitFences.CHECKPOINT_FILES, users);
        }
        this.files = CheckpointFileManager.create(path, usual);
        this.fence = CommitFences.of(settings);
    }

    private void check() {
        fence.filter(right -> !right.seemsHeld())
                .ifPresent(
                        right -> {
                            throw right.lost();
                        });
    }

    @Override
    public CancellableFSDataOutputStream createAtomic(Path path, boolean overwriteIfPossible) {
        check();
        return new FencedStream(files.createAtomic(path, overwriteIfPossible));
    }

    /** The file appears when it is closed: until then the right may have been lost. */
    private final class FencedStream extends CancellableFSDataOutputStream {
        private final CancellableFSDataOutputStream file;

        FencedStream(CancellableFSDataOutputStream file) {
            super(file);
            this.file = file;
        }

        @Override
        public void close() throws IOException {
            try {
                check();
            } catch (RuntimeException e) {
                file.cancel();
                throw e;
            }
            file.close();
        }

        @Override
        public void cancel() {
            file.cancel();
        }
    }

    @Override
    public FSDataInputStream open(Path path) {
        return files.open(path);
    }

    @Override
    public FileStatus[] list(Path path, PathFilter filter) {
        return files.list(path, filter);
    }

    @Override
    public void mkdirs(Path path) {
        files.mkdirs(path);
    }

    @Override
    public boolean exists(Path path) {
        return files.exists(path);
    }

    @Override
    public void delete(Path path) {
        check();
        files.delete(path);
    }

    @Override
    public boolean isLocal() {
        return files.isLocal();
    }

    @Override
    public Path createCheckpointDirectory() {
        return files.createCheckpointDirectory();
    }

    @Override
    public void close() {
        files.close();
    }
}
