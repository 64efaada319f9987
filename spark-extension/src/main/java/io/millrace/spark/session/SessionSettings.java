/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.session;

import io.millrace.spark.catalyst.Sessions;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The Spark settings of a pipeline's session: what Delta needs in any case; on a local master also
 * what makes small work fast. What the user has set stands.
 */
final class SessionSettings {

    static final String MASTER = "spark.master";
    static final String WAREHOUSE = "spark.sql.warehouse.dir";

    private SessionSettings() {}

    /**
     * The user's settings and what they leave open.
     *
     * @param user what the user has set, however
     * @param cores how many tasks a local master runs at once
     */
    static Map<String, String> merge(Map<String, String> user, int cores) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(MASTER, "local[*]");
        settings.put("spark.app.name", "millrace");
        settings.put(SetUp.CATALOG, SetUp.DELTA_CATALOG);
        // All sessions of the process share what is compiled.
        settings.put(Sessions.ISOLATION, "false");
        String master = user.getOrDefault(MASTER, "local[*]");
        if (isLocal(master)) {
            settings.putAll(local(cores));
        }
        settings.putAll(user);
        settings.put(SetUp.EXTENSIONS, SetUp.extensions(user.getOrDefault(SetUp.EXTENSIONS, "")));
        return settings;
    }

    static boolean isLocal(String master) {
        return master.toLowerCase(Locale.ROOT).startsWith("local");
    }

    private static Map<String, String> local(int cores) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("spark.ui.enabled", "false");
        settings.put("spark.ui.showConsoleProgress", "false");
        // No look-up of the machine's name, which may be slow or fail off the net.
        settings.put("spark.driver.host", "localhost");
        settings.put("spark.driver.bindAddress", "127.0.0.1");

        // Local files: no child processes, no lost commits.
        settings.put("spark.hadoop.fs.file.impl", PipelineLocalFileSystem.class.getName());
        settings.put(
                "spark.hadoop.fs.AbstractFileSystem.file.impl",
                PipelineLocalContext.class.getName());
        settings.put("spark.delta.logStore.file.impl", HardLinkLogStore.class.getName());

        // A task that runs out of memory fails; it does not end the process behind our back.
        settings.put("spark.executor.killOnFatalError.depth", "0");

        // A shuffle has as many parts as can run at once.
        settings.put("spark.sql.shuffle.partitions", Integer.toString(Math.max(cores, 2)));
        settings.put("spark.databricks.delta.snapshotPartitions", "1");
        // Outside UTC, Delta reads its whole log again at each commit to verify the checksum.
        settings.put(
                "spark.databricks.delta.allFilesInCrc.verificationMode.forceOnNonUTC.enabled",
                "false");
        // Listing local folders takes less than the Spark job that would do it in parallel.
        settings.put("spark.sql.sources.parallelPartitionDiscovery.threshold", "10000");
        return settings;
    }
}
