/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.ApplyChanges;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import java.util.HashMap;
import java.util.Map;

/**
 * A flow's name is unique in the pipeline, because it names the flow's checkpoint. The default flow
 * of a table has the table's name.
 */
final class DuplicateFlowCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        Map<String, FlowDeclaration> byName = new HashMap<>();
        Map<String, FlowDeclaration> byTarget = new HashMap<>();
        for (ResolvedFlow flow : pipeline.flows()) {
            FlowDeclaration declaration = flow.declaration();
            if (declaration.body().isEmpty()) {
                continue;
            }
            String inTarget = flow.target().key() + " " + Names.fold(declaration.name());
            FlowDeclaration sameName =
                    byName.putIfAbsent(declaration.qualified().key(), declaration);
            FlowDeclaration sameTarget = byTarget.putIfAbsent(inTarget, declaration);
            FlowDeclaration first = sameName != null ? sameName : sameTarget;
            boolean datasetIsReported =
                    first != null && first.owner().isPresent() && declaration.owner().isPresent();
            if (first != null && !datasetIsReported) {
                report(declaration, first, diagnostics);
            }
        }
    }

    private static void report(
            FlowDeclaration flow, FlowDeclaration first, Diagnostics diagnostics) {
        boolean applyChanges = flow.statement() instanceof ApplyChanges;
        String related =
                first.owner()
                        .map(owner -> "the flow of " + owner.described() + " has this name")
                        .orElse("first defined here");
        diagnostics.add(
                Diagnostic.of(ErrorCode.MILLRACE_DUPLICATE_FLOW, flow.nameSpan(), flow.name())
                        .withLabel("defined again")
                        .withHint(
                                applyChanges
                                        ? "a flow without a name is called as its target: write CREATE FLOW"
                                                + " name AS AUTO CDC INTO "
                                                + flow.target().sql()
                                        : "choose another name: it names the flow's checkpoint")
                        .withRelated(first.nameSpan(), related));
    }
}
