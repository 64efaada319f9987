/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.ColumnDefinition;
import io.millrace.compiler.ast.Identity;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.metric.MetricDefinition;
import io.millrace.compiler.query.OutputColumn;
import io.millrace.compiler.query.QueryOutput;
import java.util.Optional;

/**
 * The columns that a query returns against those that its dataset lists: views and materialized
 * views take the list's names in order, tables match by name.
 */
final class OutputColumnsCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (ResolvedFlow flow : pipeline.flows()) {
            if (flow.targetDataset().isEmpty()
                    || flow.declaration().isCdc()
                    || flow.query().hasErrors()) {
                continue;
            }
            DatasetDeclaration target = flow.targetDataset().get();
            boolean named = target.isView() || target.kind() == DatasetKind.MATERIALIZED_VIEW;
            DeclaredColumns declared = DeclaredColumns.of(target);
            QueryOutput output = flow.query().output();
            if (target.metrics().isPresent()) {
                checkCount(target, declared, target.metrics().get(), diagnostics);
                continue;
            }
            if (named && declared.areKnown()) {
                checkCount(target, declared, output, diagnostics);
                continue;
            }
            for (OutputColumn column : output.duplicates()) {
                diagnostics.add(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_DUPLICATE_COLUMN,
                                        column.span(),
                                        column.name().orElseThrow(),
                                        target.written())
                                .withHint("give one of the two another name with AS"));
            }
            if (!target.isView()) {
                checkNames(target, declared, output, diagnostics);
            }
        }
    }

    private static void checkCount(
            DatasetDeclaration target,
            DeclaredColumns declared,
            QueryOutput output,
            Diagnostics diagnostics) {
        // Computed columns of views are refused by themselves; the query can't return them.
        int computed =
                (int)
                        target.columns().stream()
                                .filter(
                                        column ->
                                                column.identity().isPresent()
                                                        || column.generatedAs().isPresent())
                                .count();
        int listed = declared.names().size();
        int returned = output.columns().size();
        boolean wrong =
                output.complete()
                        ? returned > listed || returned < listed - computed
                        : returned > listed;
        if (wrong) {
            reportCount(
                    target,
                    listed,
                    returned,
                    "list every column of the query, in its order",
                    diagnostics);
        }
    }

    private static void checkCount(
            DatasetDeclaration view,
            DeclaredColumns declared,
            MetricDefinition metrics,
            Diagnostics diagnostics) {
        int listed = declared.names().size();
        int returned = metrics.columns().size();
        if (declared.areKnown() && listed != returned) {
            reportCount(
                    view,
                    listed,
                    returned,
                    "list every field, then every measure, in their order",
                    diagnostics);
        }
    }

    private static void reportCount(
            DatasetDeclaration target,
            int listed,
            int returned,
            String hint,
            Diagnostics diagnostics) {
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_COLUMN_COUNT_MISMATCH,
                                target.specification().orElseThrow().span(),
                                target.described(),
                                count(listed),
                                count(returned))
                        .withHint(hint));
    }

    private static String count(int columns) {
        return columns == 1 ? "1 column" : columns + " columns";
    }

    private static void checkNames(
            DatasetDeclaration target,
            DeclaredColumns declared,
            QueryOutput output,
            Diagnostics diagnostics) {
        for (OutputColumn column : output.columns()) {
            Optional<ColumnDefinition> counted = counted(target, column);
            if (counted.isPresent()) {
                diagnostics.add(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_IDENTITY_COLUMN,
                                        column.span(),
                                        counted.get().name().value(),
                                        "the query returns it, but the table numbers it")
                                .withHint(
                                        "leave it out of the query, or declare it GENERATED BY"
                                                + " DEFAULT AS IDENTITY"));
            } else if (column.name().isEmpty()) {
                diagnostics.add(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_UNALIASED_EXPRESSION,
                                        column.span(),
                                        shorten(column.span().text()),
                                        target.written())
                                .withHint("add AS name"));
            } else if (declared.areKnown() && !declared.takes(column.name().get())) {
                String name = column.name().get();
                diagnostics.add(
                        declared.suggest(
                                        Diagnostic.of(
                                                ErrorCode.MILLRACE_COLUMN_NOT_DECLARED,
                                                column.span(),
                                                "query",
                                                name,
                                                target.written()),
                                        name)
                                .withRelated(
                                        target.specification().orElseThrow().span(),
                                        "its columns are listed here"));
            }
        }
    }

    /** The column that the table always numbers by itself, if this is one. */
    private static Optional<ColumnDefinition> counted(
            DatasetDeclaration target, OutputColumn column) {
        return target.columns().stream()
                .filter(declared -> declared.identity().filter(Identity::always).isPresent())
                .filter(
                        declared ->
                                column.name()
                                        .filter(declared.name().value()::equalsIgnoreCase)
                                        .isPresent())
                .findFirst();
    }

    private static String shorten(String expression) {
        String line = expression.strip().replaceAll("\\s+", " ");
        return line.length() <= 40 ? line : line.substring(0, 37) + "...";
    }
}
