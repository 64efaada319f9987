/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import io.millrace.compiler.CompileResult;
import io.millrace.compiler.PipelineCompiler;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.DiagnosticRenderer;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * A definition, compiled. Datasets that wait for their first flow are left out: they have nothing
 * to run, and keep nobody else from running.
 *
 * @param graph empty when all of it waits
 * @param waiting where datasets stand that wait
 * @param notes warnings of the compiler
 */
record Unit(
        Optional<FlowGraph> graph,
        List<SourceFile> sources,
        List<SourceSpan> waiting,
        List<String> notes) {

    /** A copy of the definition for those who look at the table. */
    static final String PROPERTY = "millrace.definition";

    private static final Set<ErrorCode> WAITS =
            Set.of(ErrorCode.MILLRACE_DATASET_WITHOUT_FLOW, ErrorCode.MILLRACE_SINK_WITHOUT_FLOW);

    Unit {
        sources = List.copyOf(sources);
        waiting = List.copyOf(waiting);
        notes = List.copyOf(notes);
    }

    /** Compiles a definition as it is kept. */
    static Unit of(Definition definition, SessionText.Namespace namespace) {
        List<SourceFile> sources = definition.entries().stream().map(SessionViews::source).toList();
        return of(definition, namespace, sources, (file, spans) -> Optional.empty());
    }

    /**
     * Compiles the statements of a definition.
     *
     * @param sources all of them; a file is left out as a whole for a dataset in it that waits
     * @param without gives a file in which some statements are blanked out; empty to leave the file
     *     out
     * @throws io.millrace.spark.catalyst.statement.StatementException when there are errors
     */
    static Unit of(
            Definition definition,
            SessionText.Namespace namespace,
            List<SourceFile> sources,
            BiFunction<SourceFile, List<SourceSpan>, Optional<SourceFile>> without) {
        CompileResult compiled = compile(definition, namespace, sources);
        List<Diagnostic> errors = errors(compiled);
        if (!errors.stream().allMatch(error -> WAITS.contains(error.code()))) {
            throw Problems.invalid(errors);
        }
        List<SourceSpan> waiting =
                compiled.diagnostics().stream()
                        .filter(diagnostic -> WAITS.contains(diagnostic.code()))
                        .flatMap(diagnostic -> diagnostic.span().stream())
                        .toList();
        if (waiting.isEmpty()) {
            return new Unit(compiled.graph(), sources, List.of(), notes(compiled));
        }
        List<SourceFile> left = new ArrayList<>();
        for (SourceFile source : sources) {
            List<SourceSpan> inside =
                    waiting.stream().filter(s -> s.file().name().equals(source.name())).toList();
            if (inside.isEmpty()) {
                left.add(source);
            } else {
                without.apply(source, inside).ifPresent(left::add);
            }
        }
        CompileResult rest = compile(definition, namespace, left);
        List<Diagnostic> others = errors(rest);
        boolean nothing =
                others.stream().allMatch(e -> e.code() == ErrorCode.MILLRACE_EMPTY_PIPELINE);
        if (!nothing) {
            throw Problems.invalid(others);
        }
        return new Unit(rest.graph(), left, waiting, notes(rest));
    }

    private static CompileResult compile(
            Definition definition, SessionText.Namespace namespace, List<SourceFile> sources) {
        return PipelineCompiler.compile(sources, namespace.options(definition.pipeline()));
    }

    private static List<Diagnostic> errors(CompileResult compiled) {
        return compiled.diagnostics().stream().filter(Diagnostic::isError).toList();
    }

    private static List<String> notes(CompileResult compiled) {
        return compiled.diagnostics().stream()
                .filter(diagnostic -> !diagnostic.isError())
                .map(DiagnosticRenderer.plain()::render)
                .toList();
    }

    /** The graph with the definition in the properties of each table. */
    static FlowGraph described(FlowGraph graph, Definition definition) {
        return new FlowGraph(
                graph.version(),
                graph.pipeline(),
                graph.catalog(),
                graph.schema(),
                graph.datasets().stream().map(dataset -> described(dataset, definition)).toList(),
                graph.flows());
    }

    private static Dataset described(Dataset dataset, Definition definition) {
        String text = definition.text(dataset.name());
        if (!dataset.isStored() || text.isEmpty()) {
            return dataset;
        }
        return dataset.withProperty(PROPERTY, text);
    }
}
