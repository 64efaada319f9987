/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.query.ExpressionAnalysis.ColumnReference;
import io.millrace.compiler.source.SourceSpan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.ColumnReferenceContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.DereferenceContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.ExpressionContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.FunctionCallContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.LambdaContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.ParenthesizedExpressionContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.PrimaryExpressionContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.QueryContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.StarContext;

/** Walks the parse tree of one expression. */
final class ExpressionWalker {

    private final Positions positions;
    private final Deque<Frame> open = new ArrayDeque<>();
    private final List<ColumnReference> columns = new ArrayList<>();
    private final List<SourceSpan> aggregates = new ArrayList<>();
    private final List<SourceSpan> windowFunctions = new ArrayList<>();
    private final List<SourceSpan> subqueries = new ArrayList<>();
    private final List<SourceSpan> generators = new ArrayList<>();
    private final List<SourceSpan> unstable = new ArrayList<>();
    private final List<Diagnostic> diagnostics = new ArrayList<>();
    private final CatalystCheck catalyst = new CatalystCheck();
    private SourceSpan star;

    ExpressionWalker(Positions positions) {
        this.positions = positions;
    }

    /** A node still to visit and the variables of the lambda functions around it. */
    private record Frame(ParseTree node, Set<String> variables) {}

    void walk(ExpressionContext expression) {
        open.push(new Frame(expression, Set.of()));
        while (!open.isEmpty()) {
            Frame frame = open.pop();
            if (frame.node instanceof ParserRuleContext context) {
                visit(context, frame.variables);
            }
        }
    }

    ExpressionAnalysis result(SourceSpan span, ExpressionContext expression) {
        diagnostics.addAll(catalyst.expression(positions));
        return new ExpressionAnalysis(
                span,
                columns.stream()
                        .sorted(Comparator.comparingInt(column -> column.span().start()))
                        .toList(),
                sorted(aggregates),
                sorted(windowFunctions),
                sorted(subqueries),
                sorted(generators),
                sorted(unstable),
                Optional.ofNullable(star),
                bareColumn(expression),
                Constants.isLiteral(expression)
                        ? Optional.of(
                                Constants.evaluate(expression)
                                        .orElseGet(() -> positions.text(expression)))
                        : Optional.empty(),
                diagnostics);
    }

    private static List<SourceSpan> sorted(List<SourceSpan> spans) {
        return spans.stream().sorted().toList();
    }

    private void visit(ParserRuleContext context, Set<String> variables) {
        catalyst.visit(context);
        if (context instanceof QueryContext) {
            subqueries.add(positions.span(context));
            return;
        }
        if (context instanceof ColumnReferenceContext || context instanceof DereferenceContext) {
            List<String> parts = columnParts((PrimaryExpressionContext) context);
            if (!parts.isEmpty()) {
                if (!variables.contains(lower(parts.get(0)))) {
                    columns.add(new ColumnReference(parts, positions.span(context)));
                }
                return;
            }
        }
        if (context instanceof StarContext && !isCountArgument(context)) {
            star = positions.span(context);
        }
        Set<String> inner = variables;
        if (context instanceof LambdaContext lambda) {
            inner = new HashSet<>(variables);
            for (ParserRuleContext variable : lambda.identifier()) {
                inner.add(lower(Names.name(variable)));
            }
        }
        FunctionUse.of(context).ifPresent(use -> note(use, positions.span(context)));
        for (int i = context.getChildCount() - 1; i >= 0; i--) {
            open.push(new Frame(context.getChild(i), inner));
        }
    }

    private void note(FunctionUse use, SourceSpan span) {
        if (use.over()) {
            windowFunctions.add(span);
        }
        if (use.isAggregate()) {
            aggregates.add(span);
        }
        if (use.isGenerator()) {
            generators.add(span);
        }
        if (use.isNonDeterministic() || use.isCurrentTime()) {
            unstable.add(span);
        }
    }

    /** The parts of {@code a.b.c}; empty when the base is more than a name. */
    private static List<String> columnParts(PrimaryExpressionContext expression) {
        Deque<String> parts = new ArrayDeque<>();
        PrimaryExpressionContext node = expression;
        while (node instanceof DereferenceContext field) {
            parts.addFirst(Names.name(field.fieldName));
            node = field.base;
        }
        if (node instanceof ColumnReferenceContext column) {
            parts.addFirst(Names.name(column.identifier()));
            return List.copyOf(parts);
        }
        return List.of();
    }

    private static boolean isCountArgument(ParserRuleContext star) {
        ParserRuleContext node = star;
        while (node != null && !(node instanceof FunctionCallContext)) {
            if (node.getChildCount() != 1 && node != star) {
                return false;
            }
            node = node.getParent();
        }
        return node instanceof FunctionCallContext call
                && call.functionName().getText().equalsIgnoreCase("count");
    }

    private Optional<ColumnReference> bareColumn(ExpressionContext expression) {
        ParseTree node = Constants.core(expression);
        while (node instanceof ParenthesizedExpressionContext inner) {
            node = Constants.core(inner.expression());
        }
        if (!(node instanceof ColumnReferenceContext) && !(node instanceof DereferenceContext)) {
            return Optional.empty();
        }
        List<String> parts = columnParts((PrimaryExpressionContext) node);
        return parts.isEmpty()
                ? Optional.empty()
                : Optional.of(new ColumnReference(parts, positions.span((ParserRuleContext) node)));
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
