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
