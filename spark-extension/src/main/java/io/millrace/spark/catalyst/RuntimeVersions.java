/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.Utils;
import scala.Tuple2;
import scala.util.Properties;

/** What an update runs on. */
public final class RuntimeVersions {

    private RuntimeVersions() {}

    /** By names such as {@code spark_version}, Millrace's own first. */
    public static Map<String, String> of(SparkSession session) {
        String own = RuntimeVersions.class.getPackage().getImplementationVersion();
        Map<String, String> versions = new LinkedHashMap<>();
        versions.put("millrace_version", own == null ? "development" : own);
        versions.put("spark_version", session.version());
        versions.put("delta_version", io.delta.package$.MODULE$.VERSION());
        versions.put("scala_version", Properties.versionNumberString());
        versions.put("java_version", System.getProperty("java.version"));
        return versions;
    }

    /** The settings that Spark was started with, sorted; what Spark takes for secret is masked. */
    public static Map<String, String> settings(SparkSession session) {
        Map<String, String> settings = new java.util.TreeMap<>();
        var conf = session.sparkContext().conf();
        for (Tuple2<String, String> setting :
                ScalaInterop.list(
                        Utils.redact(conf, ScalaInterop.seq(java.util.List.of(conf.getAll()))))) {
            settings.put(setting._1(), setting._2());
        }
        return settings;
    }
}
