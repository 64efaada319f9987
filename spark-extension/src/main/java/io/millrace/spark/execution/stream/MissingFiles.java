/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.stream;

import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.delta.CommitFiles;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.delta.TableCommit;
import io.millrace.spark.execution.checkpoint.FlowCheckpoint;
import io.millrace.spark.execution.error.StreamTexts;
import io.millrace.spark.execution.flow.FlowRun;
import io.millrace.spark.problem.Causes;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds out which versions of a source have lost files that a flow has still to read. */
final class MissingFiles {

    private static final Pattern FILE = Pattern.compile("(?:file:|[a-z0-9]+://)?/[^\\s,;'\"]+");

    private final FlowRun run;

    MissingFiles(FlowRun run) {
        this.run = run;
    }

    Optional<QueryException> explain(Throwable cause) {
        return versions().stream()
                .findFirst()
                .map(versions -> table(versions, cause))
                .or(() -> file(cause).map(file -> file(file, cause)));
    }

    /** The versions of each table that have lost files, in words. */
    List<String> versions() {
        List<String> result = new ArrayList<>();
        for (Position position : Position.of(run.resolved().streamingSources(), progress())) {
            NavigableSet<Long> versions = versions(position);
            if (!versions.isEmpty()) {
                String which =
                        versions.size() == 1
                                ? "version " + versions.first()
                                : "versions %d to %d".formatted(versions.first(), versions.last());
                result.add(
                        "%s of `%s`"
                                .formatted(which, StreamTexts.name(run.flow(), position.source())));
            }
        }
        return result;
    }

    private Optional<FlowCheckpoint.Progress> progress() {
        try {
            return run.checkpoint().progress();
        } catch (QueryException e) {
            return Optional.empty();
        }
    }

    /** Those not read yet of which a file is gone. */
    private NavigableSet<Long> versions(Position position) {
        CommitFiles history = CommitFiles.at(run.session(), position.source().path());
        long latest = DeltaTableLog.at(run.session(), position.source().path()).latestVersion();
        NavigableSet<Long> versions = new TreeSet<>();
        for (long version = position.next(); version <= latest; version++) {
            Optional<TableCommit> commit = history.commit(version);
            if (commit.isPresent() && !commit.get().added().stream().allMatch(history::exists)) {
                versions.add(version);
            }
        }
        return versions;
    }

    private QueryException table(String versions, Throwable cause) {
        return new QueryException(
                RunErrorCode.MILLRACE_SOURCE_FILES_MISSING,
                "%s has still to read %s, but files of it are gone, as after VACUUM"
                        .formatted(StreamTexts.flow(run.flow()), versions),
                StreamTexts.fullRefresh(run.flow()) + ", " + goOn(),
                cause);
    }

    private QueryException file(String file, Throwable cause) {
        return new QueryException(
                RunErrorCode.MILLRACE_SOURCE_FILES_MISSING,
                "%s was to read the file %s, which is gone"
                        .formatted(StreamTexts.flow(run.flow()), file),
                "put it back, " + goOn(),
                cause);
    }

    private static String goOn() {
        return "or go on without what is lost: CREATE FLOW ... SPARK_CONF"
                + " ('spark.sql.files.ignoreMissingFiles' = 'true'), in read_files"
                + " ignoreMissingFiles => true";
    }

    private static Optional<String> file(Throwable error) {
        String found = null;
        for (Throwable t : Causes.of(error)) {
            Matcher file = FILE.matcher(String.valueOf(t.getMessage()));
            if (file.find()) {
                found = file.group();
            }
        }
        return Optional.ofNullable(found);
    }
}
