/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.event;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What an event is about, besides its update.
 *
 * @param names such as {@code dataset_name} and {@code flow_name}, by the fields of {@code origin}
 * @param batchId the micro-batch, where there is one
 */
public record EventOrigin(Map<String, String> names, OptionalLong batchId) {

    /** The update as a whole. */
    public static final EventOrigin UPDATE = new EventOrigin(Map.of(), OptionalLong.empty());

    private static final String TABLE = "table_name";
    private static final String DATASET = "dataset_name";
    private static final String SINK = "sink_name";
    private static final String FLOW_ID = "flow_id";
    private static final String FLOW = "flow_name";
    private static final List<String> FIELDS = List.of(TABLE, DATASET, SINK, FLOW_ID, FLOW);

    public EventOrigin {
        names = Collections.unmodifiableMap(new LinkedHashMap<>(names));
    }

    /** A stored dataset, by its full name. */
    public static EventOrigin table(String name) {
        return named(TABLE, name).and(DATASET, name);
    }

    public static EventOrigin view(String name) {
        return named(DATASET, name);
    }

    public static EventOrigin sink(String name) {
        return named(SINK, name);
    }

    /** A flow into what this names. */
    public EventOrigin flow(String id, String name) {
        return and(FLOW_ID, id).and(FLOW, name);
    }

    public EventOrigin batch(long id) {
        return new EventOrigin(names, OptionalLong.of(id));
    }

    public Optional<String> flowName() {
        return Optional.ofNullable(names.get(FLOW));
    }

    /** The names that stand in the {@code origin} of an event that was written before. */
    public static EventOrigin of(JsonNode origin) {
        EventOrigin result = UPDATE;
        for (String field : FIELDS) {
            if (origin.path(field).isTextual()) {
                result = result.and(field, origin.path(field).asText());
            }
        }
        return result;
    }

    private static EventOrigin named(String field, String value) {
        return UPDATE.and(field, value);
    }

    private EventOrigin and(String field, String value) {
        Map<String, String> more = new LinkedHashMap<>(names);
        more.put(field, value);
        return new EventOrigin(more, batchId);
    }
}
