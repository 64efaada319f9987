/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.spark.catalyst.QuerySource;
import io.millrace.spark.delta.AddedFiles;
import io.millrace.spark.event.StreamProgress;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;

/** What is left to read in the Delta tables of a stream, which Delta's source does not tell. */
public final class SourceBacklogs {

    private final SparkSession session;
    private final List<QuerySource> sources;

    /**
     * @param sources those that are read as streams, in the order of the query's
     */
    public SourceBacklogs(SparkSession session, List<QuerySource> sources) {
        this.session = session;
        this.sources = List.copyOf(sources);
    }

    void addTo(StreamProgress progress) {
        List<StreamProgress.Source> described = progress.sources();
        if (described.size() != sources.size()) {
            return;
        }
        for (int i = 0; i < sources.size(); i++) {
            if (sources.get(i) instanceof QuerySource.Table table) {
                int source = i;
                left(table.path(), described.get(i).endOffset())
                        .ifPresent(left -> progress.addBacklog(source, left.files(), left.bytes()));
            }
        }
    }

    /** An offset is a version with the number of the last file of it that was taken. */
    private Optional<AddedFiles> left(String path, JsonNode offset) {
        JsonNode version = offset.path("reservoirVersion");
        if (!version.canConvertToLong() || offset.path("isStartingVersion").asBoolean(true)) {
            return Optional.empty();
        }
        long taken = Math.max(0, offset.path("index").asLong(-1) + 1);
        return AddedFiles.since(session, path, version.asLong(), taken);
    }
}
