/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.checkpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.compiler.graph.Flow;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.execution.error.StreamTexts;
import io.millrace.spark.failpoint.Failpoints;
import io.millrace.spark.files.BasePath;
import io.millrace.spark.state.PipelineStorage;
import io.millrace.spark.state.TableState;
import io.millrace.spark.storage.StorageFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;

/**
 * {@code IMPORT CHECKPOINT}: the first update of a flow begins with a copy of the checkpoint of a
 * streaming query that ran before. The copy is made beside its place and put there in one move,
 * with a file in it that says where it comes from: that it is there tells that it was imported.
 */
public final class CheckpointImport {

    private static final String TEMPORARY = ".import-";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final SparkSession session;
    private final StorageFiles files;
    private final PipelineStorage storage;
    private final Consumer<String> warning;

    public CheckpointImport(
            SparkSession session,
            StorageFiles files,
            PipelineStorage storage,
            Consumer<String> warning) {
        this.session = session;
        this.files = files;
        this.storage = storage;
        this.warning = warning;
    }

    /**
     * A copy to be made.
     *
     * @param batch the last batch that the old query has finished, -1 for none
     */
    public record Copy(Flow flow, String from, String to, long batch) {}

    /**
     * What is to be copied for a flow; empty when there is nothing, or not any more.
     *
     * @param tableExists whether the flow's target is there and keeps its rows
     * @throws QueryException when the flow cannot go on from the checkpoint
     */
    public Optional<Copy> plan(
            Flow flow, TableState state, boolean tableExists, PlannedQuery query) {
        if (flow.importCheckpoint().isEmpty()) {
            return Optional.empty();
        }
        String own = storage.checkpoint(flow, state);
        String all = new Path(own).getParent().toString();
        List<String> used = folders(all);
        if (!used.isEmpty()) {
            boolean imported =
                    used.stream()
                            .map(folder -> all + "/" + folder + "/" + FlowCheckpoint.IMPORTED)
                            .anyMatch(files::exists);
            if (!imported) {
                warning.accept(
                        "flow `%s` has run before: it goes on from its own checkpoint, and IMPORT"
                                        .formatted(flow.name())
                                + " CHECKPOINT is left aside; give it a name that was never used to"
                                + " import one");
            }
            return Optional.empty();
        }
        if (tableExists) {
            throw new QueryException(
                    RunErrorCode.MILLRACE_IMPORT_CHECKPOINT_TABLE_EXISTS,
                    "%s imports a checkpoint, but `%s` exists: it does not hold the rows that the"
                                    .formatted(StreamTexts.flow(flow), flow.target().last())
                            + " checkpoint counts as written; nothing was written",
                    "write into a new table, or leave IMPORT CHECKPOINT out");
        }
        if (!state.folder(flow.name()).equals(TableState.FIRST.folder(flow.name()))) {
            warning.accept(
                    "flow `%s` starts at the beginning of its sources, as after every full refresh;"
                                    .formatted(flow.name())
                            + " IMPORT CHECKPOINT is left aside");
            return Optional.empty();
        }
        return Optional.of(copy(flow, state, query));
    }

    private Copy copy(Flow flow, TableState state, PlannedQuery query) {
        String from = BasePath.resolve(flow.importCheckpoint().orElseThrow(), session);
        Path path = new Path(from);
        try {
            if (!path.getFileSystem(configuration()).exists(path)) {
                throw invalid(flow, "there is no folder %s".formatted(from));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look for " + from, e);
        }
        if (!files.exists(from + "/metadata")) {
            throw invalid(
                    flow,
                    "%s holds no checkpoint of a streaming query: a file `metadata` is missing"
                            .formatted(from));
        }
        Optional<FlowCheckpoint.Progress> progress;
        try {
            progress = new FlowCheckpoint(files, from).progress();
        } catch (QueryException e) {
            throw invalid(flow, e.getMessage());
        }
        progress.ifPresent(
                found ->
                        new ImportedSources(session, flow, query)
                                .check(found.offsets())
                                .or(
                                        () ->
                                                new ImportedState(files, from)
                                                        .check(query, folders(from + "/state")))
                                .ifPresent(
                                        problem -> {
                                            throw invalid(flow, from + " " + problem);
                                        }));
        return new Copy(
                flow,
                from,
                storage.checkpoint(flow, state),
                progress.map(FlowCheckpoint.Progress::lastCommitted).orElse(-1L));
    }

    private static QueryException invalid(Flow flow, String what) {
        return new QueryException(
                RunErrorCode.MILLRACE_IMPORT_CHECKPOINT_INVALID,
                "%s cannot import a checkpoint: %s; nothing was written"
                        .formatted(StreamTexts.flow(flow), what),
                "name the folder that the old query had as its checkpointLocation, and write the"
                        + " flow with the sources and the aggregates, DISTINCTs and joins of that"
                        + " query");
    }

    /** Makes the copy, so that it is there as a whole or not at all. */
    public void carryOut(Copy copy) {
        Path from = new Path(copy.from());
        Path to = new Path(copy.to());
        Path temporary = new Path(to.getParent(), TEMPORARY + to.getName());
        Configuration configuration = configuration();
        try {
            FileSystem target = to.getFileSystem(configuration);
            target.delete(temporary, true);
            target.mkdirs(to.getParent());
            Failpoints.hit("import.before-copy");
            FileUtil.copy(
                    from.getFileSystem(configuration),
                    from,
                    target,
                    temporary,
                    false,
                    true,
                    configuration);
            files.write(temporary + "/" + FlowCheckpoint.IMPORTED, describe(copy));
            Failpoints.hit("import.before-rename");
            if (!target.rename(temporary, to)) {
                throw new IOException("cannot rename " + temporary + " to " + to);
            }
            Failpoints.hit("import.after-rename");
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot copy the checkpoint %s to %s".formatted(from, to), e);
        }
    }

    private static String describe(Copy copy) {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("version", 1);
        node.put("flow", copy.flow().name());
        node.put("from", copy.from());
        node.put("batch", copy.batch());
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree can always be written", e);
        }
    }

    /** The names of the folders in a folder, but for those that are not finished. */
    private List<String> folders(String uri) {
        Path path = new Path(uri);
        List<String> names = new ArrayList<>();
        try {
            for (FileStatus file : path.getFileSystem(configuration()).listStatus(path)) {
                if (file.isDirectory() && !file.getPath().getName().startsWith(".")) {
                    names.add(file.getPath().getName());
                }
            }
        } catch (FileNotFoundException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + uri, e);
        }
        return names;
    }

    private Configuration configuration() {
        return session.sparkContext().hadoopConfiguration();
    }
}
