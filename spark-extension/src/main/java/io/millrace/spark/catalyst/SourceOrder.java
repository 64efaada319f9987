/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.analysis.EliminateSubqueryAliases$;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression$;
import org.apache.spark.sql.catalyst.optimizer.CombineUnions$;
import org.apache.spark.sql.catalyst.optimizer.InlineCTE;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationRef;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import scala.Option;

/**
 * Puts the branches of the unions of a streaming query into the order in which the checkpoint
 * numbers their sources: Spark numbers them as they stand. The rows are the same.
 */
final class SourceOrder {

    /** The numbers of the leaves that are read as streams. */
    private final IdentityHashMap<LogicalPlan, Integer> numbers = new IdentityHashMap<>();

    private SourceOrder() {}

    /**
     * The query in that order; empty when no order of branches gives it.
     *
     * @param analyzed the query
     * @param numbers those of its sources, in its order
     */
    static Optional<LogicalPlan> of(LogicalPlan analyzed, int[] numbers) {
        List<LogicalPlan> leaves = leaves(analyzed);
        if (leaves.size() != numbers.length) {
            return Optional.empty();
        }
        SourceOrder order = new SourceOrder();
        for (int i = 0; i < numbers.length; i++) {
            order.numbers.put(leaves.get(i), numbers[i]);
        }
        LogicalPlan sorted = order.sort(analyzed);
        if (order.isInOrder(sorted)) {
            return Optional.of(sorted);
        }
        LogicalPlan inline = new InlineCTE(true, false).apply(analyzed);
        LogicalPlan flat =
                CombineUnions$.MODULE$.apply(EliminateSubqueryAliases$.MODULE$.apply(inline));
        return Optional.of(order.sort(flat)).filter(order::isInOrder);
    }

    private static List<LogicalPlan> leaves(LogicalPlan plan) {
        return ScalaInterop.list(plan.collectLeaves()).stream()
                .filter(leaf -> leaf.isStreaming() && !(leaf instanceof CTERelationRef))
                .toList();
    }

    private boolean isInOrder(LogicalPlan plan) {
        List<LogicalPlan> leaves = leaves(plan);
        boolean inOrder = leaves.size() == numbers.size();
        for (int i = 0; i < leaves.size() && inOrder; i++) {
            inOrder = Integer.valueOf(i).equals(numbers.get(leaves.get(i)));
        }
        return inOrder;
    }

    private LogicalPlan sort(LogicalPlan plan) {
        LogicalPlan result = plan.mapChildren(Functions.of(this::sort));
        if (!(result instanceof Union union) || !union.isStreaming()) {
            return result;
        }
        List<LogicalPlan> given = ScalaInterop.list(union.children());
        List<LogicalPlan> wanted = new ArrayList<>(given);
        wanted.sort(Comparator.comparingInt(this::first));
        return wanted.equals(given) ? union : reordered(union, wanted);
    }

    /** Branches that read no stream stay in front, where they have no number. */
    private int first(LogicalPlan branch) {
        return leaves(branch).stream()
                .mapToInt(leaf -> numbers.getOrDefault(leaf, -1))
                .min()
                .orElse(-1);
    }

    /**
     * A union has the attributes of its first branch. Those of the old one are kept for what stands
     * above, so its branch gets others.
     */
    private static LogicalPlan reordered(Union union, List<LogicalPlan> wanted) {
        LogicalPlan before = union.children().head();
        List<LogicalPlan> branches = new ArrayList<>();
        for (LogicalPlan branch : wanted) {
            branches.add(branch == before ? renewed(branch) : branch);
        }
        Union sorted =
                union.copy(ScalaInterop.seq(branches), union.byName(), union.allowMissingCol());
        List<NamedExpression> columns = new ArrayList<>();
        List<Attribute> old = ScalaInterop.list(union.output());
        List<Attribute> now = ScalaInterop.list(sorted.output());
        for (int i = 0; i < old.size(); i++) {
            Attribute attribute = old.get(i);
            columns.add(
                    new Alias(
                            now.get(i),
                            attribute.name(),
                            attribute.exprId(),
                            attribute.qualifier(),
                            Option.apply(attribute.metadata()),
                            ScalaInterop.seq(List.of())));
        }
        return new Project(ScalaInterop.seq(columns), sorted);
    }

    private static LogicalPlan renewed(LogicalPlan branch) {
        List<NamedExpression> columns = new ArrayList<>();
        for (Attribute attribute : ScalaInterop.list(branch.output())) {
            columns.add(
                    new Alias(
                            attribute,
                            attribute.name(),
                            NamedExpression$.MODULE$.newExprId(),
                            attribute.qualifier(),
                            Option.empty(),
                            ScalaInterop.seq(List.of())));
        }
        return new Project(ScalaInterop.seq(columns), branch);
    }
}
