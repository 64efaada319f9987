/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.ColumnDefinition;
import io.millrace.compiler.ast.SqlFragment;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.query.TypeParser;
import java.util.Optional;

/** The types, defaults and generating expressions of columns. */
final class ColumnExpressionCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (DatasetDeclaration dataset : pipeline.datasets()) {
            DeclaredColumns columns = DeclaredColumns.of(dataset);
            for (ColumnDefinition column : dataset.columns()) {
                column.type().ifPresent(type -> checkType(column, type, diagnostics));
                column.generatedAs()
                        .ifPresent(
                                value ->
                                        checkGenerated(
                                                dataset, column, value, columns, diagnostics));
                column.defaultValue().ifPresent(value -> checkDefault(column, value, diagnostics));
                if (column.generatedAs().isPresent() && column.defaultValue().isPresent()) {
                    report(
                            ErrorCode.MILLRACE_GENERATED_COLUMN,
                            column,
                            column.defaultValue().get(),
                            "it cannot have a default too",
                            "keep one of the two",
                            diagnostics);
                }
            }
        }
    }

    private static void checkType(
            ColumnDefinition column, SqlFragment type, Diagnostics diagnostics) {
        for (Diagnostic problem : TypeParser.analyze(type.span()).diagnostics()) {
            Diagnostic diagnostic =
                    Diagnostic.of(
                            ErrorCode.MILLRACE_INVALID_TYPE,
                            problem.span().orElse(type.span()),
                            column.name().value(),
                            problem.message());
            Optional<String> hint =
                    TypeNames.hint(problem.span().orElse(type.span()).text()).or(problem::hint);
            diagnostics.add(hint.map(diagnostic::withHint).orElse(diagnostic));
        }
    }

    private static void checkGenerated(
            DatasetDeclaration dataset,
            ColumnDefinition column,
            SqlFragment value,
            DeclaredColumns columns,
            Diagnostics diagnostics) {
        RowExpression.parse(value, diagnostics)
                .ifPresent(
                        expression -> {
                            expression
                                    .obstacle()
                                    .or(expression::unstable)
                                    .ifPresent(
                                            obstacle ->
                                                    report(
                                                            ErrorCode.MILLRACE_GENERATED_COLUMN,
                                                            column,
                                                            new SqlFragment(obstacle.span()),
                                                            "its expression uses "
                                                                    + obstacle.what(),
                                                            "compute the value in the query",
                                                            diagnostics));
                            expression
                                    .unknownColumn(columns, dataset.written().last())
                                    .ifPresent(
                                            unknown ->
                                                    diagnostics.add(
                                                            columns.suggest(
                                                                    Diagnostic.of(
                                                                            ErrorCode
                                                                                    .MILLRACE_COLUMN_NOT_DECLARED,
                                                                            unknown.span(),
                                                                            "source",
                                                                            String.join(
                                                                                    ".",
                                                                                    unknown
                                                                                            .parts()),
                                                                            dataset.written()),
                                                                    unknown.parts().get(0))));
                        });
    }

    private static void checkDefault(
            ColumnDefinition column, SqlFragment value, Diagnostics diagnostics) {
        RowExpression.parse(value, diagnostics)
                .ifPresent(
                        expression -> {
                            expression
                                    .obstacle()
                                    .ifPresent(
                                            obstacle ->
                                                    report(
                                                            ErrorCode.MILLRACE_DEFAULT_VALUE,
                                                            column,
                                                            new SqlFragment(obstacle.span()),
                                                            "it uses " + obstacle.what(),
                                                            "write a constant, or"
                                                                    + " current_timestamp()",
                                                            diagnostics));
                            expression.columns().stream()
                                    .findFirst()
                                    .ifPresent(
                                            reference ->
                                                    report(
                                                            ErrorCode.MILLRACE_DEFAULT_VALUE,
                                                            column,
                                                            new SqlFragment(reference.span()),
                                                            "it names column `"
                                                                    + String.join(
                                                                            ".", reference.parts())
                                                                    + "`",
                                                            "use GENERATED ALWAYS AS (...), or"
                                                                    + " coalesce(...) in the query",
                                                            diagnostics));
                        });
    }

    private static void report(
            ErrorCode code,
            ColumnDefinition column,
            SqlFragment place,
            String why,
            String hint,
            Diagnostics diagnostics) {
        diagnostics.add(
                Diagnostic.of(code, place.span(), column.name().value(), why).withHint(hint));
    }
}
