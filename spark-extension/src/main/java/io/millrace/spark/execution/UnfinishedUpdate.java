/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.spark.FlowError;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.UpdateStatus;
import io.millrace.spark.event.EventHistory;
import io.millrace.spark.event.EventLevel;
import io.millrace.spark.event.EventLog;
import io.millrace.spark.event.EventOrigin;
import io.millrace.spark.storage.LineSink;
import io.millrace.spark.storage.StorageFiles;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The event log of an update whose process ended before the update did: what it left open is
 * closed, so that no reader takes it for running.
 */
final class UnfinishedUpdate {

    private static final Set<String> ENDS =
            Arrays.stream(UpdateStatus.values()).map(Enum::name).collect(Collectors.toSet());
    private static final Set<String> OPEN =
            Set.of(FlowStatus.QUEUED.name(), FlowStatus.STARTING.name(), FlowStatus.RUNNING.name());

    private final StorageFiles files;
    private final String file;
    private final EventLog.Update update;

    /**
     * @param file the update's event log
     */
    UnfinishedUpdate(StorageFiles files, String file, EventLog.Update update) {
        this.files = files;
        this.file = file;
        this.update = update;
    }

    /** What a log says when it is read to its end. */
    private static final class Reading {
        private final List<String> lines = new ArrayList<>();
        private final Map<EventOrigin, String> flows = new LinkedHashMap<>();
        private boolean ended;

        /** A line that was cut off is left out. */
        void read(String text) {
            for (String line : text.lines().toList()) {
                EventHistory.parse(line).ifPresent(event -> take(line, event));
            }
        }

        private void take(String line, JsonNode event) {
            lines.add(line);
            String type = event.path("event_type").asText();
            JsonNode details = event.path("details").path(type);
            if (type.equals("update_progress")) {
                ended |= ENDS.contains(details.path("state").asText());
            }
            if (type.equals("flow_progress")) {
                flows.put(EventOrigin.of(event.path("origin")), details.path("status").asText());
            }
        }
    }

    void close(Clock clock) {
        Optional<String> text = files.read(file);
        if (text.isEmpty()) {
            return;
        }
        Reading reading = new Reading();
        reading.read(text.get());
        List<String> lines = new ArrayList<>(reading.lines);
        if (!reading.ended) {
            try (EventLog log =
                    new EventLog(update, new Lines(lines), clock, lines.size(), () -> true)) {
                end(log, reading.flows);
            }
        }
        String closed = lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
        if (!closed.equals(text.get())) {
            files.write(file, closed);
        }
    }

    private static void end(EventLog log, Map<EventOrigin, String> flows) {
        flows.forEach(
                (origin, status) -> {
                    if (OPEN.contains(status)) {
                        ObjectNode details = EventLog.object();
                        details.put("status", FlowStatus.STOPPED.name());
                        log.write(
                                "flow_progress",
                                EventLevel.WARN,
                                origin,
                                "Flow `%s` is STOPPED.".formatted(origin.flowName().orElse("")),
                                details,
                                Optional.empty());
                    }
                });
        ObjectNode details = EventLog.object();
        details.put("state", UpdateStatus.FAILED.name());
        log.write(
                "update_progress",
                EventLevel.ERROR,
                EventOrigin.UPDATE,
                "Update is FAILED: its process ended before the update did.",
                details,
                Optional.of(
                        new FlowError(
                                RunErrorCode.MILLRACE_UPDATE_ABORTED.name(),
                                "the process of the update ended before the update did",
                                Optional.empty())));
    }

    /** Adds to a list. */
    private record Lines(List<String> lines) implements LineSink {

        @Override
        public void append(String line) {
            lines.add(line);
        }

        @Override
        public void close() {}
    }
}
