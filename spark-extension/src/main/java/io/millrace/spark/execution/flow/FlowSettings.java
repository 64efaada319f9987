/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.flow;

import io.millrace.spark.catalyst.QuerySource;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.execution.resolve.SourceOptions;
import io.millrace.spark.function.TableFunction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.spark.sql.SparkSession;

/**
 * Settings by the size of the work: compiling code for a handful of rows costs more than it saves.
 */
public final class FlowSettings {

    /** Below this many bytes of input, as text, rows are interpreted. */
    private static final long SMALL = 8L << 20;

    /** The same in rows, where they are known. */
    private static final long FEW_ROWS = 100_000;

    private static final Map<String, String> FOR_SMALL_WORK =
            Map.of(
                    "spark.sql.codegen.wholeStage", "false",
                    "spark.sql.codegen.factoryMode", "NO_CODEGEN",
                    "spark.sql.adaptive.enabled", "false");

    private FlowSettings() {}

    /** The settings for a query over the sources; those that the user has set are left out. */
    public static Map<String, String> forSources(SparkSession session, List<QuerySource> sources) {
        Map<String, String> settings = new LinkedHashMap<>();
        if (isSmall(session, sources)) {
            FOR_SMALL_WORK.forEach(
                    (key, value) -> {
                        if (!isSet(session, key)) {
                            settings.put(key, value);
                        }
                    });
        }
        for (QuerySource source : sources) {
            if (source instanceof QuerySource.Table table && source.streaming()) {
                settings.putAll(forOptions(table));
            }
        }
        return settings;
    }

    /** What Delta has as settings of a session and a query says of one source. */
    private static Map<String, String> forOptions(QuerySource.Table source) {
        Map<String, String> settings = new LinkedHashMap<>();
        if (SourceOptions.isOn(source, SourceOptions.COLUMN_DROP)
                || SourceOptions.isOn(source, SourceOptions.COLUMN_RENAME)) {
            settings.put(
                    "spark.databricks.delta.streaming"
                            + ".unsafeReadOnIncompatibleColumnMappingSchemaChanges.enabled",
                    "true");
        }
        boolean mayMiss =
                SourceOptions.value(source, "failOnDataLoss")
                        .filter("false"::equalsIgnoreCase)
                        .isPresent();
        if (mayMiss) {
            settings.put(
                    "spark.databricks.delta.streaming.trailingCommitValidation.enabled", "false");
        }
        return settings;
    }

    /** Whether a user has decided the setting. */
    private static boolean isSet(SparkSession session, String key) {
        return session.sparkContext().conf().contains(key);
    }

    private static boolean isSmall(SparkSession session, List<QuerySource> sources) {
        long bytes = 0;
        long rows = 0;
        for (QuerySource source : sources) {
            if (source instanceof QuerySource.Table table) {
                DeltaTableLog log = DeltaTableLog.at(session, table.path());
                OptionalLong known = log.rowCount();
                if (known.isPresent()) {
                    rows += known.getAsLong();
                    continue;
                }
                OptionalLong size = log.sizeInBytes();
                if (size.isEmpty()) {
                    return false;
                }
                bytes += size.getAsLong() * TableFunction.TEXT_PER_PACKED;
            } else if (source instanceof QuerySource.Function function) {
                OptionalLong size = function.function().textBytes(function.call());
                if (size.isEmpty()) {
                    return false;
                }
                bytes += size.getAsLong();
            } else {
                return false;
            }
        }
        return bytes < SMALL && rows < FEW_ROWS;
    }
}
