/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A table whose rows are rewritten is no source for a stream, unless the reader asks for the change
 * feed, or to skip commits that change rows.
 */
final class RewrittenSourceCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (ResolvedFlow flow : pipeline.flows()) {
            for (ResolvedInput input : flow.inputs()) {
                boolean optedIn =
                        input.hasOption("readChangeFeed") || input.hasOption("skipChangeCommits");
                if (input.streaming() && !optedIn) {
                    rewritten(input, pipeline, new HashSet<>())
                            .ifPresent(source -> report(input, source, pipeline, diagnostics));
                }
            }
        }
    }

    /** The rewritten table that a streaming read reaches, through batch views too. */
    private static Optional<DatasetDeclaration> rewritten(
            ResolvedInput input, PipelineModel pipeline, Set<String> seen) {
        Optional<DatasetDeclaration> dataset = input.dataset();
        if (dataset.isEmpty() || !seen.add(dataset.get().name().key())) {
            return Optional.empty();
        }
        if (pipeline.rewriting(dataset.get()).isPresent()) {
            return dataset;
        }
        if (!dataset.get().isView() || pipeline.isStreamingView(input)) {
            return Optional.empty();
        }
        return pipeline.queryOf(dataset.get()).stream()
                .flatMap(query -> query.inputs().stream())
                .flatMap(inner -> rewritten(inner, pipeline, seen).stream())
                .findFirst();
    }

    private static void report(
            ResolvedInput input,
            DatasetDeclaration source,
            PipelineModel pipeline,
            Diagnostics diagnostics) {
        String how = pipeline.rewriting(source).orElseThrow();
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_STREAM_READ_OF_REWRITTEN_TABLE,
                                input.span(),
                                source.written(),
                                how)
                        .withLabel(
                                input.dataset().filter(source::equals).isPresent()
                                        ? "streaming read"
                                        : "streaming read of `" + source.written() + "`")
                        .withHint(
                                "read it as a batch in a materialized view, or read its changes:"
                                        + " STREAM "
                                        + source.written().sql()
                                        + " WITH (readChangeFeed = true)")
                        .withRelated(source.nameSpan(), how));
    }
}
