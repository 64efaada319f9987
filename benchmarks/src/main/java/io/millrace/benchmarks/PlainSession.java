/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.benchmarks;

import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;

/** A local Spark with Delta as their documentation sets it up. */
final class PlainSession {

    private PlainSession() {}

    static SparkSession start(Path folder) {
        int cores = Runtime.getRuntime().availableProcessors();
        return SparkSession.builder()
                .master("local[*]")
                .config("spark.ui.enabled", "false")
                .config("spark.sql.warehouse.dir", folder.resolve("warehouse").toUri().toString())
                .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
                .config(
                        "spark.sql.catalog.spark_catalog",
                        "org.apache.spark.sql.delta.catalog.DeltaCatalog")
                // The one setting that everybody changes on a small machine.
                .config("spark.sql.shuffle.partitions", Integer.toString(Math.max(2, cores)))
                // Spark's pipelines make tables of the session's default format.
                .config("spark.sql.sources.default", "delta")
                .getOrCreate();
    }
}
