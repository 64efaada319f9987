/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import io.millrace.spark.catalyst.UnreadableFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.execution.datasources.CodecStreams;

/**
 * Text files whose bytes can be read to the end, and the reason why another one cannot.
 *
 * @param error of the first that cannot be read; empty when all can
 */
record ReadableFiles(List<FileStatus> files, Optional<RuntimeException> error) {

    /** Reads all of them: for when something has failed that should not. */
    static ReadableFiles among(List<FileStatus> files, Configuration conf) {
        List<FileStatus> readable = new ArrayList<>();
        Optional<RuntimeException> first = Optional.empty();
        for (FileStatus file : files) {
            try (InputStream in = CodecStreams.createInputStream(conf, file.getPath())) {
                in.transferTo(OutputStream.nullOutputStream());
                readable.add(file);
            } catch (IOException | RuntimeException e) {
                if (!UnreadableFiles.isOfContent(e)) {
                    readable.add(file);
                } else if (first.isEmpty()) {
                    first = Optional.of(FileErrors.unreadable(file.getPath(), e));
                }
            }
        }
        return new ReadableFiles(List.copyOf(readable), first);
    }
}
