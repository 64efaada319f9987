/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.ColumnDefinition;
import io.millrace.compiler.ast.Identity;
import io.millrace.compiler.ast.PartitionedByClause;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.source.SourceSpan;
import java.util.Optional;
import java.util.Set;

/**
 * An identity column is a BIGINT that counts by a step, on a table that no AUTO CDC flow writes and
 * that is not partitioned by it.
 */
final class IdentityColumnCheck implements Check {

    private static final Set<String> BIGINT = Set.of("bigint", "long");

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (DatasetDeclaration dataset : pipeline.datasets()) {
            boolean written =
                    dataset.kind() == DatasetKind.STREAMING_TABLE
                            || dataset.kind() == DatasetKind.TABLE;
            if (!written) {
                continue;
            }
            for (ColumnDefinition column : dataset.columns()) {
                column.identity()
                        .ifPresent(
                                identity ->
                                        checkColumn(
                                                pipeline, dataset, column, identity, diagnostics));
            }
        }
    }

    private static void checkColumn(
            PipelineModel pipeline,
            DatasetDeclaration dataset,
            ColumnDefinition column,
            Identity identity,
            Diagnostics diagnostics) {
        column.type()
                .filter(type -> !BIGINT.contains(Names.fold(type.text().strip())))
                .ifPresent(
                        type ->
                                report(
                                        column,
                                        type.span(),
                                        "its type is " + type.text().strip(),
                                        "declare it as BIGINT",
                                        diagnostics));
        if (identity.increment() == 0) {
            report(
                    column,
                    identity.span(),
                    "a step of 0 never moves on",
                    "write INCREMENT BY 1",
                    diagnostics);
        }
        if (column.generatedAs().isPresent() || column.defaultValue().isPresent()) {
            report(
                    column,
                    identity.span(),
                    "it cannot have another source of values",
                    "keep one of the two",
                    diagnostics);
        }
        boolean partition =
                dataset.clause(PartitionedByClause.class).stream()
                        .flatMap(clause -> clause.columns().stream())
                        .flatMap(name -> PlacementColumnsCheck.columnName(name).stream())
                        .anyMatch(name -> name.equalsIgnoreCase(column.name().value()));
        if (partition) {
            report(
                    column,
                    identity.span(),
                    "a table cannot be partitioned by it",
                    "partition by another column",
                    diagnostics);
        }
        Optional<ResolvedFlow> cdc =
                pipeline.flowsInto(dataset.name()).stream()
                        .filter(flow -> flow.declaration().isCdc())
                        .findFirst();
        if (cdc.isPresent()) {
            report(
                    column,
                    identity.span(),
                    "AUTO CDC flow `" + cdc.get().name() + "` merges rows and cannot number them",
                    "remove the column, or number the rows of the source",
                    diagnostics);
        }
    }

    private static void report(
            ColumnDefinition column,
            SourceSpan span,
            String why,
            String hint,
            Diagnostics diagnostics) {
        diagnostics.add(
                Diagnostic.of(ErrorCode.MILLRACE_IDENTITY_COLUMN, span, column.name().value(), why)
                        .withHint(hint));
    }
}
