/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.DatasetResult;
import io.millrace.spark.FlowError;
import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.UpdateListener;
import io.millrace.spark.UpdateStatus;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.event.DataQuality;
import io.millrace.spark.event.EventLevel;
import io.millrace.spark.event.EventLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Where the flows of an update are. Every change goes to the event log and to the listener; safe
 * for use by several threads.
 */
final class UpdateReport {

    private final FlowGraph graph;
    private final EventLog events;
    private final UpdateListener listener;
    private final Map<Flow, FlowResult> results = new HashMap<>();
    private final Map<Flow, Long> started = new HashMap<>();

    UpdateReport(FlowGraph graph, EventLog events, UpdateListener listener) {
        this.graph = graph;
        this.events = events;
        this.listener = listener;
    }

    void created(boolean fullRefresh) {
        ObjectNode details = EventLog.object();
        details.put("cause", "USER_ACTION");
        details.put("full_refresh", fullRefresh);
        events.write(
                "create_update",
                EventLevel.INFO,
                EventLog.Origin.UPDATE,
                "Update of pipeline `%s` created.".formatted(graph.pipeline()),
                details,
                Optional.empty());
    }

    void progress(String state, EventLevel level, Optional<FlowError> error) {
        ObjectNode details = EventLog.object();
        details.put("state", state);
        events.write(
                "update_progress",
                level,
                EventLog.Origin.UPDATE,
                "Update is %s.".formatted(state),
                details,
                error);
    }

    void define(Dataset dataset) {
        ObjectNode details = EventLog.object();
        details.put("dataset_type", dataset.kind().name());
        details.put("num_flows", graph.flowsInto(dataset.name()).size());
        ArrayNode rules = details.putArray("expectations");
        dataset.expectations().forEach(rule -> rules.addObject().put("name", rule.name()));
        events.write(
                "dataset_definition",
                EventLevel.INFO,
                EventLog.Origin.dataset(graph.displayName(dataset.name())),
                "Dataset `%s` defined as %s."
                        .formatted(graph.displayName(dataset.name()), dataset.kind()),
                details,
                Optional.empty());
    }

    void define(Flow flow, Optional<PlannedQuery> query) {
        ObjectNode details = EventLog.object();
        ArrayNode inputs = details.putArray("input_datasets");
        flow.query().inputs().stream()
                .map(input -> graph.displayName(input.name()))
                .distinct()
                .forEach(inputs::add);
        details.put("output_dataset", target(flow));
        query.ifPresent(
                planned -> {
                    details.put("schema", planned.data().schema().toDDL());
                    details.put("schema_json", planned.data().schema().json());
                });
        details.put("flow_type", type(flow));
        flow.comment().ifPresent(comment -> details.put("comment", comment));
        ObjectNode conf = details.putObject("spark_conf");
        flow.sparkConf().forEach(conf::put);
        details.put("language", "SQL");
        details.put("once", flow.once());
        write("flow_definition", EventLevel.INFO, flow, "defined", details, Optional.empty());
    }

    private static String type(Flow flow) {
        return switch (flow.kind()) {
            case APPEND, ONCE, SINK, REPLACE_USING -> "APPEND";
            case AUTO_CDC -> "CHANGE";
            case AUTO_CDC_SNAPSHOT -> "SNAPSHOT_CHANGE";
            case MATERIALIZED_VIEW -> "MATERIALIZED_VIEW";
            case REPLACE_WHERE -> "COMPLETE";
            case VIEW -> "VIEW";
        };
    }

    /** A status without an outcome: queued, starting, skipped, excluded, stopped. */
    void status(Flow flow, FlowStatus status) {
        if (status == FlowStatus.STARTING) {
            synchronized (this) {
                started.putIfAbsent(flow, System.nanoTime());
            }
        }
        EventLevel level =
                status == FlowStatus.SKIPPED || status == FlowStatus.STOPPED
                        ? EventLevel.WARN
                        : EventLevel.INFO;
        put(flow, result(flow, status, Optional.empty(), Optional.empty()), level);
    }

