/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.ColumnDefinition;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.source.SourceSpan;
import java.util.HashMap;
import java.util.Map;

/**
 * A column is listed once and has what its kind of dataset allows: views list names, materialized
 * views compute every value, and a mask is never accepted because nothing would enforce it.
 */
final class ColumnDefinitionCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (DatasetDeclaration dataset : pipeline.datasets()) {
            Map<String, ColumnDefinition> seen = new HashMap<>();
            for (ColumnDefinition column : dataset.columns()) {
                ColumnDefinition first =
                        seen.putIfAbsent(Names.fold(column.name().value()), column);
                if (first != null) {
                    reportDuplicate(dataset, column, first, diagnostics);
                }
                checkMask(column, diagnostics);
                if (dataset.isView()) {
                    checkView(dataset, column, diagnostics);
                } else if (dataset.kind() == DatasetKind.MATERIALIZED_VIEW) {
                    checkComputed(dataset, column, diagnostics);
                }
            }
        }
    }

    private static void reportDuplicate(
            DatasetDeclaration dataset,
            ColumnDefinition column,
            ColumnDefinition first,
            Diagnostics diagnostics) {
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_DUPLICATE_COLUMN,
                                column.name().span(),
                                column.name().value(),
                                dataset.written())
                        .withHint("names of columns do not differ by case alone")
                        .withRelated(first.name().span(), "first listed here"));
    }

    private static void checkMask(ColumnDefinition column, Diagnostics diagnostics) {
        column.mask()
                .ifPresent(
                        mask ->
                                diagnostics.add(
                                        Diagnostic.of(
                                                        ErrorCode
                                                                .MILLRACE_DATA_PROTECTION_NOT_ENFORCED,
                                                        mask.span(),
                                                        "MASK `" + mask.function() + "`")
                                                .withHint(
                                                        "mask the value in the query, and remove the"
                                                                + " clause")));
    }

    private static void checkView(
            DatasetDeclaration dataset, ColumnDefinition column, Diagnostics diagnostics) {
        column.type()
                .ifPresent(
                        type ->
                                report(
                                        dataset,
                                        column,
                                        "a type",
                                        type.span(),
                                        "a view's columns have the types of its query: CAST there",
                                        diagnostics));
        if (column.notNull()) {
            report(
                    dataset,
                    column,
                    "NOT NULL",
                    column.name().span(),
                    "a view stores no rows; filter in the query",
                    diagnostics);
        }
        checkComputed(dataset, column, diagnostics);
    }

    /** Every value comes from the query. */
    private static void checkComputed(
            DatasetDeclaration dataset, ColumnDefinition column, Diagnostics diagnostics) {
        String hint = "compute the value in the query";
        column.defaultValue()
                .ifPresent(
                        value ->
                                report(
                                        dataset,
                                        column,
                                        "a DEFAULT",
                                        value.span(),
                                        "write coalesce(...) in the query",
                                        diagnostics));
        column.generatedAs()
                .ifPresent(
                        value ->
                                report(
                                        dataset,
                                        column,
                                        "GENERATED ALWAYS AS",
                                        value.span(),
                                        hint,
                                        diagnostics));
        column.identity()
                .ifPresent(
                        identity ->
                                report(
                                        dataset,
                                        column,
                                        "an identity",
                                        identity.span(),
                                        "numbers would change at every refresh; declare a streaming"
                                                + " table",
                                        diagnostics));
    }

    private static void report(
            DatasetDeclaration dataset,
            ColumnDefinition column,
            String property,
            SourceSpan span,
            String hint,
            Diagnostics diagnostics) {
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_COLUMN_PROPERTY_NOT_ALLOWED,
                                span,
                                column.name().value(),
                                dataset.described(),
                                property)
                        .withHint(hint));
    }
}
