/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.flow;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.catalyst.QuerySource;
import io.millrace.spark.delta.TableSnapshot;
import io.millrace.spark.event.FlowEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * What the contents of a materialized view are made from, as one line of JSON: equal lines mean
 * equal contents.
 */
public final class RefreshRecord {

    /** How a view is refreshed that is made from the same as before. */
    public static final String NO_OP = "NO_OP";

    /** How a view is refreshed that is made from something else. */
    public static final String COMPLETE_RECOMPUTE = "COMPLETE_RECOMPUTE";

    private static final String SETTINGS = "settings";
    private static final String FUNCTIONS = "functions";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private RefreshRecord() {}

    /**
     * The record of the inputs as they are now. Empty when equal inputs need not give equal
     * results, or when it cannot be told whether an input has changed.
     *
     * @param tables tells of the Delta table at a path
     */
    public static Optional<String> of(
            PlannedQuery query, Function<String, Optional<TableSnapshot>> tables) {
        if (!query.repeatable()) {
            return Optional.empty();
        }
        ObjectNode record = MAPPER.createObjectNode();
        record.put("query", query.fingerprint());
        query.settings().forEach(record.putObject(SETTINGS)::put);
        if (!query.functions().isEmpty()) {
            query.functions().forEach(record.putObject(FUNCTIONS)::put);
        }
        ArrayNode inputs = record.putArray("inputs");
        for (QuerySource source : query.sources()) {
            ObjectNode input = inputs.addObject();
            if (source instanceof QuerySource.Table table) {
                Optional<TableSnapshot> now = tables.apply(table.path());
                if (now.isEmpty()) {
                    return Optional.empty();
                }
                input.put("table", now.get().id());
                input.put("version", now.get().version());
            } else if (source instanceof QuerySource.Function function) {
                Optional<String> state = function.function().fingerprint(function.call());
                if (state.isEmpty()) {
                    return Optional.empty();
                }
                input.put("function", function.function().name());
                input.put("state", state.get());
            } else {
                return Optional.empty();
            }
        }
        try {
            return Optional.of(MAPPER.writeValueAsString(record));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree can always be written", e);
        }
    }

    /**
     * What is different in the settings and functions of two records, in words; nothing where the
     * older one was written by a version that did not note them.
     *
     * @param made one line of JSON, the last one of the text
     */
    public static List<String> changes(String made, String now) {
        List<String> changes = new ArrayList<>();
        try {
            JsonNode before = MAPPER.readTree(made.substring(made.lastIndexOf('\n') + 1));
            JsonNode after = MAPPER.readTree(now.substring(now.lastIndexOf('\n') + 1));
            if (!before.has(SETTINGS)) {
                return List.of("made before its settings were noted");
            }
            for (String name : names(before.path(SETTINGS), after.path(SETTINGS))) {
                String old = before.path(SETTINGS).path(name).asText("its default");
                String given = after.path(SETTINGS).path(name).asText("its default");
                if (!old.equals(given)) {
                    changes.add("setting `%s` changed from %s to %s".formatted(name, old, given));
                }
            }
            for (String name : names(before.path(FUNCTIONS), after.path(FUNCTIONS))) {
                if (!before.path(FUNCTIONS).path(name).equals(after.path(FUNCTIONS).path(name))) {
                    changes.add("function `%s` is another".formatted(name));
                }
            }
        } catch (JsonProcessingException e) {
            return List.of();
        }
        return changes;
    }

    private static Set<String> names(JsonNode before, JsonNode after) {
        Set<String> names = new TreeSet<>();
        before.fieldNames().forEachRemaining(names::add);
        after.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** The tables among the inputs of a record, with the versions that were read. */
    public static List<FlowEvents.SourceTable> sources(
            Optional<String> record, PlannedQuery query) {
        if (record.isEmpty()) {
            return List.of();
        }
        List<FlowEvents.SourceTable> tables = new ArrayList<>();
        try {
            JsonNode inputs = MAPPER.readTree(record.get()).path("inputs");
            for (int i = 0; i < query.sources().size(); i++) {
                if (query.sources().get(i) instanceof QuerySource.Table table) {
                    JsonNode input = inputs.path(i);
                    String name = table.dataset().map(DatasetName::toString).orElse(table.name());
                    tables.add(
                            new FlowEvents.SourceTable(
                                    name,
                                    input.path("table").asText(),
                                    input.path("version").asLong()));
                }
            }
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the record was just written", e);
        }
        return tables;
    }
}
