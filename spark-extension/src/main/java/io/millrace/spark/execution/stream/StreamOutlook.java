/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.stream;

import io.millrace.compiler.graph.Flow;
import io.millrace.spark.QueryException;
import io.millrace.spark.catalyst.QuerySource;
import io.millrace.spark.delta.CommitFiles;
import io.millrace.spark.delta.TableCommit;
import io.millrace.spark.delta.TableSnapshot;
import io.millrace.spark.execution.checkpoint.FlowCheckpoint;
import io.millrace.spark.execution.resolve.SourceOptions;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.sql.SparkSession;

/**
 * Tells before a stream starts what it will stop at, as far as its checkpoint and the logs of its
 * tables show it at little cost.
 */
public final class StreamOutlook {

    /** A stream that is further behind is not looked through. */
    private static final int MOST_COMMITS = 100;

    private static final List<String> READ_CHANGES =
            List.of("skipChangeCommits", "ignoreChanges", "readChangeFeed", "readChangeData");

    private final SparkSession session;
    private final Function<String, Optional<TableSnapshot>> tables;

    /**
     * @param tables tells of the Delta table at a path
     */
    public StreamOutlook(SparkSession session, Function<String, Optional<TableSnapshot>> tables) {
        this.session = session;
        this.tables = tables;
    }

    /**
     * What the flow will fail with; empty when nothing is seen.
     *
     * @param progress how far the stream has come
     */
    public Optional<QueryException> failure(
            Flow flow, List<QuerySource> sources, FlowCheckpoint.Progress progress) {
        if (progress.offsets().size() != sources.size()) {
            return Optional.empty();
        }
        for (int i = 0; i < sources.size(); i++) {
            if (sources.get(i) instanceof QuerySource.Table table
                    && StreamChecks.isRecreated(table, progress.offsets().get(i), tables)) {
                return Optional.of(StreamChecks.recreated(flow, table, null));
            }
        }
        for (Position position : Position.of(sources, Optional.of(progress))) {
            Optional<QueryException> changed = changed(flow, position);
            if (changed.isPresent()) {
                return changed;
            }
        }
        return Optional.empty();
    }

    /** The first commit that is still to be read and takes rows away that were there. */
    private Optional<QueryException> changed(Flow flow, Position position) {
        QuerySource.Table source = position.source();
        Optional<TableSnapshot> now = tables.apply(source.path());
        if (!position.known()
                || now.isEmpty()
                || READ_CHANGES.stream().anyMatch(name -> SourceOptions.isOn(source, name))) {
            return Optional.empty();
        }
        long first = position.snapshot() ? position.next() + 1 : position.next();
        long last = Math.min(now.get().version(), first + MOST_COMMITS - 1);
        CommitFiles commits = CommitFiles.at(session, source.path());
        for (long version = first; version <= last; version++) {
            Optional<TableCommit> commit = commits.commit(version);
            if (commit.isPresent() && stops(source, commit.get())) {
                return Optional.of(StreamChecks.changed(session, flow, source, version, null));
            }
        }
        return Optional.empty();
    }

    private static boolean stops(QuerySource.Table source, TableCommit commit) {
        boolean onlyDeletes = commit.added().isEmpty();
        return commit.removes() && !(onlyDeletes && SourceOptions.isOn(source, "ignoreDeletes"));
    }
}
