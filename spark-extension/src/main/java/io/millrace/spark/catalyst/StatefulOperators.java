/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.Deduplicate;
import org.apache.spark.sql.catalyst.plans.logical.DeduplicateWithinWatermark;
import org.apache.spark.sql.catalyst.plans.logical.GlobalLimit;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Union;

/** Finds what keeps state in one streaming query. */
final class StatefulOperators {

    private static final int LONGEST = 200;
    private static final int DEEPEST = 50;

    private final List<StatefulOperator> found = new ArrayList<>();

    /** The columns that the query computes on its way. */
    private final Map<ExprId, Expression> definitions = new HashMap<>();

    List<StatefulOperator> found() {
        return List.copyOf(found);
    }

    /** All columns of the result are needed. */
    void collect(LogicalPlan plan) {
        collect(plan, ids(ScalaInterop.list(plan.output())));
    }

    /**
     * @param needed the columns that the operators above use; Spark keeps no others in its state
     */
    private void collect(LogicalPlan plan, Set<ExprId> needed) {
        if (!plan.isStreaming()) {
            return;
        }
        if (plan instanceof Union union) {
            branches(union, needed);
            return;
        }
        Set<ExprId> below = below(plan, needed);
        ScalaInterop.list(plan.children()).forEach(child -> collect(child, below));
        if (plan instanceof Project project) {
            ScalaInterop.list(project.projectList()).forEach(this::define);
        } else if (plan instanceof Aggregate aggregate) {
            found.add(aggregation(aggregate));
        } else if (plan instanceof Deduplicate deduplicate) {
            found.add(duplicates(ScalaInterop.list(deduplicate.keys()), "removal of duplicates"));
        } else if (plan instanceof DeduplicateWithinWatermark within) {
            found.add(
                    duplicates(
                            ScalaInterop.list(within.keys()),
                            "removal of duplicates within the watermark"));
        } else if (plan instanceof Join join
                && join.left().isStreaming()
                && join.right().isStreaming()) {
            found.add(join(join, below));
        } else if (plan instanceof GlobalLimit limit) {
            found.add(new StatefulOperator("limit", "", text(limit.limitExpr())));
        }
    }

    private void branches(Union union, Set<ExprId> needed) {
        List<Attribute> output = ScalaInterop.list(union.output());
        for (LogicalPlan branch : ScalaInterop.list(union.children())) {
            List<Attribute> columns = ScalaInterop.list(branch.output());
            Set<ExprId> below = new HashSet<>();
            for (int i = 0; i < columns.size() && i < output.size(); i++) {
                if (needed.contains(output.get(i).exprId())) {
                    below.add(columns.get(i).exprId());
                }
            }
            collect(branch, below);
        }
    }

    private static Set<ExprId> below(LogicalPlan plan, Set<ExprId> needed) {
        Set<ExprId> below = new HashSet<>();
        if (plan instanceof Project project) {
            for (NamedExpression column : ScalaInterop.list(project.projectList())) {
                if (needed.contains(column.exprId())) {
                    below.addAll(references((Expression) column));
                }
            }
            return below;
        }
        if (!(plan instanceof Aggregate)) {
            below.addAll(needed);
        }
        for (Expression expression : ScalaInterop.list(plan.expressions())) {
            below.addAll(references(expression));
        }
        return below;
    }

    private static Set<ExprId> references(Expression expression) {
        return ids(ScalaInterop.list(expression.references().toSeq()));
    }

    private static Set<ExprId> ids(List<Attribute> attributes) {
        Set<ExprId> ids = new HashSet<>();
        attributes.forEach(attribute -> ids.add(attribute.exprId()));
        return ids;
    }

    private void define(NamedExpression expression) {
        if (expression instanceof Alias alias) {
            definitions.put(alias.exprId(), alias.child());
        }
    }

    private StatefulOperator aggregation(Aggregate aggregate) {
        List<Expression> keys = ScalaInterop.list(aggregate.groupingExpressions());
        List<Expression> functions = new ArrayList<>();
        ScalaInterop.list(aggregate.aggregateExpressions())
                .forEach(expression -> functions((Expression) expression, functions));
        return new StatefulOperator(
                "aggregation",
                "by (%s) of (%s)".formatted(types(keys), signatures(functions)),
                "by (%s) of (%s)".formatted(texts(keys), texts(functions)));
    }

    private void functions(Expression expression, List<Expression> found) {
        if (expression instanceof AggregateExpression aggregate) {
            boolean known = found.stream().anyMatch(other -> text(other).equals(text(aggregate)));
            if (!known) {
                found.add(aggregate);
            }
            return;
        }
        ScalaInterop.list(expression.children()).forEach(child -> functions(child, found));
    }

    private StatefulOperator duplicates(List<Attribute> keys, String what) {
        List<Expression> sorted = new ArrayList<>(keys);
        return new StatefulOperator(what, "(" + types(sorted) + ")", "(" + texts(sorted) + ")");
    }

    private StatefulOperator join(Join join, Set<ExprId> needed) {
        String type = join.joinType().sql().toLowerCase(Locale.ROOT);
        String on = join.condition().isEmpty() ? "" : text(join.condition().get());
        return new StatefulOperator(
                type + " join of two streams",
                "(%s) with (%s)"
                        .formatted(columns(join.left(), needed), columns(join.right(), needed)),
                "on " + on);
    }

    private static String columns(LogicalPlan plan, Set<ExprId> needed) {
        return ScalaInterop.list(plan.output()).stream()
                .filter(column -> needed.contains(column.exprId()))
                .map(column -> column.dataType().sql())
                .collect(Collectors.joining(", "));
    }

    private static String types(List<Expression> expressions) {
        return expressions.stream()
                .map(expression -> expression.dataType().sql())
                .collect(Collectors.joining(", "));
    }

    private static String signatures(List<Expression> functions) {
        return functions.stream()
                .map(
                        function ->
                                name(function)
                                        + "("
                                        + types(ScalaInterop.list(arguments(function)))
                                        + ")")
                .collect(Collectors.joining(", "));
    }

    private static String name(Expression function) {
        return ((AggregateExpression) function).aggregateFunction().prettyName();
    }

    private static scala.collection.immutable.Seq<Expression> arguments(Expression function) {
        return ((AggregateExpression) function).aggregateFunction().children();
    }

    private String texts(List<Expression> expressions) {
        return expressions.stream().map(this::text).collect(Collectors.joining(", "));
    }

    /**
     * The expression in terms of what the sources have: columns that the query computes are
     * replaced by their definitions, and qualifiers are left out.
     */
    private String text(Expression expression) {
        String text = bare(expression, 0).sql().toLowerCase(Locale.ROOT);
        return text.length() <= LONGEST
                ? text
                : text.substring(0, LONGEST) + "... " + Digests.sha256(text).substring(0, 16);
    }

    private Expression bare(Expression expression, int depth) {
        if (expression instanceof Alias alias) {
            return bare(alias.child(), depth);
        }
        if (expression instanceof AttributeReference attribute) {
            Expression definition = definitions.get(attribute.exprId());
            return definition == null || depth > DEEPEST
                    ? attribute.withQualifier(ScalaInterop.seq(List.of()))
                    : bare(definition, depth + 1);
        }
        return expression.mapChildren(Functions.of(child -> bare(child, depth)));
    }
}
