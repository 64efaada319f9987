/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is kept of a table besides its log: which generation it is in, and how often the checkpoint
 * of a flow was reset in it. Readable JSON; a table that was never refreshed in full has no file.
 *
 * @param generation 1 for a new table, one more with each full refresh
 * @param resets by the flow's name in lower case; flows that were not reset are not there
 */
record TableState(int generation, Map<String, Integer> resets) {

    private static final int VERSION = 1;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    static final TableState FIRST = new TableState(1, Map.of());

    TableState {
        resets = Collections.unmodifiableMap(new TreeMap<>(resets));
    }

    /** The state of a table after a full refresh has begun. */
    TableState nextGeneration() {
        return new TableState(generation + 1, Map.of());
    }

    TableState withReset(String flow) {
        Map<String, Integer> next = new TreeMap<>(resets);
        next.merge(flow.toLowerCase(Locale.ROOT), 1, Integer::sum);
        return new TableState(generation, next);
    }

    /** The name of the folder, and the part of every write mark, that tells generations apart. */
    String folder(String flow) {
        int reset = resets.getOrDefault(flow.toLowerCase(Locale.ROOT), 0);
        return reset == 0 ? Integer.toString(generation) : generation + "." + reset;
    }

    String toJson(String table) {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("version", VERSION);
        node.put("table", table);
        node.put("generation", generation);
        ObjectNode flows = node.putObject("resets");
        resets.forEach(flows::put);
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree can always be written", e);
        }
    }

    static TableState fromJson(String text, String file) {
        try {
            JsonNode node = MAPPER.readTree(text);
            if (node.path("version").asInt() > VERSION || !node.path("generation").isInt()) {
                throw unreadable(file, "it was written by a newer version", null);
            }
            Map<String, Integer> resets = new TreeMap<>();
            node.path("resets")
                    .properties()
                    .forEach(field -> resets.put(field.getKey(), field.getValue().asInt()));
            return new TableState(node.path("generation").asInt(), resets);
        } catch (JsonProcessingException e) {
            throw unreadable(file, "it is not valid JSON", e);
        }
    }

    private static QueryException unreadable(String file, String why, Throwable cause) {
        return new QueryException(
                RunErrorCode.MILLRACE_STATE_UNREADABLE.name(),
                "the state file %s cannot be used: %s".formatted(file, why),
                java.util.Optional.empty(),
                java.util.Optional.empty(),
                cause);
    }
}
