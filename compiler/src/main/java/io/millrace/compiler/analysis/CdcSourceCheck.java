/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import java.util.Optional;

/**
 * AUTO CDC reads a stream of events, with ONCE it reads them as they are; FROM SNAPSHOT compares
 * whole snapshots.
 */
final class CdcSourceCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (ResolvedFlow flow : pipeline.flows()) {
            if (flow.query().hasErrors()) {
                continue;
            }
            if (flow.declaration().snapshotCdc().isPresent()) {
                checkSnapshot(flow, diagnostics);
            }
            boolean needsStream =
                    flow.declaration().cdc().isPresent() && flow.declaration().once().isEmpty();
            boolean streamingView = flow.inputs().stream().anyMatch(pipeline::isStreamingView);
            if (needsStream && !flow.streaming() && !streamingView) {
                reportBatch(flow, diagnostics);
            }
        }
    }

    private static void checkSnapshot(ResolvedFlow flow, Diagnostics diagnostics) {
        for (ResolvedInput input : flow.inputs()) {
            if (input.streaming()) {
                diagnostics.add(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_CDC_SNAPSHOT_STREAM,
                                        input.span(),
                                        flow.declaration().target(),
                                        input.described())
                                .withLabel("streaming read")
                                .withHint("remove STREAM, or use AUTO CDC INTO for a feed"));
            }
        }
    }

    private static void reportBatch(ResolvedFlow flow, Diagnostics diagnostics) {
        Optional<ResolvedInput> input = flow.inputs().stream().findFirst();
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_CDC_BATCH_SOURCE,
                                input.map(ResolvedInput::span)
                                        .orElse(flow.declaration().query().span()),
                                flow.declaration().target(),
                                input.map(ResolvedInput::described).orElse("its source"))
                        .withLabel("batch read")
                        .withHint(
                                input.map(
                                                        read ->
                                                                read.isFunction()
                                                                        ? "FROM STREAM "
                                                                                + read.sql()
                                                                                + "(...)"
                                                                        : "FROM STREAM("
                                                                                + read.sql()
                                                                                + ")")
                                                .orElse("FROM STREAM(table)")
                                        + ", or AUTO CDC ONCE INTO to load it one time"));
    }
}
