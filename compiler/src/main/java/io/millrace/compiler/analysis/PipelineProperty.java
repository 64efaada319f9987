/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The {@code pipelines.*} properties of the dialect and {@code spark.sql.pipelines.*} of Spark's
 * own pipelines, as table properties or settings: what each does, or what does it instead.
 */
final class PipelineProperty {

    private static final String PREFIX = "pipelines.";
    private static final String SPARKS_PREFIX = "spark.sql.pipelines.";
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

    /** Where a property may be given. */
    enum Place {
        /** {@code TBLPROPERTIES}. */
        TABLE,
        /** {@code SET}, and {@code SPARK_CONF} of a flow. */
        FLOW,
        /** {@code configuration} of the spec or bundle, and options of the command line. */
        PIPELINE
    }

    private static final String RETRIES = "pipelines.maxFlowRetryAttempts";
    private static final String MIGRATION = "it is for moving pipelines on Databricks";
    private static final String PREVIEW = "what it once allowed is always there";
    private static final String REFRESH =
            "REFRESH POLICY of a materialized view says how it is refreshed";
    private static final String OWN_SCHEDULER =
            "Millrace waits, retries and reports by its own rules, see `update` in millrace.yml";

    private static final Map<String, PipelineProperty> KNOWN = new LinkedHashMap<>();

    static {
        used(Kind.BOOLEAN, Set.of(Place.TABLE), "pipelines.reset.allowed");
        used(
                Kind.DURATION,
                Set.of(Place.TABLE),
                "pipelines.cdc.tombstoneGCThresholdInSeconds",
                "pipelines.applyChanges.tombstoneGCThresholdInSeconds");
        used(Kind.DURATION, EnumSet.allOf(Place.class), "pipelines.trigger.interval");
        used(Kind.NUMBER, EnumSet.allOf(Place.class), RETRIES, "spark.sql." + RETRIES);
        used(
                Kind.NUMBER,
                Set.of(Place.PIPELINE),
                "pipelines.numUpdateRetryAttempts",
                "spark.sql.pipelines.execution.maxConcurrentFlows");
        unused(
                Kind.BOOLEAN,
                "AUTO CDC targets are compacted as they grow; for other tables run OPTIMIZE",
                "pipelines.autoOptimize.managed");
        unused(
                Kind.TEXT,
                "write CLUSTER BY for these columns, or run OPTIMIZE ... ZORDER BY",
                "pipelines.autoOptimize.zOrderCols");
        unused(
                Kind.BOOLEAN,
                "a table whose statement is gone stays until it is dropped",
                "pipelines.dropInactiveTables");
        unused(
                Kind.BOOLEAN,
                "the event log always tells how long flows take",
                "pipelines.metrics.flowTimeReporter.enabled");
        unused(
                Kind.BOOLEAN,
                MIGRATION,
                "pipelines.externalMetadata.enabled",
                "pipelines.enableDPMForExistingPipeline",
                "pipelines.setMigrationHints",
                "pipelines.migration.ignoreExplicitPath");
        unused(
                Kind.BOOLEAN,
                "a table belongs to one pipeline in any case",
                "pipelines.tableManagedByMultiplePipelinesCheck.enabled");
        unused(
                Kind.BOOLEAN,
                PREVIEW,
                "pipelines.applyChangesPreviewEnabled",
                "pipelines.enableTrackHistory",
                "pipelines.externalSink.enabled");
        unused(Kind.BOOLEAN, REFRESH, "pipelines.enzyme.enabled");
        unused(Kind.TEXT, REFRESH, "pipelines.enzyme.mode");
        unused(
                Kind.BOOLEAN,
                "what a view reads is always checked",
                "pipelines.incompatibleViewCheck.enabled");
        unused(
                Kind.DURATION,
                "tombstones are looked through with each update that writes the table",
                "pipelines.cdc.tombstoneGCFrequencyInSeconds",
                "pipelines.applyChanges.tombstoneGCFrequencyInSeconds");
        unused(Kind.DURATION, "no cluster is started", "pipelines.clusterShutdown.delay");
        unused(Kind.TEXT, "there is one Millrace: the one that runs", "pipelines.channel");
        unused(
                Kind.TEXT,
                "for flows that go on use --continuous with pipelines.trigger.interval",
                "pipelines.trigger");
        unused(
                Kind.TEXT,
                "a table belongs to the pipeline whose files declare it",
                "pipelines.pipelineId");
        unused(
                Kind.TEXT,
                OWN_SCHEDULER,
                "spark.sql.pipelines.execution.streamstate.pollingInterval",
                "spark.sql.pipelines.execution.watchdog.minRetryTime",
                "spark.sql.pipelines.execution.watchdog.maxRetryTime",
                "spark.sql.pipelines.timeoutMsForTerminationJoinAndLock",
                "spark.sql.pipelines.event.queue.capacity");
    }

    private final String key;
    private final Kind kind;
    private final Set<Place> places;
    private final String instead;

    private PipelineProperty(String key, Kind kind, Set<Place> places, String instead) {
        this.key = key;
        this.kind = kind;
        this.places = places;
        this.instead = instead;
    }

    private static void used(Kind kind, Set<Place> places, String... keys) {
        for (String key : keys) {
            KNOWN.put(Names.fold(key), new PipelineProperty(key, kind, places, ""));
        }
    }

    private static void unused(Kind kind, String instead, String... keys) {
        for (String key : keys) {
            KNOWN.put(Names.fold(key), new PipelineProperty(key, kind, Set.of(), instead));
        }
    }

    static boolean isPipelineKey(String key) {
        String folded = Names.fold(key);
        return folded.startsWith(PREFIX) || folded.startsWith(SPARKS_PREFIX);
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

    /** Why it does nothing in a place, and what does it; empty where it does what it says. */
    Optional<String> unusedIn(Place place) {
        if (places.isEmpty()) {
            return Optional.of(instead);
        }
        if (places.contains(place)) {
            return Optional.empty();
        }
        return Optional.of(
                places.contains(Place.TABLE)
                        ? "write it into TBLPROPERTIES of the table"
                        : "it is about the whole update: write it into `configuration` of the spec file, or `--set "
                                + key
                                + "=...`");
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
