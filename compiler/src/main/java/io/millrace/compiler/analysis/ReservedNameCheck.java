/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.ColumnDefinition;
import io.millrace.compiler.ast.CreateFlow;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;

/**
 * Names that begin with a prefix of ours could clash with what the engine stores beside a table.
 */
final class ReservedNameCheck implements Check {

    private static final String PREFIX = "__millrace";
    private static final String COLUMN_PREFIX = "__mr_";

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (DatasetDeclaration dataset : pipeline.datasets()) {
            checkName(dataset.written().last(), PREFIX, dataset.nameSpan(), diagnostics);
            for (ColumnDefinition column : dataset.columns()) {
                checkName(column.name().value(), COLUMN_PREFIX, column.name().span(), diagnostics);
            }
        }
        for (ResolvedFlow flow : pipeline.flows()) {
            if (flow.declaration().statement() instanceof CreateFlow statement) {
                checkName(flow.name(), PREFIX, statement.name().span(), diagnostics);
            }
        }
    }

    private static void checkName(
            String name, String prefix, SourceSpan span, Diagnostics diagnostics) {
        if (Names.fold(name).startsWith(prefix)) {
            diagnostics.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_RESERVED_NAME,
                                    span,
                                    name,
                                    "names that begin with " + prefix + " belong to the engine")
                            .withHint("choose another name"));
        }
    }
}