    /** What a running flow has written so far. */
    void running(Flow flow, long rows, long batches) {
        FlowOutcome sofar =
                new FlowOutcome(
                        FlowStatus.RUNNING,
                        Optional.of(rows),
                        Optional.empty(),
                        batches,
                        DataQuality.NONE,
                        Optional.empty());
        put(
                flow,
                result(flow, FlowStatus.RUNNING, Optional.of(sofar), Optional.empty()),
                EventLevel.METRICS);
    }

    void ended(Flow flow, FlowOutcome outcome) {
        outcome.technique().ifPresent(technique -> planning(flow, technique));
        outcome.changes()
                .map(FlowOutcome.Changes::ties)
                .filter(ties -> ties > 0)
                .ifPresent(ties -> ties(flow, ties));
        outcome.changes()
                .map(FlowOutcome.Changes::tombstonesDropped)
                .filter(dropped -> dropped > 0)
                .ifPresent(dropped -> tombstones(flow, dropped));
        put(
                flow,
                result(flow, outcome.status(), Optional.of(outcome), Optional.empty()),
                EventLevel.INFO);
    }

    void retrying(Flow flow, FlowError error) {
        put(
                flow,
                result(flow, FlowStatus.FAILED, Optional.empty(), Optional.of(error)),
                EventLevel.WARN);
    }

    void failed(Flow flow, FlowError error) {
        put(
                flow,
                result(flow, FlowStatus.FAILED, Optional.empty(), Optional.of(error)),
                EventLevel.ERROR);
    }

    /** Something about a flow that stops nothing. */
    void warning(Flow flow, String text) {
        ObjectNode details = EventLog.object();
        details.put("status", FlowStatus.RUNNING.name());
        write("flow_progress", EventLevel.WARN, flow, "warns: " + text, details, Optional.empty());
        listener.warning(text);
    }

    /** Events of an AUTO CDC flow contradicted each other, and a rule decided. */
    private void ties(Flow flow, long ties) {
        ObjectNode details = EventLog.object();
        details.put("status", FlowStatus.RUNNING.name());
        details.putObject("metrics").put("num_conflicting_ties", ties);
        write(
                "flow_progress",
                EventLevel.WARN,
                flow,
                ("met %d event(s) that share key and sequence with another event but differ from"
                                + " it; an upsert beats a delete, the greater values beat the"
                                + " smaller")
                        .formatted(ties),
                details,
                Optional.empty());
    }

    /** Late events of those keys are no longer told from new ones. */
    private void tombstones(Flow flow, long dropped) {
        ObjectNode details = EventLog.object();
        details.put("status", FlowStatus.RUNNING.name());
        details.putObject("metrics").put("num_tombstones_dropped", dropped);
        write(
                "flow_progress",
                EventLevel.INFO,
                flow,
                ("dropped %d tombstone(s) older than pipelines.cdc.tombstoneGCThresholdInSeconds;"
                                + " an event that is older than such a delete and comes from now on"
                                + " is applied")
                        .formatted(dropped),
                details,
                Optional.empty());
    }

    private void planning(Flow flow, String technique) {
        ObjectNode details = EventLog.object();
        ObjectNode chosen = details.putArray("technique_information").addObject();
        chosen.put("maintenance_type", "MAINTENANCE_TYPE_" + technique);
        chosen.put("is_chosen", true);
        chosen.put("is_applicable", true);
        details.putObject("target_table_information").put("table_name", target(flow));
        write(
                "planning_information",
                EventLevel.INFO,
                flow,
                "is refreshed by " + technique,
                details,
                Optional.empty());
    }

    private FlowResult result(
            Flow flow,
            FlowStatus status,
            Optional<FlowOutcome> outcome,
            Optional<FlowError> error) {
        long begun;
        synchronized (this) {
            begun = started.getOrDefault(flow, System.nanoTime());
        }
        return new FlowResult(
                flow.name(),
                target(flow),
                kind(flow.kind()),
                status,
                flow.once(),
                outcome.flatMap(FlowOutcome::outputRows),
                outcome.flatMap(FlowOutcome::changes).map(FlowOutcome.Changes::upserted),
                outcome.flatMap(FlowOutcome::changes).map(FlowOutcome.Changes::deleted),
                outcome.flatMap(found -> found.quality().dropped()),
                outcome.map(found -> found.quality().expectations()).orElse(List.of()),
                outcome.flatMap(FlowOutcome::technique),
                outcome.map(FlowOutcome::batches).orElse(0L),
                (System.nanoTime() - begun) / 1_000_000,
                error);
    }

