/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.checkpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.storage.StorageFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/** Reads the checkpoint folder of a streaming query, as Structured Streaming writes it. */
public final class FlowCheckpoint {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int HEAD_LINES = 2;

    /** Says in an imported checkpoint where it comes from. */
    static final String IMPORTED = "imported.json";

    /** What the WATERMARK clauses of the query have seen; Spark has no place for it. */
    private static final String EVENT_TIMES = "event-times.json";

    private final StorageFiles files;
    private final String folder;

    public FlowCheckpoint(StorageFiles files, String folder) {
        this.files = files;
        this.folder = folder;
    }

    /**
     * How far a query has come.
     *
     * @param queryId the query's own name of itself
     * @param batch the last batch that was begun
     * @param committed whether it was also finished
     * @param offsets up to where that batch goes, one for each source; empty when a newer Spark
     *     wrote them in a way of its own
     * @param finished up to where the last finished batch goes; empty when none is finished
     */
    public record Progress(
            String queryId,
            long batch,
            boolean committed,
            List<String> offsets,
            List<String> finished) {
        public Progress {
            offsets = List.copyOf(offsets);
            finished = List.copyOf(finished);
        }

        /** The last batch that was finished, -1 when none was. */
        public long lastCommitted() {
            return committed ? batch : batch - 1;
        }
    }

    /** Where the checkpoint is. */
    public String folder() {
        return folder;
    }

    /** Where a source keeps its own log. */
    public String sourceFolder(int source) {
        return folder + "/sources/" + source;
    }

    /**
     * How far the query has come; empty when nothing was ever read.
     *
     * @throws QueryException when the checkpoint is damaged
     */
    public Optional<Progress> progress() {
        NavigableSet<Long> offered = batches("offsets");
        NavigableSet<Long> committed = batches("commits");
        if (offered.isEmpty()) {
            if (!committed.isEmpty()) {
                throw damaged("has lost its folder `offsets`");
            }
            return Optional.empty();
        }
        long last = offered.last();
        if (!committed.isEmpty() && committed.last() > last) {
            throw damaged(
                    "has finished batch %d, but `offsets/%d` is gone"
                            .formatted(committed.last(), committed.last()));
        }
        if (last > 0 && !offered.contains(last - 1)) {
            throw damaged("has lost `offsets/%d`".formatted(last - 1));
        }
        if (last > 0 && !committed.contains(last - 1)) {
            throw damaged("has lost `commits/%d`".formatted(last - 1));
        }
        String query = queryId();
        List<String> offsets = offsets(last);
        checkCommit(committed.contains(last) ? last : last - 1);
        if (committed.contains(last)) {
            return Optional.of(new Progress(query, last, true, offsets, offsets));
        }
        List<String> finished = last > 0 ? offsets(last - 1) : List.of();
        return Optional.of(new Progress(query, last, false, offsets, finished));
    }

    /** The last batch that was finished where the checkpoint was imported from. */
    public OptionalLong importedBatch() {
        Optional<String> text = files.read(folder + "/" + IMPORTED);
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(MAPPER.readTree(text.get()).path("batch").asLong(-1));
        } catch (JsonProcessingException e) {
            throw damaged("has a file `%s` that cannot be read".formatted(IMPORTED));
        }
    }

    private String queryId() {
        String text =
                files.read(folder + "/metadata")
                        .orElseThrow(() -> damaged("has lost its file `metadata`"));
        try {
            String id = MAPPER.readTree(text).path("id").asText();
            if (!id.isEmpty()) {
                return id;
            }
        } catch (JsonProcessingException e) {
            throw damaged("has a file `metadata` that cannot be read");
        }
        throw damaged("has a file `metadata` that cannot be read");
    }

    /** Version, metadata of the batch, then one line for each source. */
    private List<String> offsets(long batch) {
        String text = files.read(folder + "/offsets/" + batch).orElse("");
        List<String> lines = text.lines().toList();
        if (lines.isEmpty() || !lines.get(0).matches("v\\d+")) {
            throw damaged("has a file `offsets/%d` that cannot be read".formatted(batch));
        }
        if (!lines.get(0).equals("v1")) {
            return List.of();
        }
        boolean cut =
                lines.size() <= HEAD_LINES
                        || !isJson(lines.get(1))
                        || !isWhole(lines.get(lines.size() - 1));
        if (cut) {
            throw damaged("has a file `offsets/%d` that was cut off".formatted(batch));
        }
        return new ArrayList<>(lines.subList(HEAD_LINES, lines.size()));
    }

    /** A commit says next to nothing, but what is in it must be what Spark wrote. */
    private void checkCommit(long batch) {
        String file = "commits/" + batch;
        List<String> lines = files.read(folder + "/" + file).orElse("").lines().toList();
        if (lines.isEmpty()) {
            return;
        }
        if (!lines.get(0).matches("v\\d+")) {
            throw damaged("has a file `%s` that cannot be read".formatted(file));
        }
        if (lines.get(0).equals("v1") && !isJson(lines.get(lines.size() - 1))) {
            throw damaged("has a file `%s` that was cut off".formatted(file));
        }
    }

    /** Whether the last offset ends where it began, if it is JSON: Kafka's and Delta's are. */
    private static boolean isWhole(String offset) {
        return !offset.startsWith("{") || isJson(offset);
    }

    private static boolean isJson(String line) {
        try {
            return line.equals("v1") || !MAPPER.readTree(line).isMissingNode();
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    private NavigableSet<Long> batches(String log) {
        NavigableSet<Long> batches = new TreeSet<>();
        for (String name : files.list(folder + "/" + log)) {
            if (!name.isEmpty() && name.chars().allMatch(Character::isDigit)) {
                batches.add(Long.parseLong(name));
            }
        }
        return batches;
    }

    /**
     * The offsets of the last batch, as each source wrote them, whether that batch is done or not
     * and whatever else is damaged; empty when nothing was read yet, or they are not understood.
     */
    public Optional<List<String>> lastOffsets() {
        NavigableSet<Long> offered = batches("offsets");
        if (offered.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(offsets(offered.last())).filter(found -> !found.isEmpty());
        } catch (QueryException e) {
            return Optional.empty();
        }
    }

    /** What {@link #keepEventTimes} was given last. */
    public Optional<String> eventTimes() {
        return files.read(folder + "/" + EVENT_TIMES);
    }

    /** Keeps what goes with the batches so far. */
    public void keepEventTimes(String text) {
        files.write(folder + "/" + EVENT_TIMES, text);
    }

    /** Whether nothing was ever read. */
    public boolean isEmpty() {
        return batches("offsets").isEmpty();
    }

    private QueryException damaged(String what) {
        return new QueryException(
                RunErrorCode.MILLRACE_CHECKPOINT_DAMAGED,
                "the checkpoint %s %s".formatted(folder, what));
    }
}
