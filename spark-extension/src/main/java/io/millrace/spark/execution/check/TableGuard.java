/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.check;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.Flow;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.cdc.CdcTarget;
import io.millrace.spark.delta.CommitFiles;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.delta.TableCommit;
import io.millrace.spark.delta.TableSnapshot;
import io.millrace.spark.delta.TableWrite;
import io.millrace.spark.execution.checkpoint.FlowCheckpoint;
import io.millrace.spark.execution.checkpoint.KeptProgress;
import io.millrace.spark.execution.error.StreamTexts;
import io.millrace.spark.execution.intent.UpdateIntent;
import io.millrace.spark.execution.resolve.CdcTargets;
import io.millrace.spark.execution.resolve.ResolvedGraph;
import io.millrace.spark.execution.table.TableTarget;
import io.millrace.spark.state.TableState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;

/** Whether the tables that flows go on to fill are still those that they have filled so far. */
final class TableGuard {

    private static final String RESTORE = "RESTORE";

    private final SparkSession session;
    private final UpdateIntent intent;
    private final ResolvedGraph resolved;
    private final KeptProgress progress;
    private final PlanProblems problems;

    /** Tables that the user takes as they are. */
    private final List<Accepted> accepted = new ArrayList<>();

    TableGuard(
            SparkSession session,
            UpdateIntent intent,
            ResolvedGraph resolved,
            KeptProgress progress,
            PlanProblems problems) {
        this.session = session;
        this.intent = intent;
        this.resolved = resolved;
        this.progress = progress;
        this.problems = problems;
    }

    private record Accepted(String path, TableWrite.Mark mark) {}

    void check() {
        for (Dataset dataset : intent.graph().datasets()) {
            boolean goesOn =
                    dataset.isStored()
                            && intent.selection().refreshes(dataset.name())
                            && !intent.selection().refreshesInFull(dataset.name());
            if (!goesOn) {
                continue;
            }
            Optional<TableSnapshot> table = resolved.existing(dataset.name());
            if (table.isEmpty()) {
                checkLost(dataset);
            } else {
                checkOthers(dataset, table.get());
            }
        }
    }

    /** Leaves marks, so that what was accepted once is not asked again. */
    void accept() {
        for (Accepted table : accepted) {
            DeltaTableLog.at(session, table.path()).mark(table.mark());
        }
    }

    /** A table that is gone, although flows have read something into it. */
    private void checkLost(Dataset dataset) {
        for (Flow flow : intent.graph().flowsInto(dataset.name())) {
            if (flow.isStream() && hasWritten(flow)) {
                problems.error(
                        flow,
                        RunErrorCode.MILLRACE_TABLE_LOST,
                        "the table `%s` is gone, but flow `%s` has read a part of its sources into it and would go on behind that"
                                .formatted(dataset.name().last(), flow.name()),
                        "bring the table back, or " + StreamTexts.fullRefresh(flow));
            }
        }
    }

    private boolean hasWritten(Flow flow) {
        FlowCheckpoint checkpoint =
                progress.checkpoint(flow.target(), flow.name(), intent.target(flow));
        try {
            return checkpoint
                    .progress()
                    .filter(found -> found.lastCommitted() > checkpoint.importedBatch().orElse(-1))
                    .isPresent();
        } catch (QueryException e) {
            // What is damaged was in use, and another check says so.
            return true;
        }
    }

    /**
     * Looks for what others did to the rows behind the last commit of the pipeline's own: a RESTORE
     * of any table, and every change of a table in which AUTO CDC keeps what it has to remember.
     */
    private void checkOthers(Dataset dataset, TableSnapshot table) {
        List<Flow> flows =
                intent.graph().flowsInto(dataset.name()).stream()
                        .filter(flow -> flow.isStream() || flow.once())
                        .toList();
        if (flows.isEmpty()) {
            return;
        }
        TableState state = intent.table(dataset);
        String mine = TableTarget.generationName(intent.graph().pipeline(), dataset.name(), state);
        boolean cdc = CdcTargets.isTarget(intent.graph(), dataset.name());
        Optional<TableCommit> found = byOthers(table, mine, cdc);
        if (found.isEmpty()) {
            return;
        }
        long version = found.get().version();
        boolean reset = flows.stream().anyMatch(intent.selection().resetFlows()::contains);
        if (intent.request().force() || reset) {
            accepted.add(
                    new Accepted(table.path(), new TableWrite.Mark(mine + "/restored", version)));
            return;
        }
        if (!found.get().operation().equals(RESTORE)) {
            problems.error(
                    dataset,
                    RunErrorCode.MILLRACE_CDC_STATE_LOST,
                    "version %d of the stored table of `%s` changed its rows by %s, which AUTO CDC did not do: what it remembers of keys and deletes may be gone; nothing was written"
                            .formatted(version, dataset.name().last(), found.get().operation()),
                    StreamTexts.fullRefresh(flows.get(0))
                            + ", or take the table as it is now: run --force");
            return;
        }
        problems.error(
                dataset,
                RunErrorCode.MILLRACE_TABLE_RESTORED,
                "version %d of `%s` has put the table back to an earlier version (RESTORE): rows are gone that its flows count as written, and they would not come again; nothing was written"
                        .formatted(version, dataset.name().last()),
                StreamTexts.fullRefresh(flows.get(0))
                        + ", or keep the table as it is and go on behind what was read: run --force");
    }

    private Optional<TableCommit> byOthers(TableSnapshot table, String mine, boolean cdc) {
        CommitFiles history = CommitFiles.at(session, table.path());
        for (long version = table.version(); version > 0; version--) {
            Optional<TableCommit> commit = history.commit(version);
            if (commit.isEmpty() || isMine(commit.get(), mine)) {
                return Optional.empty();
            }
            if (commit.get().operation().equals(RESTORE)
                    || (cdc && changesRows(commit.get()) && !CdcTarget.wrote(commit.get()))) {
                return commit;
            }
        }
        return Optional.empty();
    }

    private static boolean changesRows(TableCommit commit) {
        return commit.removes() || !commit.added().isEmpty();
    }

    private static boolean isMine(TableCommit commit, String mine) {
        return commit.applications().stream()
                .anyMatch(
                        application ->
                                application.equals(mine) || application.startsWith(mine + "/"));
    }
}
