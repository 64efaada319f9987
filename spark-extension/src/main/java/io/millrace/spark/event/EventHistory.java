/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.event;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.spark.storage.StorageFiles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads the event logs of a pipeline. */
public final class EventHistory {

    private static final String SUFFIX = ".jsonl";
    private static final Set<String> ENDS = Set.of("COMPLETED", "FAILED", "CANCELED");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final StorageFiles files;
    private final String folder;

    /**
     * @param storage the pipeline's storage, as a Hadoop URI
     */
    public EventHistory(StorageFiles files, String storage) {
        this.files = requireNonNull(files, "files");
        this.folder = folder(storage);
    }

    /** Where the logs of a storage are: a file {@code <update id>.jsonl} for each update. */
    public static String folder(String storage) {
        return (storage.endsWith("/") ? storage : storage + "/") + "events";
    }

    /**
     * One event.
     *
     * @param line as it stands in the log
     */
    public record Event(String updateId, String line, JsonNode json) {

        public String type() {
            return json.path("event_type").asText();
        }

        /** What stands under the event's type. */
        public JsonNode details() {
            return json.path("details").path(type());
        }

        /** Whether it is about a flow, or a dataset, of this name, full or not. */
        public boolean isAbout(String name) {
            JsonNode origin = json.path("origin");
            return isName(origin.path("flow_name").asText(), name)
                    || isName(origin.path("dataset_name").asText(), name)
                    || isName(origin.path("sink_name").asText(), name);
        }

        private static boolean isName(String full, String name) {
            String suffix = full.toLowerCase(Locale.ROOT);
            String wanted = name.toLowerCase(Locale.ROOT);
            return suffix.equals(wanted) || suffix.endsWith("." + wanted);
        }
    }

    /** The events of one update, in order. */
    public record Update(String id, List<Event> events) {

        public Update {
            events = List.copyOf(events);
        }

        /** Whether the last word is spoken. */
        public boolean hasEnded() {
            return events.stream()
                    .filter(event -> event.type().equals("update_progress"))
                    .anyMatch(event -> ENDS.contains(event.details().path("state").asText()));
        }

        private String begun() {
            return events.isEmpty() ? "" : events.get(0).json().path("timestamp").asText();
        }
    }

    /** All updates, the oldest first. */
    public List<Update> updates() {
        List<Update> updates = new ArrayList<>();
        for (String name : files.list(folder)) {
            if (name.endsWith(SUFFIX) && !name.startsWith(".")) {
                updates.add(read(name.substring(0, name.length() - SUFFIX.length())));
            }
        }
        // Time stamps in ISO form sort as texts do.
        updates.sort(Comparator.comparing(Update::begun).thenComparing(Update::id));
        return updates;
    }

    /** The events of one update; none when it has no log. */
    public Update update(String id) {
        return read(id);
    }

    /** The id of the last update unless it has ended; empty otherwise. */
    public String running() {
        List<Update> updates = updates();
        return updates.isEmpty() || updates.get(updates.size() - 1).hasEnded()
                ? ""
                : updates.get(updates.size() - 1).id();
    }

    /** A line that is not whole, because it is just being written or was cut off, is left out. */
    private Update read(String id) {
        List<Event> events = new ArrayList<>();
        String text = files.read(folder + "/" + id + SUFFIX).orElse("");
        for (String line : text.lines().toList()) {
            parse(line).ifPresent(event -> events.add(new Event(id, line, event)));
        }
        return new Update(id, events);
    }

    /** The event of a line; empty when the line is not a whole one. */
    public static Optional<JsonNode> parse(String line) {
        try {
            return Optional.of(MAPPER.readTree(line)).filter(JsonNode::isObject);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }
}
