/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.spark.catalyst.QuerySource;
import io.millrace.spark.execution.checkpoint.FlowCheckpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where a stream stands in a Delta table.
 *
 * @param next the version that is read next; 0 when nothing was read
 * @param snapshot whether the rows of that version are read that were there before it, too
 * @param known whether anything was read
 */
record Position(QuerySource.Table source, long next, boolean snapshot, boolean known) {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** The positions in all tables that are read as streams. */
    static List<Position> of(
            List<QuerySource> sources, Optional<FlowCheckpoint.Progress> progress) {
        List<Position> positions = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            if (sources.get(i) instanceof QuerySource.Table table) {
                boolean known =
                        progress.isPresent() && progress.get().finished().size() == sources.size();
                positions.add(
                        known
                                ? of(table, progress.get().finished().get(i))
                                : new Position(table, 0, false, false));
            }
        }
        return positions;
    }

    private static Position of(QuerySource.Table source, String offset) {
        try {
            JsonNode position = MAPPER.readTree(offset);
            return new Position(
                    source,
                    position.path("reservoirVersion").asLong(),
                    position.path("isStartingVersion").asBoolean(),
                    true);
        } catch (JsonProcessingException e) {
            return new Position(source, 0, false, false);
        }
    }
}
