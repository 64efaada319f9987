/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.graph.FlowGraph;
import io.millrace.spark.execution.PipelineUpdate;
import io.millrace.spark.function.TableFunctions;
import io.millrace.spark.plan.UpdatePlan;
import org.apache.spark.sql.SparkSession;

/**
 * Runs pipelines. Holds no state: everything is in the session's catalog, in the tables and under
 * the pipeline's storage.
 */
public final class PipelineRunner {

    private final TableFunctions functions;

    /** A runner with the table functions that come with Millrace. */
    public PipelineRunner() {
        this(TableFunctions.standard());
    }

    public PipelineRunner(TableFunctions functions) {
        this.functions = requireNonNull(functions, "functions");
    }

    /**
     * Runs one update to its end. Interrupting the thread stops it cleanly: what is running ends,
     * and the result is {@code CANCELED}; the thread's interrupt status is set then.
     *
     * @throws PipelineRejectedException when the pipeline or the request has errors; nothing has
     *     been written then
     */
    public UpdateResult run(
            SparkSession session,
            FlowGraph graph,
            PipelineLocation location,
            UpdateRequest request,
            UpdateListener listener) {
        return new PipelineUpdate(session, graph, location, request, listener, functions).run();
    }

    /** The dry run: analyzes every query and schema, and creates and writes nothing. */
    public ResolveResult resolve(SparkSession session, FlowGraph graph, PipelineLocation location) {
        return new PipelineUpdate(
                        session,
                        graph,
                        location,
                        UpdateRequest.refreshAll(),
                        UpdateListener.NONE,
                        functions)
                .resolve();
    }

    /** What an update would do; creates and writes nothing. */
    public UpdatePlan plan(
            SparkSession session,
            FlowGraph graph,
            PipelineLocation location,
            UpdateRequest request) {
        return new PipelineUpdate(session, graph, location, request, UpdateListener.NONE, functions)
                .plan();
    }
}
