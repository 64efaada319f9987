/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.SqlFragment;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.query.ExpressionAnalysis;
import io.millrace.compiler.query.ExpressionAnalysis.ColumnReference;
import io.millrace.compiler.query.ExpressionParser;
import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/** An expression over one row, and what keeps it from being one. */
final class RowExpression {

    private final ExpressionAnalysis analysis;

    private RowExpression(ExpressionAnalysis analysis) {
        this.analysis = analysis;
    }

    /** Reads an expression; empty, and reported, when it is no expression at all. */
    static Optional<RowExpression> parse(SqlFragment fragment, Diagnostics diagnostics) {
        ExpressionAnalysis analysis = ExpressionParser.analyze(fragment.span());
        analysis.diagnostics().forEach(diagnostics::add);
        return analysis.hasErrors() ? Optional.empty() : Optional.of(new RowExpression(analysis));
    }

    /** Something in an expression that looks at more than one row. */
    record Obstacle(SourceSpan span, String what) {}

    Optional<Obstacle> obstacle() {
        return first(analysis.windowFunctions(), "a window function")
                .or(() -> first(analysis.aggregates(), "an aggregate function"))
                .or(() -> first(analysis.subqueries(), "a subquery"))
                .or(() -> first(analysis.generators(), "a function that returns several rows"))
                .or(() -> analysis.star().map(span -> new Obstacle(span, "a *")));
    }

    /** A call whose value changes from one run to the next. */
    Optional<Obstacle> unstable() {
        return first(analysis.unstable(), "a function whose value changes with every run");
    }

    List<ColumnReference> columns() {
        return analysis.columns();
    }

    /** The first reference to something that is none of the columns. */
    Optional<ColumnReference> unknownColumn(DeclaredColumns columns, String dataset) {
        return unknownColumn(columns, dataset, SelectedColumns.NONE);
    }

    /**
     * As {@link #unknownColumn(DeclaredColumns, String)}.
     *
     * @param relations what the query of the dataset calls its columns
     */
    Optional<ColumnReference> unknownColumn(
            DeclaredColumns columns, String dataset, SelectedColumns relations) {
        if (!columns.areKnown()) {
            return Optional.empty();
        }
        return analysis.columns().stream()
                .filter(reference -> !isKnown(reference.parts(), columns, dataset))
                .filter(reference -> !relations.areMeant(reference.parts(), columns))
                .findFirst();
    }

    private static boolean isKnown(List<String> parts, DeclaredColumns columns, String dataset) {
        if (columns.contains(parts.get(0))) {
            return true;
        }
        int qualifier = parts.indexOf(dataset);
        return qualifier >= 0
                && qualifier + 1 < parts.size()
                && columns.contains(parts.get(qualifier + 1));
    }

    private static Optional<Obstacle> first(List<SourceSpan> spans, String what) {
        return spans.stream().findFirst().map(span -> new Obstacle(span, what));
    }
}
