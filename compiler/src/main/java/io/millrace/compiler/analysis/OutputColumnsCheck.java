/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.query.OutputColumn;
import io.millrace.compiler.query.QueryOutput;

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
        int listed = declared.names().size();
        int returned = output.columns().size();
        boolean wrong = output.complete() ? listed != returned : returned > listed;
        if (wrong) {
            diagnostics.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_COLUMN_COUNT_MISMATCH,
                                    target.specification().orElseThrow().span(),
                                    target.described(),
                                    count(listed),
                                    count(returned))
                            .withHint("list every column of the query, in its order"));
        }
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
            if (column.name().isEmpty()) {
                diagnostics.add(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_UNALIASED_EXPRESSION,
                                        column.span(),
                                        shorten(column.span().text()),
                                        target.written())
                                .withHint("add AS name"));
            } else if (declared.areKnown() && !declared.contains(column.name().get())) {
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

    private static String shorten(String expression) {
        String line = expression.strip().replaceAll("\\s+", " ");
        return line.length() <= 40 ? line : line.substring(0, 37) + "...";
    }
}
