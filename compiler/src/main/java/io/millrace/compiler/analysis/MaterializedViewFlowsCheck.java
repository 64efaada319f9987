/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.graph.DatasetKind;

/** A materialized view is its own query and nothing else. */
final class MaterializedViewFlowsCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (ResolvedFlow flow : pipeline.flows()) {
            checkOwn(flow, diagnostics);
            boolean extra =
                    flow.declaration().owner().isEmpty()
                            && flow.targetDataset()
                                    .filter(
                                            target ->
                                                    target.kind() == DatasetKind.MATERIALIZED_VIEW)
                                    .isPresent();
            if (!extra) {
                continue;
            }
            DatasetDeclaration target = flow.targetDataset().get();
            diagnostics.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_MATERIALIZED_VIEW_FLOWS,
                                    flow.declaration().target().span(),
                                    target.written(),
                                    flow.name())
                            .withHint(
                                    "add the query to the view with UNION ALL, or declare a"
                                            + " streaming table for the flows")
                            .withRelated(target.nameSpan(), "the materialized view"));
        }
    }

    /** The flow that stands in the statement itself is a query, run at every update. */
    private static void checkOwn(ResolvedFlow flow, Diagnostics diagnostics) {
        FlowDeclaration declaration = flow.declaration();
        boolean own =
                declaration
                        .owner()
                        .filter(owner -> owner.kind() == DatasetKind.MATERIALIZED_VIEW)
                        .isPresent();
        if (!own || (!declaration.isCdc() && declaration.once().isEmpty())) {
            return;
        }
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_CLAUSE_NOT_SUPPORTED,
                                declaration.once().orElse(declaration.query().span()),
                                declaration.isCdc() ? "FLOW AUTO CDC" : "ONCE",
                                "a materialized view")
                        .withHint("declare it as a streaming table: CREATE STREAMING TABLE ..."));
    }
}
