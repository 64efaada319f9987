/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.check;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.secret.SecretValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Collects why an update is refused, and what the user should know before it. For one thread; read
 * once all checks have run.
 */
public final class PlanProblems {

    private final FlowGraph graph;
    private final List<RunDiagnostic> errors = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    PlanProblems(FlowGraph graph) {
        this.graph = graph;
    }

    void error(Flow flow, RunErrorCode code, String message, String hint) {
        errors.add(
                new RunDiagnostic(
                        code.name(),
                        message,
                        Optional.of(hint),
                        Optional.of(graph.displayName(flow.target())),
                        Optional.of(flow.name()),
                        Optional.empty(),
                        Optional.of(flow.place())));
    }

    void error(Dataset dataset, RunErrorCode code, String message, String hint) {
        errors.add(
                new RunDiagnostic(
                        code.name(),
                        message,
                        Optional.of(hint),
                        Optional.of(graph.displayName(dataset.name())),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(dataset.place())));
    }

    void error(QueryException problem) {
        errors.add(RunDiagnostic.of(problem));
    }

    void error(Flow flow, QueryException problem) {
        errors.add(diagnostic(graph, flow, problem));
    }

    /** What is wrong with a flow, with its place. */
    public static RunDiagnostic diagnostic(FlowGraph graph, Flow flow, QueryException problem) {
        return new RunDiagnostic(
                problem.condition(),
                problem.getMessage(),
                problem.hint(),
                Optional.of(graph.displayName(flow.target())),
                Optional.of(flow.name()),
                problem.location(),
                Optional.of(flow.place()));
    }

    void warning(String message) {
        warnings.add(SecretValues.mask(message));
    }

    /** Why the update is refused; empty when it is not. */
    public List<RunDiagnostic> errors() {
        return errors;
    }

    /** What the user should know, in the order in which it was found. */
    public List<String> warnings() {
        return warnings;
    }
}
