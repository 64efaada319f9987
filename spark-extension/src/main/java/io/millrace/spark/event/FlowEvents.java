/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.event;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.spark.ExpectationCount;
import io.millrace.spark.FlowError;
import io.millrace.spark.FlowStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Events of one flow. Counts are those of the rows since the flow's last event, so that sums over
 * events count each row once.
 */
public final class FlowEvents {

    private final EventLog log;
    private final EventOrigin origin;
    private final String flow;
    private final String target;

    /**
     * @param origin names the flow and its target
     * @param target the full name
     */
    public FlowEvents(EventLog log, EventOrigin origin, String flow, String target) {
        this.log = log;
        this.origin = origin;
        this.flow = flow;
        this.target = target;
    }

    /** A new status. */
    public void progress(
            FlowStatus status,
            EventLevel level,
            FlowCounts counts,
            ExecutorTime time,
            Optional<FlowError> error) {
        ObjectNode details = EventLog.object();
        details.put("status", status.name());
        ObjectNode metrics = EventLog.object();
        counts(metrics, counts);
        if (counts.output().isPresent() || counts.upserted().isPresent()) {
            time(metrics, time);
        }
        if (!metrics.isEmpty()) {
            details.set("metrics", metrics);
        }
        quality(details, counts.quality());
        write("flow_progress", level, origin, "is " + status, details, error);
    }

    /** A micro-batch was written; what the query says of it may not be known. */
    public void batch(
            long batchId, FlowCounts counts, ExecutorTime time, Optional<StreamProgress> progress) {
        ObjectNode details = EventLog.object();
        details.put("status", FlowStatus.RUNNING.name());
        ObjectNode metrics = details.putObject("metrics");
        counts(metrics, counts);
        time(metrics, time);
        progress.ifPresent(
                stream -> {
                    backlog(metrics, stream.backlog());
                    ArrayNode sources = metrics.putArray("source_metrics");
                    stream.sources().forEach(source -> source(sources.addObject(), source));
                });
        quality(details, counts.quality());
        EventOrigin ofBatch = origin.batch(batchId);
        progress.ifPresent(stream -> listings(ofBatch, stream));
        write(
                "flow_progress",
                EventLevel.METRICS,
                ofBatch,
                "has written batch " + batchId,
                details,
                Optional.empty());
        progress.ifPresent(
                stream -> {
                    ObjectNode json = EventLog.object();
                    json.put("progress_json", stream.json().toString());
                    write(
                            "stream_progress",
                            EventLevel.METRICS,
                            ofBatch,
                            "reports batch " + batchId,
                            json,
                            Optional.empty());
                });
    }

    private void listings(EventOrigin ofBatch, StreamProgress stream) {
        for (StreamProgress.Source source : stream.sources()) {
            source.listing()
                    .ifPresent(
                            listing -> {
                                ObjectNode details = EventLog.object();
                                details.put("type", "AUTO_LOADER_LISTING");
                                details.put("status", "COMPLETED");
                                details.put("duration_ms", listing.durationMs());
                                details.putObject("auto_loader_details")
                                        .put("source_path", listing.path())
                                        .put("num_files_listed", listing.files());
                                write(
                                        "operation_progress",
                                        EventLevel.INFO,
                                        ofBatch,
                                        "has listed %d file(s) of %s"
                                                .formatted(listing.files(), listing.path()),
                                        details,
                                        Optional.empty());
                            });
        }
    }

    private static void counts(ObjectNode metrics, FlowCounts counts) {
        counts.output().ifPresent(rows -> metrics.put("num_output_rows", rows));
        counts.upserted().ifPresent(rows -> metrics.put("num_upserted_rows", rows));
        counts.deleted().ifPresent(rows -> metrics.put("num_deleted_rows", rows));
    }

    private static void time(ObjectNode metrics, ExecutorTime time) {
        metrics.put("executor_time_ms", time.millis());
        metrics.put("executor_cpu_time_ms", time.cpuMillis());
    }

    private static void backlog(ObjectNode metrics, StreamProgress.Backlog backlog) {
        backlog.bytes().ifPresent(bytes -> metrics.put("backlog_bytes", bytes));
        backlog.files().ifPresent(files -> metrics.put("backlog_files", files));
        backlog.records().ifPresent(records -> metrics.put("backlog_records", records));
    }

