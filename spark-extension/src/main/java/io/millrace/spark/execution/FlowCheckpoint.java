/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.storage.StorageFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the checkpoint folder of a streaming query, as Structured Streaming writes it. */
final class FlowCheckpoint {

    private final StorageFiles files;
    private final String folder;

    FlowCheckpoint(StorageFiles files, String folder) {
        this.files = files;
        this.folder = folder;
    }

    String folder() {
        return folder;
    }

    /** Where a source keeps its own log. */
    String sourceFolder(int source) {
        return folder + "/sources/" + source;
    }

    /**
     * The offsets of the last batch, as each source wrote them, when that batch is done; empty when
     * nothing was read yet, or a batch is open.
     *
     * @throws QueryException when the checkpoint is damaged
     */
    Optional<List<String>> committedOffsets() {
        OptionalLong offered = last("offsets");
        if (offered.isEmpty()) {
            return Optional.empty();
        }
        if (!files.exists(folder + "/metadata")) {
            throw new QueryException(
                    RunErrorCode.MILLRACE_STATE_UNREADABLE,
                    "the checkpoint %s has lost its file `metadata`".formatted(folder),
                    "restore the file, or run a full refresh of the table");
        }
        OptionalLong committed = last("commits");
        if (committed.isEmpty() || committed.getAsLong() < offered.getAsLong()) {
            return Optional.empty();
        }
        return files.read(folder + "/offsets/" + offered.getAsLong()).flatMap(this::parse);
    }

    /**
     * The offsets of the last batch, as each source wrote them, whether that batch is done or not;
     * empty when nothing was read yet, or they are not understood.
     */
    Optional<List<String>> lastOffsets() {
        OptionalLong offered = last("offsets");
        return offered.isEmpty()
                ? Optional.empty()
                : files.read(folder + "/offsets/" + offered.getAsLong()).flatMap(this::parse);
    }

    /** Whether anything was ever read. */
    boolean isEmpty() {
        return last("offsets").isEmpty();
    }

    /** Version, metadata of the batch, then one line for each source. */
    private Optional<List<String>> parse(String text) {
        List<String> lines = text.lines().toList();
        if (lines.size() < 3 || !lines.get(0).equals("v1")) {
            return Optional.empty();
        }
        return Optional.of(new ArrayList<>(lines.subList(2, lines.size())));
    }

    private OptionalLong last(String log) {
        return files.list(folder + "/" + log).stream()
                .filter(name -> !name.isEmpty() && name.chars().allMatch(Character::isDigit))
                .mapToLong(Long::parseLong)
                .max();
    }
}
