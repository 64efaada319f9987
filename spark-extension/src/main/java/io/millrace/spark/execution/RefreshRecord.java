/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.catalyst.QuerySource;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.delta.TableSnapshot;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;

/**
 * What the contents of a materialized view are made from, as one line of JSON: equal lines mean
 * equal contents.
 */
final class RefreshRecord {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private RefreshRecord() {}

    /**
     * The record of the inputs as they are now. Empty when equal inputs need not give equal
     * results, or when it cannot be told whether an input has changed.
     */
    static Optional<String> of(SparkSession session, PlannedQuery query) {
        if (!query.repeatable()) {
            return Optional.empty();
        }
        ObjectNode record = MAPPER.createObjectNode();
        record.put("query", query.fingerprint());
        ArrayNode inputs = record.putArray("inputs");
        for (QuerySource source : query.sources()) {
            ObjectNode input = inputs.addObject();
            if (source instanceof QuerySource.Table table) {
                Optional<TableSnapshot> now = DeltaTableLog.at(session, table.path()).snapshot();
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
}
