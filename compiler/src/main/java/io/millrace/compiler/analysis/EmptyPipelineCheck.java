/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;

/** A pipeline has at least one dataset that outlives an update. */
final class EmptyPipelineCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        boolean lasting =
                pipeline.datasets().stream().anyMatch(dataset -> !dataset.isTemporaryView());
        if (lasting || diagnostics.hasErrors()) {
            return;
        }
        String why =
                pipeline.datasets().isEmpty()
                        ? "it declares no datasets"
                        : "it only has temporary views";
        diagnostics.add(
                Diagnostic.withoutPlace(ErrorCode.MILLRACE_EMPTY_PIPELINE, why)
                        .withHint(
                                "add CREATE STREAMING TABLE, CREATE MATERIALIZED VIEW or CREATE VIEW"));
    }
}