    private static String kind(FlowKind kind) {
        return switch (kind) {
            case APPEND, ONCE, MATERIALIZED_VIEW, SINK, AUTO_CDC -> kind.name();
            case AUTO_CDC_SNAPSHOT -> "AUTO_CDC";
            case REPLACE_WHERE, REPLACE_USING -> "REPLACE";
            case VIEW -> throw new IllegalArgumentException("views are not run");
        };
    }

    private String target(Flow flow) {
        return graph.displayName(flow.target());
    }

    private void put(Flow flow, FlowResult result, EventLevel level) {
        synchronized (this) {
            results.put(flow, result);
        }
        ObjectNode details = EventLog.object();
        details.put("status", result.status().name());
        if (result.outputRows().isPresent()) {
            details.putObject("metrics").put("num_output_rows", result.outputRows().get());
        }
        if (result.upsertedRows().isPresent()) {
            ObjectNode metrics = details.putObject("metrics");
            metrics.put("num_upserted_rows", result.upsertedRows().get());
            metrics.put("num_deleted_rows", result.deletedRows().orElse(0L));
        }
        if (!result.expectations().isEmpty()) {
            ObjectNode quality = details.putObject("data_quality");
            quality.put("dropped_records", result.droppedRows().orElse(0L));
            ArrayNode rules = quality.putArray("expectations");
            result.expectations()
                    .forEach(
                            rule -> {
                                ObjectNode node = rules.addObject();
                                node.put("name", rule.name());
                                node.put("dataset", rule.dataset());
                                node.put("passed_records", rule.passed());
                                node.put("failed_records", rule.failed());
                                rule.error().ifPresent(text -> node.put("error", text));
                            });
        }
        write("flow_progress", level, flow, "is " + result.status(), details, result.error());
        listener.flowChanged(result);
    }

    private void write(
            String type,
            EventLevel level,
            Flow flow,
            String what,
            ObjectNode details,
            Optional<FlowError> error) {
        String message = "Flow `%s` %s.".formatted(flow.name(), what);
        events.write(
                type,
                level,
                EventLog.Origin.flow(target(flow), flow.name()),
                error.map(e -> message + " " + e.message()).orElse(message),
                details,
                error);
    }

    synchronized List<FlowResult> flows() {
        List<FlowResult> all = new ArrayList<>();
        for (Flow flow : graph.flows()) {
            if (results.containsKey(flow)) {
                all.add(results.get(flow));
            }
        }
        return all;
    }

    List<DatasetResult> datasets() {
        List<FlowResult> flows = flows();
        List<DatasetResult> all = new ArrayList<>();
        for (Dataset dataset : graph.datasets()) {
            if (dataset.isView()) {
                continue;
            }
            String name = graph.displayName(dataset.name());
            all.add(new DatasetResult(name, dataset.kind().name(), status(flows, name)));
        }
        return all;
    }

    /** The status that says most; a dataset without flows has nothing to do. */
    private static String status(List<FlowResult> flows, String dataset) {
        List<FlowStatus> order =
                List.of(
                        FlowStatus.FAILED,
                        FlowStatus.STOPPED,
                        FlowStatus.SKIPPED,
                        FlowStatus.COMPLETED,
                        FlowStatus.IDLE);
        List<FlowStatus> found =
                flows.stream()
                        .filter(flow -> flow.target().equals(dataset))
                        .map(FlowResult::status)
                        .toList();
        if (found.isEmpty()) {
            return FlowStatus.IDLE.name();
        }
        return order.stream()
                .filter(found::contains)
                .findFirst()
                .orElse(found.get(0))
                .name()
                .toUpperCase(Locale.ROOT);
    }

    UpdateStatus updateStatus() {
        List<FlowStatus> found = flows().stream().map(FlowResult::status).toList();
        if (found.contains(FlowStatus.STOPPED)) {
            return UpdateStatus.CANCELED;
        }
        return found.contains(FlowStatus.FAILED) || found.contains(FlowStatus.SKIPPED)
                ? UpdateStatus.FAILED
                : UpdateStatus.COMPLETED;
    }
}
