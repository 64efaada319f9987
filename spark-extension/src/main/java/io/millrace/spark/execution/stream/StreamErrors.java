/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.stream;

import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.QuerySource;
import io.millrace.spark.delta.CommitFiles;
import io.millrace.spark.execution.checkpoint.FlowCheckpoint;
import io.millrace.spark.execution.error.StreamTexts;
import io.millrace.spark.execution.flow.FlowRun;
import io.millrace.spark.problem.Causes;
import java.io.FileNotFoundException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.SparkThrowable;

/** Says in the user's words why a stream could not go on, where Spark or Delta say it in theirs. */
final class StreamErrors {

    private final FlowRun run;

    StreamErrors(FlowRun run) {
        this.run = run;
    }

    /** Whether the stream only has to begin again, with the columns that its sources have now. */
    boolean asksForRestart(Throwable error) {
        for (Throwable t : Causes.of(error)) {
            String condition = condition(t);
            if (condition.equals("DELTA_STREAMING_METADATA_EVOLUTION")
                    || condition.equals("DELTA_STREAMING_SCHEMA_MISMATCH_ON_RESTART")
                    || condition.startsWith("DELTA_SCHEMA_CHANGED")) {
                return new SourceColumns(run).changed(error).isEmpty();
            }
        }
        return false;
    }

    /** The error for the user; the one that was given where it says enough. */
    Throwable explain(Throwable error) {
        for (Throwable t : Causes.of(error)) {
            Optional<QueryException> known =
                    t instanceof SparkThrowable spark
                            ? byCondition(condition(t), spark, error)
                            : Optional.empty();
            if (known.isEmpty()) {
                known = t instanceof FileNotFoundException ? missingFiles(error) : known;
            }
            if (known.isPresent()) {
                return known.get();
            }
        }
        return DamagedCheckpoint.file(error)
                .<Throwable>map(
                        file ->
                                StreamTexts.damaged(
                                        run.flow(),
                                        "%s in its checkpoint %s cannot be read"
                                                .formatted(file, run.checkpoint().folder()),
                                        error))
                .orElse(error);
    }

    private static String condition(Throwable error) {
        return error instanceof SparkThrowable spark && spark.getCondition() != null
                ? spark.getCondition()
                : "";
    }

    private Optional<QueryException> byCondition(
            String condition, SparkThrowable reason, Throwable cause) {
        Map<String, String> parameters = reason.getMessageParameters();
        if (condition.equals("DELTA_SOURCE_TABLE_IGNORE_CHANGES")
                || condition.equals("DELTA_SOURCE_IGNORE_DELETE")) {
            return Optional.of(
                    StreamChecks.changed(
                            run.session(),
                            run.flow(),
                            source(parameters.get("dataPath")),
                            Long.parseLong(parameters.get("version")),
                            cause));
        }
        if (condition.equals("DIFFERENT_DELTA_TABLE_READ_BY_STREAMING_SOURCE")) {
            return Optional.of(StreamChecks.recreated(run.flow(), source(null), cause));
        }
        if (condition.equals("DELTA_MISSING_CHANGE_DATA")) {
            return Optional.of(noChangeFeed(parameters, cause));
        }
        if (condition.startsWith("DELTA_SCHEMA_CHANGED")
                || condition.startsWith("DELTA_STREAMING_INCOMPATIBLE_SCHEMA_CHANGE")
                || condition.equals(
                        "DELTA_STREAMING_CANNOT_CONTINUE_PROCESSING_POST_SCHEMA_EVOLUTION")) {
            return new SourceColumns(run).changed(cause);
        }
        if (condition.startsWith("KAFKA_DATA_LOSS")) {
            return LostInput.found(run, ((Throwable) reason).getMessage(), cause);
        }
        if (isLostLog(condition)) {
            return lostHistory(cause);
        }
        if (condition.startsWith("STATE_STORE_KEY_SCHEMA_NOT_COMPATIBLE")
                || condition.startsWith("STATE_STORE_VALUE_SCHEMA_NOT_COMPATIBLE")
                || condition.startsWith("STATE_STORE_INVALID_KEY_SCHEMA")
                || condition.startsWith("STATE_STORE_INVALID_VALUE_SCHEMA")
                || condition.startsWith("STREAMING_STATEFUL_OPERATOR_NOT_MATCH")) {
            return Optional.of(otherState(cause));
        }
        if (condition.startsWith("MALFORMED_LOG_FILE")) {
            return Optional.of(
                    StreamTexts.damaged(
                            run.flow(),
                            "a file of its checkpoint %s cannot be read (%s)"
                                    .formatted(
                                            run.checkpoint().folder(),
                                            parameters.getOrDefault("text", "?").strip()),
                            cause));
        }
        if (condition.startsWith("CANNOT_LOAD_STATE_STORE")
                || condition.startsWith("STATE_STORE_CHECKPOINT_ID")) {
            return Optional.of(
                    StreamTexts.damaged(
                            run.flow(),
                            "its state in %s/state lost files or cannot be read"
                                    .formatted(run.checkpoint().folder()),
                            cause));
        }
        if (condition.startsWith("FAILED_READ_FILE") || condition.equals("DELTA_FILE_NOT_FOUND")) {
            return missingFiles(cause);
        }
        return Optional.empty();
    }

