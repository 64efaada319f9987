/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.spark.PipelineLocation;
import io.millrace.spark.PipelineRejectedException;
import io.millrace.spark.QueryException;
import io.millrace.spark.ResolveResult;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.UpdateListener;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.UpdateStatus;
import io.millrace.spark.delta.CommitFences;
import io.millrace.spark.execution.check.Executability;
import io.millrace.spark.execution.error.MachineErrors;
import io.millrace.spark.execution.plan.UpdatePlanner;
import io.millrace.spark.function.TableFunctions;
import io.millrace.spark.lease.PipelineLease;
import io.millrace.spark.plan.UpdatePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.sql.SparkSession;

/**
 * One update of a pipeline, or the dry run of one: resolves the graph, makes the tables, runs the
 * flows and tells what happened. An object of this class is used once.
 */
public final class PipelineUpdate {

    private final FlowGraph graph;
    private final UpdateContext context;

    public PipelineUpdate(
            SparkSession session,
            FlowGraph graph,
            PipelineLocation location,
            UpdateRequest request,
            UpdateListener listener,
            TableFunctions functions) {
        this.graph = graph;
        this.context = UpdateContext.of(session, graph, location, request, listener, functions);
    }

    /** Resolves the graph without writing anything. */
    public ResolveResult resolve() {
        PreparedUpdate prepared;
        try {
            prepared = new UpdatePreparation(context).prepare();
        } catch (RuntimeException | Error e) {
            return new ResolveResult(List.of(), refusal(e));
        }
        List<ResolveResult.Schema> schemas = new ArrayList<>();
        for (Dataset dataset : graph.datasets()) {
            prepared.resolved()
                    .schema(dataset.name())
                    .ifPresent(
                            schema ->
                                    schemas.add(
                                            new ResolveResult.Schema(
                                                    graph.displayName(dataset.name()), schema)));
        }
        List<RunDiagnostic> errors = new ArrayList<>(prepared.errors());
        errors.removeIf(
                error -> error.code().equals(RunErrorCode.MILLRACE_RENAME_UNDECIDED.name()));
        return new ResolveResult(schemas, errors);
    }

    /** What the update would do; writes nothing. */
    public UpdatePlan plan() {
        PreparedUpdate prepared;
        try {
            prepared = new UpdatePreparation(context).prepare();
        } catch (RuntimeException | Error e) {
            return impossible(refusal(e));
        }
        List<RunDiagnostic> errors = new ArrayList<>(Executability.problems(graph));
        errors.addAll(prepared.resolved().diagnostics());
        return new UpdatePlanner(
                        context.session(),
                        prepared.intent(),
                        context.stateFile().lastGraph(prepared.intent().before()),
                        prepared.resolved(),
                        prepared.checks(),
                        prepared.progress())
                .plan(errors, prepared.problems());
    }

    /** What keeps an update from being prepared, as errors of it; anything unexpected goes on. */
    private static List<RunDiagnostic> refusal(Throwable error) {
        if (error instanceof PipelineRejectedException rejected) {
            return rejected.diagnostics();
        }
        Optional<QueryException> known =
                error instanceof QueryException query
                        ? Optional.of(query)
                        : MachineErrors.explain(error);
        return List.of(RunDiagnostic.of(known.orElseThrow(() -> unexpected(error))));
    }

    /** Throws the error as it is, whatever it is; Scala does not declare what it throws. */
    @SuppressWarnings("unchecked") // the type is only there for the compiler
    private static <E extends Throwable> RuntimeException unexpected(Throwable error) throws E {
        throw (E) error;
    }

    private UpdatePlan impossible(List<RunDiagnostic> errors) {
        return new UpdatePlan(graph.pipeline(), List.of(), List.of(), List.of(), List.of(), errors);
    }

    /**
     * Runs the update. It is stopped by an interrupt of the thread, and by whoever cancels one of
     * its Spark jobs: alone, with the group or a tag of the statement that the update is run for,
     * or with all others.
     *
     * @throws PipelineRejectedException when nothing was begun, because of errors
     */
    public UpdateResult run() {
        long begun = System.nanoTime();
        List<RunDiagnostic> problems = Executability.problems(graph);
        if (!problems.isEmpty()) {
            throw new PipelineRejectedException(problems);
        }
        UpdateStop stop = new UpdateStop();
        String updateId = UUID.randomUUID().toString();
        try (UpdateJobs jobs = new UpdateJobs(context.session().sparkContext(), updateId)) {
            return runLeased(jobs, stop, updateId, begun);
        } catch (Throwable e) {
            // Scala does not declare what it throws.
            if (!stop.isReasonFor(e)) {
                throw e;
            }
            return new UpdateResult(
                    updateId,
                    graph.pipeline(),
                    UpdateStatus.CANCELED,
                    (System.nanoTime() - begun) / 1_000_000,
                    List.of(),
                    List.of());
        } finally {
            CommitFences.remove(updateId);
            stop.restoreInterrupt();
        }
    }

    private UpdateResult runLeased(UpdateJobs jobs, UpdateStop stop, String updateId, long begun) {
        try (PipelineLease lease =
                PipelineLease.acquire(
                        context.files(), context.storage().lease(), graph.pipeline(), updateId)) {
            CommitFences.set(context.session(), updateId, lease);
            try {
                return new LeasedUpdate(context, lease, jobs, stop, updateId).run(begun);
            } catch (Throwable e) {
                // The lease is given up by writing, which may need a thread that works undisturbed.
                stop.notice(e);
                throw e;
            }
        }
    }
}
