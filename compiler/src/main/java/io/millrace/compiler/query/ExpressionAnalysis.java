/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * What an expression that stands alone is made of.
 *
 * @param span the expression in its file
 * @param columns every column that it refers to, in source order; variables of lambda functions are
 *     none
 * @param aggregates calls of aggregate functions
 * @param windowFunctions calls with OVER
 * @param subqueries queries in parentheses, EXISTS and IN included
 * @param generators calls of functions that return several rows, such as {@code explode}
 * @param unstable calls whose value changes from one run to the next: {@code rand()}, {@code now()}
 * @param star a {@code *}, when there is one outside {@code count(*)}
 * @param bareColumn the column, when the whole expression is nothing else; brackets don't count
 * @param literal its value as text, when the whole expression is a constant; {@code NULL} is the
 *     text {@code NULL}
 * @param diagnostics what is wrong with the expression itself; the rest is empty then
 */
public record ExpressionAnalysis(
        SourceSpan span,
        List<ColumnReference> columns,
        List<SourceSpan> aggregates,
        List<SourceSpan> windowFunctions,
        List<SourceSpan> subqueries,
        List<SourceSpan> generators,
        List<SourceSpan> unstable,
        Optional<SourceSpan> star,
        Optional<ColumnReference> bareColumn,
        Optional<String> literal,
        List<Diagnostic> diagnostics) {

    public ExpressionAnalysis {
        requireNonNull(span, "span");
        columns = List.copyOf(columns);
        aggregates = List.copyOf(aggregates);
        windowFunctions = List.copyOf(windowFunctions);
        subqueries = List.copyOf(subqueries);
        generators = List.copyOf(generators);
        unstable = List.copyOf(unstable);
        requireNonNull(star, "star");
        requireNonNull(bareColumn, "bareColumn");
        requireNonNull(literal, "literal");
        diagnostics = List.copyOf(diagnostics);
    }

    public boolean hasErrors() {
        return diagnostics.stream().anyMatch(Diagnostic::isError);
    }

    /**
     * A reference to a column, or to a field inside one.
     *
     * @param parts without back-ticks; which of them is a qualifier, the column or a field is not
     *     known here
     */
    public record ColumnReference(List<String> parts, SourceSpan span) {

        public ColumnReference {
            parts = List.copyOf(parts);
            requireNonNull(span, "span");
        }
    }
}
