/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.checkpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.spark.catalyst.QuerySource;
import io.millrace.spark.delta.CommitFiles;
import io.millrace.spark.delta.TableSnapshot;
import io.millrace.spark.execution.resolve.SourceOptions;
import io.millrace.spark.function.SourceProgress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.spark.sql.SparkSession;

/** Whether a stream has anything to read, told from its checkpoint and its sources' logs. */
public final class NewInput {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final SparkSession session;
    private final FlowCheckpoint checkpoint;

    private final Consumer<String> notice;
    private final Function<String, Optional<TableSnapshot>> tables;

    /**
     * @param notice told what the user should know about input that is not read
     * @param tables tells of the Delta table at a path
     */
    public NewInput(
            SparkSession session,
            FlowCheckpoint checkpoint,
            Consumer<String> notice,
            Function<String, Optional<TableSnapshot>> tables) {
        this.tables = tables;
        this.notice = notice;
        this.session = session;
        this.checkpoint = checkpoint;
    }

    /**
     * When in doubt there is.
     *
     * @param progress how far the stream has come
     */
    public boolean exists(List<QuerySource> sources, Optional<FlowCheckpoint.Progress> progress) {
        if (progress.isEmpty()
                || !progress.get().committed()
                || progress.get().offsets().size() != sources.size()) {
            return true;
        }
        boolean exists = false;
        for (int i = 0; i < sources.size(); i++) {
            exists |= exists(sources.get(i), i, progress.get().offsets().get(i));
        }
        return exists;
    }

    private boolean exists(QuerySource source, int number, String offset) {
        if (source instanceof QuerySource.Table table) {
            return table(table, offset);
        }
        if (source instanceof QuerySource.Function function) {
            return function.function()
                    .hasNewInput(
                            function.call(),
                            new SourceProgress(checkpoint.sourceFolder(number), offset),
                            notice);
        }
        return true;
    }

    /** Delta's offset is the version that is read next, once its files are all read. */
    private boolean table(QuerySource.Table table, String offset) {
        JsonNode position;
        try {
            position = MAPPER.readTree(offset);
        } catch (JsonProcessingException e) {
            return true;
        }
        if (!position.path("reservoirVersion").canConvertToLong()
                || position.path("isStartingVersion").asBoolean(true)) {
            return true;
        }
        Optional<TableSnapshot> now = tables.apply(table.path());
        if (now.isEmpty() || !now.get().id().equals(position.path("reservoirId").asText())) {
            return true;
        }
        long next = position.path("reservoirVersion").asLong();
        return now.get().version() > next
                || (now.get().version() == next && !isReadToItsEnd(table, next, position));
    }

    /** A stream of changes stays at the last file of the last version. */
    private boolean isReadToItsEnd(QuerySource.Table table, long version, JsonNode position) {
        boolean changes =
                SourceOptions.isOn(table, "readChangeFeed")
                        || SourceOptions.isOn(table, "readChangeData");
        long read = position.path("index").asLong(-1) + 1;
        if (!changes || read <= 0) {
            return false;
        }
        OptionalLong files = CommitFiles.at(session, table.path()).changeFiles(version);
        return files.isPresent() && read >= files.getAsLong();
    }
}
