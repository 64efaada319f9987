/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.checkpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.compiler.graph.Flow;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.catalyst.QuerySource;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.delta.TableSnapshot;
import io.millrace.spark.execution.error.StreamTexts;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;

/** Whether the sources of a checkpoint are those of a flow. */
final class ImportedSources {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final SparkSession session;
    private final Flow flow;
    private final PlannedQuery query;

    ImportedSources(SparkSession session, Flow flow, PlannedQuery query) {
        this.session = session;
        this.flow = flow;
        this.query = query;
    }

    /**
     * What does not fit, as the rest of a sentence about the checkpoint; empty when all does.
     *
     * @param offsets those of the checkpoint; none when they cannot be read
     */
    Optional<String> check(List<String> offsets) {
        List<QuerySource> sources = query.streamingSources();
        if (offsets.isEmpty()) {
            return Optional.empty();
        }
        if (offsets.size() != sources.size()) {
            return Optional.of(
                    "is of a query that reads %d stream(s), and flow `%s` reads %d"
                            .formatted(offsets.size(), flow.name(), sources.size()));
        }
        for (int i = 0; i < sources.size(); i++) {
            Optional<String> problem = check(sources.get(i), offsets.get(i));
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    private Optional<String> check(QuerySource source, String offset) {
        JsonNode position;
        try {
            position = MAPPER.readTree(offset);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
        if (source instanceof QuerySource.Table table) {
            return check(table, position);
        }
        if (source instanceof QuerySource.Function function && !position.has("logOffset")) {
            return Optional.of(
                    "does not come from a stream of files, as %s is"
                            .formatted(function.function().name()));
        }
        return Optional.empty();
    }

    private Optional<String> check(QuerySource.Table table, JsonNode position) {
        if (!position.has("reservoirId")) {
            return Optional.of(
                    "does not come from a stream of a Delta table, as `%s` is"
                            .formatted(StreamTexts.name(flow, table)));
        }
        boolean same =
                DeltaTableLog.at(session, table.path())
                        .snapshot()
                        .map(TableSnapshot::id)
                        .filter(id -> id.equals(position.path("reservoirId").asText()))
                        .isPresent();
        return same
                ? Optional.empty()
                : Optional.of(
                        "was reading another table than `%s`"
                                .formatted(StreamTexts.name(flow, table)));
    }
}
