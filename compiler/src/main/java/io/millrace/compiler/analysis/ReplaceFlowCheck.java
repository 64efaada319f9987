/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.Identifier;
import io.millrace.compiler.ast.ReplaceUsingFlow;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import java.util.HashSet;
import java.util.Set;

/** REPLACE WHERE computes a batch again; REPLACE USING follows a stream by key. */
final class ReplaceFlowCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (ResolvedFlow flow : pipeline.flows()) {
            if (flow.declaration().replaceWhere().isPresent()) {
                checkWhere(flow, diagnostics);
            }
            flow.declaration()
                    .replaceUsing()
                    .ifPresent(replace -> checkUsing(flow, replace, pipeline, diagnostics));
        }
    }

    private static void checkWhere(ResolvedFlow flow, Diagnostics diagnostics) {
        for (ResolvedInput input : flow.inputs()) {
            if (input.streaming()) {
                report(
                        flow,
                        input.span(),
                        "REPLACE WHERE computes the rows again, but "
                                + input.described()
                                + " is read as a stream",
                        "remove STREAM",
                        diagnostics);
            }
        }
    }

    private static void checkUsing(
            ResolvedFlow flow,
            ReplaceUsingFlow replace,
            PipelineModel pipeline,
            Diagnostics diagnostics) {
        boolean streamingView = flow.inputs().stream().anyMatch(pipeline::isStreamingView);
        if (!flow.streaming() && !streamingView && !flow.query().hasErrors()) {
            SourceSpan span =
                    flow.inputs().isEmpty()
                            ? flow.declaration().target().span()
                            : flow.inputs().get(0).span();
            report(
                    flow,
                    span,
                    "REPLACE USING needs a streaming source",
                    flow.inputs().isEmpty()
                            ? "read a table with FROM STREAM"
                            : "FROM STREAM " + flow.inputs().get(0).sql(),
                    diagnostics);
        }
        Set<String> seen = new HashSet<>();
        for (Identifier key : replace.keys()) {
            if (!seen.add(Names.fold(key.value()))) {
                report(
                        flow,
                        key.span(),
                        "key `" + key.value() + "` is given twice",
                        "name it once",
                        diagnostics);
            }
        }
    }

    private static void report(
            ResolvedFlow flow, SourceSpan span, String why, String hint, Diagnostics diagnostics) {
        diagnostics.add(
                Diagnostic.of(ErrorCode.MILLRACE_REPLACE_FLOW, span, flow.name(), why)
                        .withHint(hint));
    }
}
