/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.session;

import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** A process that tries to win every version of a log and prints those that it won. */
public final class LogStoreRacer {

    private LogStoreRacer() {}

    /** Arguments: the folder of the log, the name of this racer, how many versions there are. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        String name = arguments[1];
        int versions = Integer.parseInt(arguments[2]);
        var conf = new Configuration(false);
        conf.set("fs.file.impl", PipelineLocalFileSystem.class.getName());
        var store = new HardLinkLogStore(conf);
        Files.createFile(folder.resolve(name + ".ready"));
        while (!Files.exists(folder.resolve("start"))) {
            Thread.onSpinWait();
        }
        for (int version = 0; version < versions; version++) {
            var path =
                    new org.apache.hadoop.fs.Path(
                            "file:" + folder, "%020d.json".formatted(version));
            try {
                store.write(path, List.of(name, "line").iterator(), false, conf);
                System.out.println(version);
            } catch (FileAlreadyExistsException e) {
                // The other one won.
                continue;
            }
        }
    }
}
