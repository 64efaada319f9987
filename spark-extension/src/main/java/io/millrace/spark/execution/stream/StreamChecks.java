/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.compiler.graph.Flow;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.QuerySource;
import io.millrace.spark.delta.CommitFiles;
import io.millrace.spark.delta.TableSnapshot;
import io.millrace.spark.execution.checkpoint.FlowCheckpoint;
import io.millrace.spark.execution.error.StreamTexts;
import io.millrace.spark.execution.flow.FlowRun;
import io.millrace.spark.execution.resolve.SourceOptions;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.apache.spark.sql.SparkSession;

/**
 * Looks at a flow's checkpoint, its target and its sources before a stream goes on, and before it
 * is taken to have nothing to do: whether they still belong together.
 */
final class StreamChecks {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private StreamChecks() {}

    /**
     * How far the flow has come; empty when it has not read anything.
     *
     * @throws QueryException when going on would lose or double rows
     */
    static Optional<FlowCheckpoint.Progress> check(FlowRun run) {
        Optional<FlowCheckpoint.Progress> progress = progress(run);
        LostInput.check(run, progress);
        if (progress.isEmpty()) {
            return progress;
        }
        List<QuerySource> sources = run.resolved().streamingSources();
        List<String> offsets = progress.get().offsets();
        if (offsets.size() == sources.size()) {
            for (int i = 0; i < sources.size(); i++) {
                if (sources.get(i) instanceof QuerySource.Table table
                        && isRecreated(table, offsets.get(i), run.tables())) {
                    throw recreated(run.flow(), table, null);
                }
            }
            Position.of(sources, progress).forEach(position -> checkHistory(run, position));
            new SourceColumns(run).checkAllowed();
        }
        return progress;
    }

    private static Optional<FlowCheckpoint.Progress> progress(FlowRun run) {
        try {
            return run.checkpoint().progress();
        } catch (QueryException e) {
            throw StreamTexts.damaged(run.flow(), e.getMessage(), e);
        }
    }

    /**
     * Whether a table is another one than that in which a stream has come so far.
     *
     * @param tables tells of the Delta table at a path
     */
    static boolean isRecreated(
            QuerySource.Table source,
            String offset,
            Function<String, Optional<TableSnapshot>> tables) {
        JsonNode position;
        try {
            position = MAPPER.readTree(offset);
        } catch (JsonProcessingException e) {
            return false;
        }
        if (!position.has("reservoirId")) {
            return false;
        }
        Optional<TableSnapshot> now = tables.apply(source.path());
        if (now.isEmpty()) {
            return false;
        }
        long next = position.path("reservoirVersion").asLong();
        boolean same = now.get().id().equals(position.path("reservoirId").asText());
        return !same || now.get().version() < next - 1;
    }

    /** The common case costs one look at a file. */
    private static void checkHistory(FlowRun run, Position position) {
        QuerySource.Table source = position.source();
        if (!position.known()) {
            return;
        }
        Optional<TableSnapshot> now = run.tables().apply(source.path());
        if (now.isEmpty() || now.get().version() < position.next()) {
            return;
        }
        CommitFiles history = CommitFiles.at(run.session(), source.path());
        long wanted = position.snapshot() ? position.next() + 1 : position.next();
        OptionalLong earliest = history.earliest();
        if (earliest.isEmpty() || earliest.getAsLong() <= wanted) {
            return;
        }
        boolean mayMiss =
                "false"
                        .equalsIgnoreCase(
                                SourceOptions.value(source, "failOnDataLoss").orElse("true"));
        if (!mayMiss) {
            throw historyMissing(run.flow(), source, wanted, earliest.getAsLong(), null);
        }
        run.note(
                "goes on without what versions %d to %d of `%s` have added: its log begins"
                                .formatted(
                                        wanted,
                                        earliest.getAsLong() - 1,
                                        StreamTexts.name(run.flow(), source))
                        + " behind them");
    }

    static QueryException recreated(Flow flow, QuerySource.Table source, Throwable cause) {
        return new QueryException(
                RunErrorCode.MILLRACE_SOURCE_RECREATED,
                "%s: `%s` is not the same table as before; it was dropped and created again, or the"
                                .formatted(StreamTexts.flow(flow), StreamTexts.name(flow, source))
                        + " query names another table. Nothing was read",
                StreamTexts.fullRefresh(flow)
                        + ", or keep what is there and add the rows of the new table from its"
                        + " beginning with "
                        + StreamTexts.resetCheckpoint(flow),
                cause);
    }

    static QueryException historyMissing(
            Flow flow, QuerySource.Table source, long wanted, long earliest, Throwable cause) {
        return new QueryException(
                RunErrorCode.MILLRACE_SOURCE_HISTORY_MISSING,
                "%s has read `%s` up to version %d, but its log now begins with version %d"
                        .formatted(
                                StreamTexts.flow(flow),
                                StreamTexts.name(flow, source),
                                wanted - 1,
                                earliest),
                StreamTexts.fullRefresh(flow)
                        + ", or write STREAM %s WITH (failOnDataLoss = false) to go on without"
                                .formatted(StreamTexts.sqlName(flow, source))
                        + " what versions %d to %d have added".formatted(wanted, earliest - 1),
                cause);
    }

    static QueryException changed(
            SparkSession session,
            Flow flow,
            QuerySource.Table source,
            long version,
            Throwable cause) {
        String operation =
                CommitFiles.at(session, source.path())
                        .commit(version)
                        .map(commit -> " by " + commit.operation())
                        .orElse("");
        return new QueryException(
                RunErrorCode.MILLRACE_SOURCE_CHANGED,
                "%s reads `%s` as a stream, but version %d changed rows in it%s, and a stream"
                                .formatted(
                                        StreamTexts.flow(flow),
                                        StreamTexts.name(flow, source),
                                        version,
                                        operation)
                        + " cannot take back what it has handed on; nothing was read",
                "write STREAM %s WITH (skipChangeCommits) to leave out such versions, with all that"
                                .formatted(StreamTexts.sqlName(flow, source))
                        + " they add: `"
                        + flow.target().last()
                        + "` keeps what it has; or "
                        + StreamTexts.fullRefresh(flow)
                        + " to have it read the table as it is now; where that has fewer rows than"
                        + " were read, add --force",
                cause);
    }

    /** Says which versions have lost files, where a flow is told to go on without them. */
    static void noteMissingFiles(FlowRun run, SparkSession session) {
        if (!session.conf().get("spark.sql.files.ignoreMissingFiles", "false").equals("true")) {
            return;
        }
        new MissingFiles(run)
                .versions()
                .forEach(
                        versions ->
                                run.note("goes on without the files that are gone of " + versions));
    }
}
