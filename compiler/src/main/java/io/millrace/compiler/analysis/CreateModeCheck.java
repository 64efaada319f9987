/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.CreateMode;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.source.SourceSpan;
import java.util.Locale;

/**
 * {@code OR REFRESH} and {@code OR REPLACE} exclude {@code IF NOT EXISTS}; a streaming table is
 * never replaced.
 */
final class CreateModeCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (DatasetDeclaration dataset : pipeline.datasets()) {
            if (dataset.mode() == CreateMode.CREATE) {
                continue;
            }
            String mode = dataset.mode() == CreateMode.OR_REFRESH ? "OR REFRESH" : "OR REPLACE";
            if (dataset.ifNotExists()) {
                diagnostics.add(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_CLAUSE_CONFLICT,
                                        word(dataset, "IF", "EXISTS"),
                                        mode,
                                        "IF NOT EXISTS")
                                .withHint("leave IF NOT EXISTS out"));
            }
            boolean stored =
                    dataset.kind() == DatasetKind.STREAMING_TABLE
                            || dataset.kind() == DatasetKind.TABLE;
            if (stored && dataset.mode() == CreateMode.OR_REPLACE) {
                diagnostics.add(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_OR_REPLACE_STREAMING_TABLE,
                                        word(dataset, "OR", "REPLACE"),
                                        dataset.word(),
                                        dataset.written())
                                .withHint(
                                        "write CREATE OR REFRESH; a full refresh loads everything"
                                                + " again"));
            }
        }
    }

    /** Where the words from one to another stand in front of the name. */
    private static SourceSpan word(DatasetDeclaration dataset, String first, String last) {
        SourceSpan whole = dataset.statement().span();
        int nameStart = dataset.nameSpan().start();
        String head =
                whole.file().text().substring(whole.start(), nameStart).toUpperCase(Locale.ROOT);
        int start = head.lastIndexOf(first + " ");
        int end = head.lastIndexOf(last);
        if (start < 0 || end < start) {
            return dataset.nameSpan();
        }
        return whole.file().span(whole.start() + start, whole.start() + end + last.length());
    }
}
