/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.graph.DatasetKind;
import java.util.LinkedHashMap;
import java.util.Map;

/** A target of AUTO CDC takes no other flows: their rows would have no sequence. */
final class MixedFlowKindsCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        Map<String, ResolvedFlow> cdcByTarget = new LinkedHashMap<>();
        for (ResolvedFlow flow : pipeline.flows()) {
            if (flow.declaration().isCdc()) {
                cdcByTarget.putIfAbsent(flow.target().key(), flow);
            }
        }
        for (ResolvedFlow flow : pipeline.flows()) {
            ResolvedFlow cdc = cdcByTarget.get(flow.target().key());
            if (cdc == null || flow.isView() || isMaterialized(flow)) {
                continue;
            }
            boolean otherKind = !flow.declaration().isCdc();
            boolean snapshotBeside =
                    flow.declaration().snapshotCdc().isPresent()
                            != cdc.declaration().snapshotCdc().isPresent();
            if (otherKind || snapshotBeside) {
                report(flow, cdc, diagnostics);
            }
        }
    }

    /** A materialized view takes no flow at all, which another check says. */
    private static boolean isMaterialized(ResolvedFlow flow) {
        return flow.targetDataset()
                .filter(target -> target.kind() == DatasetKind.MATERIALIZED_VIEW)
                .isPresent();
    }

    private static String word(FlowDeclaration flow) {
        return flow.snapshotCdc().isPresent() ? "AUTO CDC FROM SNAPSHOT flow" : flow.word();
    }

    private static String hint(FlowDeclaration flow) {
        if (flow.isCdc()) {
            return "a table takes change events or whole snapshots: give one of the flows a table"
                    + " of its own";
        }
        return flow.once().isPresent()
                ? "load history with AUTO CDC ONCE INTO " + flow.target().sql()
                : "write the rows into the source of the AUTO CDC flow, or into another table";
    }

    private static void report(ResolvedFlow flow, ResolvedFlow cdc, Diagnostics diagnostics) {
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_APPEND_AND_CDC_FLOWS,
                                flow.declaration().nameSpan(),
                                flow.declaration().target(),
                                cdc.name(),
                                word(flow.declaration()),
                                flow.name())
                        .withHint(hint(flow.declaration()))
                        .withRelated(cdc.declaration().nameSpan(), "the AUTO CDC flow"));
    }
}
