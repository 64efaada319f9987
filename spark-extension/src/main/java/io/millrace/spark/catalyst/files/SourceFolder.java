/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import io.millrace.spark.storage.StorageFiles;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * Where a stream keeps the log of the files that it has read. The state of a call says it from the
 * stream's first start on, so that what is unread is known before the stream is started again.
 */
final class SourceFolder {

    private static final String FILE = "source-log.txt";

    private SourceFolder() {}

    static Optional<String> of(String stateFolder, Configuration conf) {
        return new StorageFiles(conf).read(stateFolder + "/" + FILE).map(String::strip);
    }

    static void note(String stateFolder, String sourceFolder, Configuration conf) {
        if (!of(stateFolder, conf).equals(Optional.of(sourceFolder))) {
            new StorageFiles(conf).write(stateFolder + "/" + FILE, sourceFolder + "\n");
        }
    }
}
