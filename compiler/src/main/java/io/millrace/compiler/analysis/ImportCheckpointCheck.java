/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;

/** Only an append flow can go on from the checkpoint of a query that ran before. */
final class ImportCheckpointCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (ResolvedFlow flow : pipeline.flows()) {
            FlowDeclaration declaration = flow.declaration();
            boolean append = declaration.insert().isPresent() && declaration.once().isEmpty();
            if (declaration.importCheckpoint().isPresent() && !append) {
                diagnostics.add(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_IMPORT_CHECKPOINT_NOT_ALLOWED,
                                        declaration.importCheckpoint().get().span(),
                                        declaration.word(),
                                        declaration.name())
                                .withHint("leave IMPORT CHECKPOINT out"));
            }
        }
    }
}
