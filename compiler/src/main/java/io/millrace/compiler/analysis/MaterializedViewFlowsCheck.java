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
                                    "add the query to the view with UNION ALL, or declare a streaming"
                                            + " table for the flows")
                            .withRelated(target.nameSpan(), "the materialized view"));
        }
    }
}
