/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.graph.DatasetKind;
import java.util.Optional;

/** Materialized views and published views are batch queries: no relation is read as a stream. */
final class BatchQueryCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (ResolvedFlow flow : pipeline.flows()) {
            Optional<DatasetDeclaration> owner = flow.declaration().owner();
            if (owner.isEmpty()) {
                continue;
            }
            for (ResolvedInput input : flow.inputs()) {
                if (!input.streaming()) {
                    continue;
                }
                if (owner.get().kind() == DatasetKind.MATERIALIZED_VIEW) {
                    report(
                            ErrorCode.MILLRACE_STREAM_IN_MATERIALIZED_VIEW,
                            owner.get(),
                            input,
                            removal(input)
                                    + ", or declare it as a streaming table: CREATE STREAMING TABLE "
                                    + owner.get().written().sql(),
                            diagnostics);
                } else if (owner.get().kind() == DatasetKind.VIEW) {
                    report(
                            ErrorCode.MILLRACE_STREAM_IN_PUBLISHED_VIEW,
                            owner.get(),
                            input,
                            "CREATE TEMPORARY VIEW "
                                    + owner.get().written().sql()
                                    + ", or remove STREAM",
                            diagnostics);
                }
            }
        }
    }

    private static String removal(ResolvedInput input) {
        if (input.isFunction() && input.writtenName().equalsIgnoreCase("cloud_files")) {
            return "write FROM read_files(path, format => '...') instead of cloud_files";
        }
        return "remove STREAM: FROM "
                + (input.isFunction() ? input.writtenName() : input.sql())
                + (input.isFunction() ? "(...)" : "");
    }

    private static void report(
            ErrorCode code,
            DatasetDeclaration dataset,
            ResolvedInput input,
            String hint,
            Diagnostics diagnostics) {
        diagnostics.add(
                Diagnostic.of(code, input.span(), dataset.written(), input.described())
                        .withLabel("streaming read")
                        .withHint(hint));
    }
}
