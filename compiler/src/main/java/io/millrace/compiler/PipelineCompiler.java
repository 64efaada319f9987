/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler;

import io.millrace.compiler.analysis.PipelineAnalysis;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.parameter.ParameterSubstitution;
import io.millrace.compiler.parser.PipelineParser;
import io.millrace.compiler.source.SourceFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compiles the sources of a pipeline to its flow graph: parameters, statements, names, checks,
 * graph. Whatever is wrong with the sources is a diagnostic; no exception gets out because of them.
 */
public final class PipelineCompiler {

    private PipelineCompiler() {}

    /** Compiles all sources together; their order does not matter. */
    public static CompileResult compile(List<SourceFile> sources, CompileOptions options) {
        Diagnostics diagnostics = new Diagnostics();
        List<List<Statement>> statements = new ArrayList<>();
        for (SourceFile source : sources) {
            statements.add(parse(source, options, diagnostics));
        }
        Optional<FlowGraph> graph = analyze(sources, statements, options, diagnostics);
        return new CompileResult(graph, diagnostics.inSourceOrder(), sources);
    }

    private static List<Statement> parse(
            SourceFile source, CompileOptions options, Diagnostics diagnostics) {
        try {
            SourceFile effective =
                    ParameterSubstitution.apply(
                            source, options.configuration(), options.parameters(), diagnostics);
            return PipelineParser.parse(effective, diagnostics);
        } catch (RuntimeException | StackOverflowError e) {
            diagnostics.add(internalError(source, e));
            return List.of();
        }
    }

    private static Optional<FlowGraph> analyze(
            List<SourceFile> sources,
            List<List<Statement>> statements,
            CompileOptions options,
            Diagnostics diagnostics) {
        try {
            return PipelineAnalysis.analyze(options, statements, diagnostics);
        } catch (RuntimeException | StackOverflowError e) {
            diagnostics.add(
                    sources.isEmpty()
                            ? Diagnostic.withoutPlace(
                                    ErrorCode.MILLRACE_INTERNAL_ERROR, e.toString())
                            : internalError(sources.get(0), e));
            return Optional.empty();
        }
    }

    private static Diagnostic internalError(SourceFile source, Throwable e) {
        return Diagnostic.of(ErrorCode.MILLRACE_INTERNAL_ERROR, source.span(0, 0), e.toString())
                .withHint("this is a fault of Millrace, not of your file: please report it");
    }
}
