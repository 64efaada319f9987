/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import java.util.List;
import java.util.stream.Collectors;

/** An update that was not begun, because the pipeline or the request has errors. */
public final class PipelineRejectedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<RunDiagnostic> diagnostics;

    public PipelineRejectedException(List<RunDiagnostic> diagnostics) {
        super(
                diagnostics.stream()
                        .map(diagnostic -> "[" + diagnostic.code() + "] " + diagnostic.message())
                        .collect(Collectors.joining("\n")));
        this.diagnostics = List.copyOf(diagnostics);
    }

    /** In source order; never empty. */
    public List<RunDiagnostic> diagnostics() {
        return diagnostics;
    }
}
