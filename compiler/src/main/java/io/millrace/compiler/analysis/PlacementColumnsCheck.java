/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.ClusterByClause;
import io.millrace.compiler.ast.Identifier;
import io.millrace.compiler.ast.PartitionedByClause;
import io.millrace.compiler.ast.SqlFragment;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The columns of {@code PARTITIONED BY} and {@code CLUSTER BY} are plain, declared if columns are
 * declared, given once, and at most four for clustering.
 */
final class PlacementColumnsCheck implements Check {

    private static final int MOST_CLUSTER_COLUMNS = 4;

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (DatasetDeclaration dataset : pipeline.datasets()) {
            if (dataset.isView()) {
                continue;
            }
            DeclaredColumns columns = DeclaredColumns.of(dataset);
            dataset.clause(PartitionedByClause.class)
                    .ifPresent(clause -> checkPartition(dataset, clause, columns, diagnostics));
            dataset.clause(ClusterByClause.class)
                    .ifPresent(clause -> checkCluster(dataset, clause, columns, diagnostics));
        }
    }

    /** The name in a partition column; empty for an expression. */
    static Optional<String> columnName(SqlFragment column) {
        String text = column.text().strip();
        if (text.startsWith("'") || text.startsWith("\"")) {
            return Optional.empty();
        }
        return NamespaceText.parse(text)
                .filter(parts -> parts.size() == 1)
                .map(parts -> parts.get(0));
    }

    private static void checkPartition(
            DatasetDeclaration dataset,
            PartitionedByClause clause,
            DeclaredColumns columns,
            Diagnostics diagnostics) {
        Set<String> seen = new HashSet<>();
        for (SqlFragment column : clause.columns()) {
            Optional<String> name = columnName(column);
            if (name.isPresent()) {
                checkColumn(
                        dataset,
                        "partition",
                        name.get(),
                        column.span(),
                        columns,
                        seen,
                        diagnostics);
                continue;
            }
            diagnostics.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_PARTITION_TRANSFORM,
                                    column.span(),
                                    dataset.written(),
                                    column.text())
                            .withHint(
                                    "give the expression a name in the query and partition by that"
                                            + " column"));
        }
    }

    private static void checkCluster(
            DatasetDeclaration dataset,
            ClusterByClause clause,
            DeclaredColumns columns,
            Diagnostics diagnostics) {
        List<Identifier> keys = clause.columns();
        if (keys.size() > MOST_CLUSTER_COLUMNS) {
            diagnostics.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_TOO_MANY_CLUSTER_COLUMNS,
                                    keys.get(MOST_CLUSTER_COLUMNS).span(),
                                    dataset.written(),
                                    keys.size())
                            .withHint("keep the columns that queries filter by most"));
        }
        Set<String> seen = new HashSet<>();
        for (Identifier key : keys) {
            checkColumn(dataset, "cluster", key.value(), key.span(), columns, seen, diagnostics);
        }
    }

    private static void checkColumn(
            DatasetDeclaration dataset,
            String role,
            String name,
            SourceSpan span,
            DeclaredColumns columns,
            Set<String> seen,
            Diagnostics diagnostics) {
        if (!seen.add(Names.fold(name))) {
            diagnostics.add(
                    Diagnostic.of(
                            ErrorCode.MILLRACE_DUPLICATE_COLUMN, span, name, dataset.written()));
            return;
        }
        if (columns.areKnown() && !columns.contains(name)) {
            diagnostics.add(
                    columns.suggest(
                            Diagnostic.of(
                                    ErrorCode.MILLRACE_COLUMN_NOT_DECLARED,
                                    span,
                                    role,
                                    name,
                                    dataset.written()),
                            name));
        }
    }
}
