/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.AutoCdcFlow;
import io.millrace.compiler.ast.AutoCdcFromSnapshotFlow;
import io.millrace.compiler.ast.ClusterByClause;
import io.millrace.compiler.ast.ColumnDefinition;
import io.millrace.compiler.ast.Identifier;
import io.millrace.compiler.ast.PartitionedByClause;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.Quoted;
import java.util.List;

/**
 * A target of AUTO CDC is stored in a way of its own: rows of deletes without values, and a layout
 * that finds keys. Clauses of the table that do not fit that are refused, or said to do nothing.
 */
final class CdcTargetClausesCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (DatasetDeclaration dataset : pipeline.datasets()) {
            pipeline.flowsInto(dataset.name()).stream()
                    .filter(flow -> flow.declaration().isCdc())
                    .findFirst()
                    .ifPresent(flow -> check(dataset, flow, diagnostics));
        }
    }

    private static void check(
            DatasetDeclaration dataset, ResolvedFlow flow, Diagnostics diagnostics) {
        for (ColumnDefinition column : dataset.columns()) {
            checkColumn(dataset, flow, column, diagnostics);
        }
        dataset.clause(PartitionedByClause.class)
                .ifPresent(clause -> warn(dataset, "PARTITIONED BY", clause.span(), diagnostics));
        dataset.clause(ClusterByClause.class)
                .filter(clause -> !clause.columns().isEmpty())
                .ifPresent(clause -> warn(dataset, "CLUSTER BY", clause.span(), diagnostics));
    }

    private static void checkColumn(
            DatasetDeclaration dataset,
            ResolvedFlow flow,
            ColumnDefinition column,
            Diagnostics diagnostics) {
        String name = column.name().value();
        boolean key = keys(flow).stream().map(Identifier::value).anyMatch(name::equalsIgnoreCase);
        // A key that is NULL is an error of its own.
        if (column.notNull() && !key) {
            refuse(
                    dataset,
                    column,
                    "NOT NULL",
                    "write CONSTRAINT %s_not_null EXPECT (%s IS NOT NULL) ON VIOLATION FAIL UPDATE, which looks at each event"
                            .formatted(plain(name), Quoted.name(name)),
                    diagnostics);
        }
        if (column.defaultValue().isPresent()) {
            refuse(
                    dataset,
                    column,
                    "DEFAULT",
                    column.defaultValue().get().text().equalsIgnoreCase("NULL")
                            ? "leave DEFAULT NULL out: a column that gets no value is NULL anyway"
                            : "put the value into the source: coalesce("
                                    + Quoted.name(name)
                                    + ", ...)",
                    diagnostics);
        }
        if (column.generatedAs().isPresent()) {
            refuse(
                    dataset,
                    column,
                    "GENERATED ALWAYS AS",
                    "compute the column in the source of the flow",
                    diagnostics);
        }
    }

    private static String plain(String name) {
        return name.replaceAll("\\W+", "_");
    }

    private static List<Identifier> keys(ResolvedFlow flow) {
        FlowDeclaration declaration = flow.declaration();
        return declaration
                .cdc()
                .map(AutoCdcFlow::keys)
                .or(() -> declaration.snapshotCdc().map(AutoCdcFromSnapshotFlow::keys))
                .orElse(List.of());
    }

    private static void refuse(
            DatasetDeclaration dataset,
            ColumnDefinition column,
            String clause,
            String hint,
            Diagnostics diagnostics) {
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_CDC_COLUMN_CLAUSE,
                                column.span(),
                                column.name().value(),
                                dataset.written(),
                                clause)
                        .withHint(hint));
    }

    private static void warn(
            DatasetDeclaration dataset, String clause, SourceSpan span, Diagnostics diagnostics) {
        diagnostics.add(
                Diagnostic.of(ErrorCode.MILLRACE_CDC_LAYOUT_CLAUSE, span, clause, dataset.written())
                        .withHint(
                                "leave the clause out; a materialized view over `"
                                        + dataset.written()
                                        + "` can be laid out as you like"));
    }
}
