/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.ExistsRule;
import io.millrace.compiler.ast.Expectation;
import io.millrace.compiler.ast.Identifier;
import io.millrace.compiler.ast.RowRule;
import io.millrace.compiler.ast.UniqueRule;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import java.util.List;

/** A rule is a condition on one row of the dataset, over columns that the dataset has. */
final class ExpectationRuleCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        OutputColumns outputs = new OutputColumns(pipeline);
        for (DatasetDeclaration dataset : pipeline.datasets()) {
            for (Expectation expectation : dataset.expectations()) {
                DeclaredColumns columns = outputs.of(dataset);
                if (expectation.rule() instanceof RowRule rule) {
                    checkRow(
                            dataset,
                            expectation,
                            rule,
                            columns,
                            SelectedColumns.of(pipeline, dataset),
                            diagnostics);
                } else if (expectation.rule() instanceof UniqueRule rule) {
                    checkNames(dataset, expectation, rule.columns(), columns, diagnostics);
                } else if (expectation.rule() instanceof ExistsRule rule) {
                    checkNames(dataset, expectation, rule.columns(), columns, diagnostics);
                    pipeline.index()
                            .resolve(rule.table().parts(), dataset.scope())
                            .dataset()
                            .ifPresent(
                                    other ->
                                            checkNames(
                                                    other,
                                                    expectation,
                                                    rule.columns(),
                                                    outputs.of(other),
                                                    diagnostics));
                }
            }
        }
    }

    private static void checkRow(
            DatasetDeclaration dataset,
            Expectation expectation,
            RowRule rule,
            DeclaredColumns columns,
            SelectedColumns selected,
            Diagnostics diagnostics) {
        RowExpression.parse(rule.condition(), diagnostics)
                .ifPresent(
                        condition -> {
                            condition
                                    .obstacle()
                                    .ifPresent(
                                            obstacle -> report(expectation, obstacle, diagnostics));
                            condition
                                    .unknownColumn(columns, dataset.written().last(), selected)
                                    .ifPresent(
                                            column ->
                                                    reportUnknown(
                                                            dataset,
                                                            expectation,
                                                            String.join(".", column.parts()),
                                                            column.span(),
                                                            columns,
                                                            diagnostics));
                        });
    }

    private static void checkNames(
            DatasetDeclaration dataset,
            Expectation expectation,
            List<Identifier> names,
            DeclaredColumns columns,
            Diagnostics diagnostics) {
        for (Identifier name : names) {
            if (columns.areKnown() && !columns.contains(name.value())) {
                reportUnknown(
                        dataset, expectation, name.value(), name.span(), columns, diagnostics);
            }
        }
    }

    private static void report(
            Expectation expectation, RowExpression.Obstacle obstacle, Diagnostics diagnostics) {
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_EXPECTATION_NOT_A_ROW_RULE,
                                obstacle.span(),
                                expectation.name().value(),
                                "it uses " + obstacle.what())
                        .withHint(
                                "compute the value in a materialized view, and put the rule"
                                        + " there"));
    }

    private static void reportUnknown(
            DatasetDeclaration dataset,
            Expectation expectation,
            String column,
            SourceSpan span,
            DeclaredColumns columns,
            Diagnostics diagnostics) {
        diagnostics.add(
                columns.suggest(
                        Diagnostic.of(
                                ErrorCode.MILLRACE_EXPECTATION_UNKNOWN_COLUMN,
                                span,
                                expectation.name().value(),
                                column,
                                dataset.written()),
                        column));
    }
}
