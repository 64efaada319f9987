/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.CompileResult;
import io.millrace.compiler.PipelineCompiler;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.project.LoadedProject;
import io.millrace.compiler.project.PipelineProject;
import io.millrace.compiler.project.ProjectLoader;
import io.millrace.compiler.project.ProjectOptions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A project, loaded and compiled.
 *
 * @param project empty when it could not be loaded
 * @param graph empty when there are errors
 * @param diagnostics of loading and compiling
 */
record CompiledProject(
        Optional<PipelineProject> project,
        Optional<FlowGraph> graph,
        List<Diagnostic> diagnostics) {

    private static final Set<ErrorCode> OF_THE_COMMAND_LINE =
            EnumSet.of(
                    ErrorCode.MILLRACE_PATH_NOT_FOUND,
                    ErrorCode.MILLRACE_PIPELINE_NOT_CHOSEN,
                    ErrorCode.MILLRACE_UNKNOWN_PIPELINE,
                    ErrorCode.MILLRACE_UNKNOWN_TARGET,
                    ErrorCode.MILLRACE_UNKNOWN_VARIABLE);

    CompiledProject {
        requireNonNull(project, "project");
        requireNonNull(graph, "graph");
        diagnostics = List.copyOf(diagnostics);
    }

    static CompiledProject load(String path, ProjectOptions options) {
        LoadedProject loaded = ProjectLoader.load(path, options);
        List<Diagnostic> diagnostics = new ArrayList<>(loaded.diagnostics());
        if (loaded.project().isEmpty()) {
            return new CompiledProject(Optional.empty(), Optional.empty(), diagnostics);
        }
        LogFile.silence();
        PipelineProject project = loaded.project().get();
        CompileResult compiled =
                PipelineCompiler.compile(project.sources(), project.compileOptions());
        diagnostics.addAll(compiled.diagnostics());
        return new CompiledProject(loaded.project(), compiled.graph(), diagnostics);
    }

    /** What a command ends with that does nothing but look at the project. */
    int exitCode() {
        if (graph.isPresent()) {
            return ExitCode.OK;
        }
        return diagnostics.stream().anyMatch(CompiledProject::isUsage)
                ? ExitCode.USAGE
                : ExitCode.INVALID_PIPELINE;
    }

    /** Whether the command line is at fault, not the pipeline. */
    private static boolean isUsage(Diagnostic diagnostic) {
        return diagnostic.code() == ErrorCode.MILLRACE_BUNDLE_TARGET
                || (diagnostic.span().isEmpty() && OF_THE_COMMAND_LINE.contains(diagnostic.code()));
    }
}