    private static boolean isLostLog(String condition) {
        return condition.equals("DELTA_MISSING_FILES_UNEXPECTED_VERSION")
                || condition.equals("DELTA_LOG_FILE_NOT_FOUND_FOR_STREAMING_SOURCE")
                || condition.equals("DELTA_LOG_FILE_NOT_FOUND")
                || condition.equals("DELTA_STREAMING_TRAILING_COMMIT_MISSING")
                || condition.equals("DELTA_STREAMING_CHECK_COLUMN_MAPPING_NO_SNAPSHOT");
    }

    private QueryException otherState(Throwable cause) {
        return new QueryException(
                RunErrorCode.MILLRACE_CHECKPOINT_INCOMPATIBLE,
                "%s remembers other things than before: the keys, columns or kinds of its"
                                .formatted(StreamTexts.flow(run.flow()))
                        + " aggregates, DISTINCTs or joins do not fit its checkpoint",
                "write them as they were, or " + StreamTexts.fullRefresh(run.flow()),
                cause);
    }

    private QueryException noChangeFeed(Map<String, String> parameters, Throwable cause) {
        QuerySource.Table source = source(null);
        return new QueryException(
                RunErrorCode.MILLRACE_CHANGE_FEED_MISSING,
                "%s reads the changes of `%s`, but it did not record them in versions %s to %s"
                        .formatted(
                                StreamTexts.flow(run.flow()),
                                StreamTexts.name(run.flow(), source),
                                parameters.getOrDefault("startVersion", "?"),
                                parameters.getOrDefault("endVersion", "?")),
                "ALTER TABLE %s SET TBLPROPERTIES (delta.enableChangeDataFeed = true), and read from"
                                .formatted(StreamTexts.sqlName(run.flow(), source))
                        + " a later version: WITH (readChangeFeed, startingVersion = ...)",
                cause);
    }

    private Optional<QueryException> lostHistory(Throwable cause) {
        Optional<FlowCheckpoint.Progress> progress = run.checkpoint().progress();
        for (Position position : Position.of(run.resolved().streamingSources(), progress)) {
            CommitFiles history = CommitFiles.at(run.session(), position.source().path());
            OptionalLong earliest = history.earliest();
            if (earliest.isPresent() && earliest.getAsLong() > position.next()) {
                return Optional.of(
                        StreamChecks.historyMissing(
                                run.flow(),
                                position.source(),
                                position.next(),
                                earliest.getAsLong(),
                                cause));
            }
        }
        return Optional.empty();
    }

    private Optional<QueryException> missingFiles(Throwable cause) {
        if (!isMissing(cause)) {
            return Optional.empty();
        }
        return new MissingFiles(run).explain(cause);
    }

    private static boolean isMissing(Throwable error) {
        for (Throwable t : Causes.of(error)) {
            if (t instanceof FileNotFoundException
                    || condition(t).endsWith("FILE_NOT_EXIST")
                    || condition(t).equals("DELTA_FILE_NOT_FOUND")) {
                return !String.valueOf(t.getMessage()).contains("Permission denied");
            }
        }
        return false;
    }

    /** The source at a path, or the first table where there is no telling. */
    private QuerySource.Table source(String path) {
        List<QuerySource.Table> tables =
                run.resolved().streamingSources().stream()
                        .filter(QuerySource.Table.class::isInstance)
                        .map(QuerySource.Table.class::cast)
                        .toList();
        return tables.stream()
                .filter(table -> path != null && Paths.same(table.path(), path))
                .findFirst()
                .or(() -> tables.stream().findFirst())
                .orElseGet(
                        () ->
                                new QuerySource.Table(
                                        path == null ? "a source" : path,
                                        Optional.empty(),
                                        path == null ? "/" : path,
                                        true,
                                        Map.of()));
    }

    /** Compares paths with and without a scheme. */
    private static final class Paths {
        static boolean same(String left, String right) {
            return plain(left).equals(plain(right));
        }

        private static String plain(String path) {
            return path.replaceFirst("^[a-z0-9]+:/+", "/").replaceFirst("/+$", "");
        }
    }
}