    private static void source(ObjectNode node, StreamProgress.Source source) {
        node.put("source_name", source.name());
        node.put("num_input_rows", source.inputRows());
        backlog(node, source.backlog());
        node.set("start_offset", source.startOffset());
        node.set("end_offset", source.endOffset());
    }

    private void quality(ObjectNode details, DataQuality quality) {
        if (quality.isEmpty()) {
            return;
        }
        ObjectNode node = details.putObject("data_quality");
        node.put("dropped_records", quality.dropped().orElse(0L));
        quality.quarantined().ifPresent(count -> node.put("quarantined_records", count));
        ArrayNode rules = node.putArray("expectations");
        for (ExpectationCount count : quality.expectations()) {
            ObjectNode rule = rules.addObject();
            rule.put("name", count.name());
            rule.put("dataset", count.dataset().isEmpty() ? target : count.dataset());
            rule.put("passed_records", count.passed());
            rule.put("failed_records", count.failed());
            count.error().ifPresent(error -> rule.put("error", error));
            count.read()
                    .ifPresent(
                            read ->
                                    rule.put("table_files_read", read.files())
                                            .put("table_bytes_read", read.bytes()));
        }
    }

    /** Something that the user should read and that stops nothing. */
    public void warning(String text) {
        ObjectNode details = EventLog.object();
        details.put("status", FlowStatus.RUNNING.name());
        write(
                "flow_progress",
                EventLevel.WARN,
                origin,
                "warns: " + text,
                details,
                Optional.empty());
    }

    /** Events of changes contradicted each other, and a rule decided. */
    public void ties(long ties) {
        warn(
                EventLevel.WARN,
                "num_conflicting_ties",
                ties,
                ("met %d event(s) that share key and sequence with another event but differ from"
                                + " it; an upsert beats a delete, the greater values beat the"
                                + " smaller")
                        .formatted(ties));
    }

    /** Late events of those keys are no longer told from new ones. */
    public void tombstones(long dropped) {
        warn(
                EventLevel.INFO,
                "num_tombstones_dropped",
                dropped,
                ("dropped %d tombstone(s) older than pipelines.cdc.tombstoneGCThresholdInSeconds;"
                                + " an event that is older than such a delete and comes from now on"
                                + " is applied")
                        .formatted(dropped));
    }

    private void warn(EventLevel level, String metric, long count, String what) {
        ObjectNode details = EventLog.object();
        details.put("status", FlowStatus.RUNNING.name());
        details.putObject("metrics").put(metric, count);
        write("flow_progress", level, origin, what, details, Optional.empty());
    }

    /**
     * One way to refresh a materialized view.
     *
     * @param issues why it cannot be used, by type; empty for one that can
     */
    public record Technique(String name, boolean chosen, Map<String, String> issues) {}

    /**
     * A table that a materialized view is made from.
     *
     * @param version the one that is read
     */
    public record SourceTable(String name, String id, long version) {}

    /** How a materialized view is refreshed, and what else was thought of. */
    public void planning(List<Technique> techniques, List<SourceTable> sources) {
        ObjectNode details = EventLog.object();
        ArrayNode all = details.putArray("technique_information");
        String chosen = "";
        for (Technique technique : techniques) {
            ObjectNode node = all.addObject();
            node.put("maintenance_type", "MAINTENANCE_TYPE_" + technique.name());
            node.put("is_chosen", technique.chosen());
            node.put("is_applicable", technique.issues().isEmpty());
            ArrayNode issues = node.putArray("incrementalization_issues");
            technique
                    .issues()
                    .forEach(
                            (type, message) ->
                                    issues.addObject()
                                            .put("issue_type", type)
                                            .put("prevent_incrementalization", true)
                                            .put("operator_name", message));
            chosen = technique.chosen() ? technique.name() : chosen;
        }
        ArrayNode tables = details.putArray("source_table_information");
        for (SourceTable source : sources) {
            tables.addObject()
                    .put("table_name", source.name())
                    .put("table_id", source.id())
                    .put("version", source.version());
        }
        details.putObject("target_table_information").put("table_name", target);
        write(
                "planning_information",
                EventLevel.INFO,
                origin,
                "has been planned to be executed as " + chosen,
                details,
                Optional.empty());
    }

    private void write(
            String type,
            EventLevel level,
            EventOrigin about,
            String what,
            ObjectNode details,
            Optional<FlowError> error) {
        String message = "Flow `%s` %s.".formatted(flow, what);
        log.write(
                type,
                level,
                about,
                error.map(e -> message + " " + e.message()).orElse(message),
                details,
                error);
    }
}
