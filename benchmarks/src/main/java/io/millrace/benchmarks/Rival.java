/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.benchmarks;

import java.nio.file.Path;
import java.util.Locale;
import org.apache.spark.sql.SparkSession;

/** A way to do the work of a scenario. */
interface Rival {

    /** A session as a user of this rival would make it, its tables under the folder. */
    SparkSession session(Path folder);

    /** Brings all streaming tables of the scenario up to date once. */
    void update(SparkSession session, Scenario scenario, Path folder) throws Exception;

    static Rival named(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "millrace" -> new MillraceRival();
            case "streaming" -> new StructuredStreamingRival();
            case "pipelines" -> new SparkPipelinesRival();
            default -> throw new IllegalArgumentException("no rival called " + name);
        };
    }
}
