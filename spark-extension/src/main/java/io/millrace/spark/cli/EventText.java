/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.compiler.diagnostic.DisplayText;
import io.millrace.spark.event.EventHistory;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** An event as one line for people. */
final class EventText {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);

    private EventText() {}

    static String of(EventHistory.Event event) {
        JsonNode json = event.json();
        String level = json.path("level").asText();
        String line =
                "%s %-7s %-20s %s"
                        .formatted(
                                time(json.path("timestamp").asText()),
                                level,
                                event.type(),
                                DisplayText.line(json.path("message").asText()));
        List<String> numbers = numbers(event.details());
        return numbers.isEmpty() ? line : line + " (" + String.join(", ", numbers) + ")";
    }

    private static List<String> numbers(JsonNode details) {
        List<String> numbers = new ArrayList<>();
        JsonNode metrics = details.path("metrics");
        add(numbers, metrics, "num_output_rows", "rows");
        add(numbers, metrics, "num_upserted_rows", "upserted");
        add(numbers, metrics, "num_deleted_rows", "deleted");
        add(numbers, details.path("data_quality"), "dropped_records", "dropped");
        add(numbers, details.path("data_quality"), "quarantined_records", "put aside");
        add(numbers, metrics, "backlog_files", "files left");
        add(numbers, metrics, "backlog_bytes", "bytes left");
        for (JsonNode rule : details.path("data_quality").path("expectations")) {
            long failed = rule.path("failed_records").asLong();
            if (failed > 0) {
                numbers.add(rule.path("name").asText() + " failed " + failed);
            }
        }
        return numbers;
    }

    private static void add(List<String> numbers, JsonNode node, String field, String name) {
        if (node.path(field).isNumber()) {
            numbers.add(node.path(field).asLong() + " " + name);
        }
    }

    /** In the zone of the machine; what is no time stays as it is. */
    private static String time(String timestamp) {
        try {
            return TIME.format(Instant.parse(timestamp).atZone(ZoneId.systemDefault()));
        } catch (DateTimeException e) {
            return timestamp;
        }
    }
}
