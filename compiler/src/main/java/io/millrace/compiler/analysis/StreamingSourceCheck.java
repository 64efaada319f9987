/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.source.SourceSpan;
import java.util.Optional;

/**
 * Whether a flow's query must be streaming: appending to a streaming table or a sink needs a
 * stream, a once flow must not have one.
 */
final class StreamingSourceCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (ResolvedFlow flow : pipeline.flows()) {
            if (flow.declaration().insert().isEmpty() || flow.query().hasErrors()) {
                continue;
            }
            Optional<DatasetKind> kind = flow.targetDataset().map(DatasetDeclaration::kind);
            if (flow.declaration().once().isPresent()) {
                checkOnce(flow, diagnostics);
            } else if (kind.equals(Optional.of(DatasetKind.STREAMING_TABLE))
                    || kind.equals(Optional.of(DatasetKind.SINK))) {
                checkAppend(flow, pipeline, diagnostics);
            }
        }
    }

    private static void checkOnce(ResolvedFlow flow, Diagnostics diagnostics) {
        for (ResolvedInput input : flow.inputs()) {
            if (input.streaming()) {
                diagnostics.add(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_ONCE_FLOW_READS_STREAM,
                                        input.span(),
                                        flow.name(),
                                        input.described())
                                .withLabel("streaming read")
                                .withHint("remove STREAM, or remove ONCE"));
            }
        }
    }

    private static void checkAppend(
            ResolvedFlow flow, PipelineModel pipeline, Diagnostics diagnostics) {
        boolean reportedOtherwise =
                flow.inputs().stream().anyMatch(input -> pipeline.isStreamingView(input));
        if (flow.streaming() || reportedOtherwise) {
            return;
        }
        DatasetDeclaration target = flow.targetDataset().orElseThrow();
        Optional<ResolvedInput> input = flow.inputs().stream().findFirst();
        if (input.isEmpty()) {
            SourceSpan query = flow.query().span();
            SourceSpan firstWord =
                    query.file().span(query.start(), query.start() + firstWordLength(query.text()));
            diagnostics.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_BATCH_READ_IN_STREAMING_TABLE,
                                    firstWord,
                                    target.described(),
                                    "its query reads no table")
                            .withHint(batchHint(target)));
            return;
        }
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_BATCH_READ_IN_STREAMING_TABLE,
                                input.get().span(),
                                target.described(),
                                input.get().described() + " is read as a batch")
                        .withLabel("batch read")
                        .withHint(hint(input.get(), target, pipeline)));
    }

    private static String hint(
            ResolvedInput input, DatasetDeclaration target, PipelineModel pipeline) {
        if (input.isFunction()) {
            return "add STREAM before "
                    + input.writtenName()
                    + ": FROM STREAM "
                    + input.writtenName()
                    + "(...)";
        }
        boolean rewritten =
                input.dataset()
                        .filter(dataset -> pipeline.rewriting(dataset).isPresent())
                        .isPresent();
        return rewritten ? batchHint(target) : "FROM STREAM " + input.sql();
    }

    private static String batchHint(DatasetDeclaration target) {
        return target.kind() == DatasetKind.SINK
                ? "load it once: CREATE FLOW name AS INSERT ONCE INTO "
                        + target.written().sql()
                        + " BY NAME SELECT ..."
                : "CREATE MATERIALIZED VIEW "
                        + target.written().sql()
                        + ", or load it once: FLOW INSERT ONCE BY NAME SELECT ...";
    }

    private static int firstWordLength(String text) {
        int length = 0;
        while (length < text.length() && Character.isLetterOrDigit(text.charAt(length))) {
            length++;
        }
        return length;
    }
}
