/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.CreateFlow;
import io.millrace.compiler.ast.QualifiedName;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.InputKind;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.Quoted;
import java.util.List;

/** A name has one to three parts; flows, temporary views and sinks have one. */
final class NamePartsCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (DatasetDeclaration dataset : pipeline.datasets()) {
            checkDataset(dataset, diagnostics);
        }
        for (ResolvedFlow flow : pipeline.flows()) {
            FlowDeclaration declaration = flow.declaration();
            if (declaration.statement() instanceof CreateFlow statement) {
                checkFlowName(statement, diagnostics);
            }
            if (declaration.owner().isEmpty()) {
                checkParts(declaration.target(), diagnostics);
            }
            for (ResolvedInput input : flow.needs()) {
                if (input.kind() == InputKind.DATASET || input.kind() == InputKind.EXTERNAL) {
                    checkParts(input.written(), input.span(), diagnostics);
                }
            }
        }
    }

    private static void checkDataset(DatasetDeclaration dataset, Diagnostics diagnostics) {
        QualifiedName name = dataset.written();
        boolean bare = dataset.isTemporaryView() || dataset.kind() == DatasetKind.SINK;
        if (!bare) {
            checkParts(name, diagnostics);
            return;
        }
        if (Names.withoutLive(name.parts()).size() == 1) {
            return;
        }
        diagnostics.add(
                Diagnostic.of(
                                dataset.isTemporaryView()
                                        ? ErrorCode.MILLRACE_TEMPORARY_VIEW_QUALIFIED
                                        : ErrorCode.MILLRACE_SINK_QUALIFIED,
                                name.span(),
                                name)
                        .withHint("write " + Quoted.name(name.last())));
    }

    private static void checkFlowName(CreateFlow flow, Diagnostics diagnostics) {
        if (flow.name().parts().size() > 1) {
            diagnostics.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_FLOW_NAME_QUALIFIED,
                                    flow.name().span(),
                                    flow.name())
                            .withHint("write CREATE FLOW " + Quoted.asNeeded(flow.name().last())));
        }
    }

    private static void checkParts(QualifiedName name, Diagnostics diagnostics) {
        checkParts(name.parts(), name.span(), diagnostics);
    }

    private static void checkParts(List<String> parts, SourceSpan span, Diagnostics diagnostics) {
        if (parts.size() > 3) {
            diagnostics.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_NAME_PARTS,
                                    span,
                                    String.join(".", parts),
                                    parts.size())
                            .withHint("put back-ticks around a part that itself holds a dot"));
        }
    }
}
