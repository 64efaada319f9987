/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.diagnostic.Diagnostic;
import java.util.List;
import java.util.Optional;

/**
 * What loading a project gives.
 *
 * @param project empty if and only if a diagnostic is an error
 * @param diagnostics in source order
 */
public record LoadedProject(Optional<PipelineProject> project, List<Diagnostic> diagnostics) {

    public LoadedProject {
        requireNonNull(project, "project");
        diagnostics = List.copyOf(diagnostics);
    }
}
