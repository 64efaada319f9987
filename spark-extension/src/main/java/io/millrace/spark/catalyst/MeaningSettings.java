/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.spark.secret.SecretValues;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.internal.config.ConfigEntry;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.internal.SQLConf$;

/**
 * The settings under which a query was understood: all of Spark's SQL that are not at their
 * defaults and that are not known to be about speed or places alone, as Spark keeps them with
 * views. One that nobody knows counts: a result that is computed once more is right.
 */
final class MeaningSettings {

    private static final String TIME_ZONE = "spark.sql.session.timeZone";
    private static final String ANSI = "spark.sql.ansi.enabled";

    /** What only decides how fast, where or how loudly a query runs. */
    private static final List<String> OF_NO_MEANING =
            List.of(
                    "spark.sql.adaptive.",
                    "spark.sql.artifact.",
                    "spark.sql.autoBroadcastJoinThreshold",
                    "spark.sql.broadcastTimeout",
                    "spark.sql.bucketing.",
                    "spark.sql.cache.",
                    "spark.sql.catalog.",
                    "spark.sql.catalogImplementation",
                    "spark.sql.cbo.",
                    "spark.sql.cli.",
                    "spark.sql.codegen.",
                    "spark.sql.debug.",
                    "spark.sql.defaultCacheStorageLevel",
                    "spark.sql.event.",
                    "spark.sql.execution.",
                    "spark.sql.extensions",
                    "spark.sql.files.max",
                    "spark.sql.files.min",
                    "spark.sql.files.openCostInBytes",
                    "spark.sql.hive.",
                    "spark.sql.inMemoryColumnarStorage.",
                    "spark.sql.join.",
                    "spark.sql.maxPlanStringLength",
                    "spark.sql.maxMetadataStringLength",
                    "spark.sql.maven.",
                    "spark.sql.metadataCacheTTLSeconds",
                    "spark.sql.objectHashAggregate.",
                    "spark.sql.optimizer.",
                    "spark.sql.parquet.compression.",
                    "spark.sql.parquet.enableVectorizedReader",
                    "spark.sql.parquet.filterPushdown",
                    "spark.sql.pipelines.",
                    "spark.sql.planChangeLog.",
                    "spark.sql.planner.",
                    "spark.sql.redaction.",
                    "spark.sql.repl.",
                    "spark.sql.requireAllClusterKeysForDistribution",
                    "spark.sql.scriptTransformation.",
                    "spark.sql.shuffle.",
                    "spark.sql.sort.",
                    "spark.sql.sources.bucketing.",
                    "spark.sql.sources.commitProtocolClass",
                    "spark.sql.sources.parallelPartitionDiscovery.",
                    "spark.sql.sources.useV1SourceList",
                    "spark.sql.statistics.",
                    "spark.sql.streaming.",
                    "spark.sql.thriftServer.",
                    "spark.sql.ui.",
                    "spark.sql.warehouse.");

    private MeaningSettings() {}

    /** By name, sorted. The time zone and ANSI mode are always there. */
    static Map<String, String> of(SparkSession session) {
        SQLConf conf = Sessions.classic(session).sessionState().conf();
        Map<String, String> settings = new TreeMap<>();
        ScalaInterop.map(conf.getAllConfs())
                .forEach(
                        (key, value) -> {
                            if (hasMeaning(key) && !isDefault(key, value)) {
                                settings.put(key, SecretValues.mask(value));
                            }
                        });
        settings.put(TIME_ZONE, conf.sessionLocalTimeZone());
        settings.put(ANSI, Boolean.toString(conf.ansiEnabled()));
        return settings;
    }

    private static boolean hasMeaning(String key) {
        return key.startsWith("spark.sql.") && OF_NO_MEANING.stream().noneMatch(key::startsWith);
    }

    private static boolean isDefault(String key, String value) {
        ConfigEntry<?> entry = SQLConf$.MODULE$.getConfigEntry(key);
        return entry != null && entry.defaultValueString().equalsIgnoreCase(value);
    }
}
