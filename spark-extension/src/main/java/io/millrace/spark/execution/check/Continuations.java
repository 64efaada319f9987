/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.check;

import io.millrace.compiler.graph.Flow;
import io.millrace.spark.QueryException;
import io.millrace.spark.execution.checkpoint.CheckpointImport;
import io.millrace.spark.execution.checkpoint.KeptProgress;
import io.millrace.spark.execution.intent.UpdateIntent;
import io.millrace.spark.execution.resolve.ResolvedGraph;
import io.millrace.spark.state.PipelineStorage;
import io.millrace.spark.storage.StorageFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;

/**
 * Where the flows of an update go on: tables that must be what they were, and checkpoints that come
 * from elsewhere.
 */
public final class Continuations {

    private final UpdateIntent intent;
    private final ResolvedGraph resolved;
    private final PlanProblems problems;
    private final CheckpointImport imports;
    private final TableGuard guard;
    private final List<CheckpointImport.Copy> copies = new ArrayList<>();

    Continuations(
            SparkSession session,
            PipelineStorage storage,
            StorageFiles files,
            UpdateIntent intent,
            ResolvedGraph resolved,
            KeptProgress progress,
            PlanProblems problems) {
        this.intent = intent;
        this.resolved = resolved;
        this.problems = problems;
        this.imports = new CheckpointImport(session, files, storage, problems::warning);
        this.guard = new TableGuard(session, intent, resolved, progress, problems);
    }

    /** Looks before anything is written. */
    void check() {
        guard.check();
        for (Flow flow : intent.graph().flows()) {
            if (flow.importCheckpoint().isPresent()
                    && intent.selection().refreshes(flow.target())
                    && resolved.query(flow).isPresent()) {
                plan(flow);
            }
        }
    }

    private void plan(Flow flow) {
        boolean keepsRows =
                resolved.existing(flow.target()).isPresent()
                        && !intent.selection().refreshesInFull(flow.target());
        try {
            imports.plan(flow, intent.target(flow), keepsRows, resolved.planned(flow))
                    .ifPresent(copies::add);
        } catch (QueryException e) {
            problems.error(flow, e);
        }
    }

    /** The folder of the checkpoint that a flow begins with; empty for one that has its own. */
    public Optional<String> importedFrom(Flow flow) {
        return copies.stream()
                .filter(copy -> copy.flow().equals(flow))
                .map(CheckpointImport.Copy::from)
                .findFirst();
    }

    /** Copies the checkpoints that flows begin with, and notes what the user has accepted. */
    public void carryOut() {
        guard.accept();
        copies.forEach(imports::carryOut);
    }
}
