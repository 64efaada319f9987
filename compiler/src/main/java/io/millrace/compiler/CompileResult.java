/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.source.SourceFile;
import java.util.List;
import java.util.Optional;

/**
 * What a compilation gives: the graph when there are no errors, and all diagnostics in source
 * order.
 *
 * @param graph empty if and only if a diagnostic is an error
 * @param sources the files as they were read, for showing lines of them later
 */
public record CompileResult(
        Optional<FlowGraph> graph, List<Diagnostic> diagnostics, List<SourceFile> sources) {

    public CompileResult {
        requireNonNull(graph, "graph");
        diagnostics = List.copyOf(diagnostics);
        sources = List.copyOf(sources);
    }

    public boolean hasErrors() {
        return diagnostics.stream().anyMatch(Diagnostic::isError);
    }
}
