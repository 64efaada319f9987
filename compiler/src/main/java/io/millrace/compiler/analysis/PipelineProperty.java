/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The {@code pipelines.*} properties of the dialect, as table properties or settings. */
final class PipelineProperty {

    private static final String PREFIX = "pipelines.";
    private static final Pattern NUMBER = Pattern.compile("[0-9]+");
    private static final Pattern DURATION =
            Pattern.compile(
                    "(?i)(interval\\s+)?[0-9]+\\s*(ms|milliseconds?|s|seconds?|m|min|minutes?|h|hours?|d|days?)?");

    /** What a value looks like. */
    private enum Kind {
        BOOLEAN("true"),
        NUMBER("2"),
        DURATION("10 seconds"),
        TEXT("value");

        private final String example;

        Kind(String example) {
            this.example = example;
        }
    }

    private static final Map<String, PipelineProperty> KNOWN = new LinkedHashMap<>();

    static {
        know(
                Kind.BOOLEAN,
                "pipelines.reset.allowed",
                "pipelines.autoOptimize.managed",
                "pipelines.dropInactiveTables",
                "pipelines.metrics.flowTimeReporter.enabled",
                "pipelines.externalMetadata.enabled",
                "pipelines.enableDPMForExistingPipeline",
                "pipelines.setMigrationHints",
                "pipelines.migration.ignoreExplicitPath",
                "pipelines.tableManagedByMultiplePipelinesCheck.enabled",
                "pipelines.applyChangesPreviewEnabled",
                "pipelines.enableTrackHistory",
                "pipelines.externalSink.enabled",
                "pipelines.enzyme.enabled",
                "pipelines.incompatibleViewCheck.enabled");
        know(Kind.NUMBER, "pipelines.numUpdateRetryAttempts", "pipelines.maxFlowRetryAttempts");
        know(
                Kind.DURATION,
                "pipelines.cdc.tombstoneGCThresholdInSeconds",
                "pipelines.cdc.tombstoneGCFrequencyInSeconds",
                "pipelines.applyChanges.tombstoneGCThresholdInSeconds",
                "pipelines.applyChanges.tombstoneGCFrequencyInSeconds",
                "pipelines.trigger.interval",
                "pipelines.clusterShutdown.delay");
        know(
                Kind.TEXT,
                "pipelines.autoOptimize.zOrderCols",
                "pipelines.channel",
                "pipelines.trigger",
                "pipelines.pipelineId",
                "pipelines.enzyme.mode");
    }

    private final String key;
    private final Kind kind;

    private PipelineProperty(String key, Kind kind) {
        this.key = key;
        this.kind = kind;
    }

    private static void know(Kind kind, String... keys) {
        for (String key : keys) {
            KNOWN.put(Names.fold(key), new PipelineProperty(key, kind));
        }
    }

    static boolean isPipelineKey(String key) {
        return Names.fold(key).startsWith(PREFIX);
    }

    static Optional<PipelineProperty> of(String key) {
        return Optional.ofNullable(KNOWN.get(Names.fold(key)));
    }

    static List<String> keys() {
        return KNOWN.values().stream().map(PipelineProperty::key).toList();
    }

    /** The key in the letter case of the documentation, if it is a known one of the dialect. */
    static String canonicalKey(String key) {
        return of(key).map(PipelineProperty::key).orElse(key);
    }

    String key() {
        return key;
    }

    String example() {
        return kind.example;
    }

    /** What is wrong with a value. */
    Optional<String> problemWith(String value) {
        String text = value.strip();
        return switch (kind) {
            case BOOLEAN ->
                    text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")
                            ? Optional.empty()
                            : Optional.of("it is true or false");
            case NUMBER ->
                    NUMBER.matcher(text).matches()
                            ? Optional.empty()
                            : Optional.of("it is a whole number");
            case DURATION ->
                    DURATION.matcher(text).matches()
                            ? Optional.empty()
                            : Optional.of("it is a time such as 10 seconds");
            case TEXT -> Optional.empty();
        };
    }
}
