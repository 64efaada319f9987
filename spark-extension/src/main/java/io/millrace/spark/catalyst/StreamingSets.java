/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.EqualNullSafe;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.JoinType;
import org.apache.spark.sql.catalyst.plans.LeftAnti$;
import org.apache.spark.sql.catalyst.plans.LeftSemi$;
import org.apache.spark.sql.catalyst.plans.logical.Deduplicate;
import org.apache.spark.sql.catalyst.plans.logical.Distinct;
import org.apache.spark.sql.catalyst.plans.logical.Except;
import org.apache.spark.sql.catalyst.plans.logical.Intersect;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.JoinHint;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.Dataset;
import scala.Option;

/**
 * What takes the rows of a stream for a set: {@code DISTINCT}, and {@code EXCEPT} and {@code
 * INTERSECT} with a table on the right. Spark takes each for an aggregation, which could not
 * append; here it is the removal of duplicates, so that each row comes out once, when it first
 * appears.
 */
final class StreamingSets {

    private StreamingSets() {}

    /** The same rows in a form that a stream can append. */
    static Dataset<Row> appendable(Dataset<Row> data) {
        LogicalPlan analyzed = data.queryExecution().analyzed();
        if (!analyzed.isStreaming() || !isIn(analyzed)) {
            return data;
        }
        return Dataset.ofRows(data.sparkSession(), rewritten(analyzed));
    }

    private static boolean isIn(LogicalPlan plan) {
        return plan instanceof Distinct
                || plan instanceof Except
                || plan instanceof Intersect
                || ScalaInterop.list(plan.children()).stream().anyMatch(StreamingSets::isIn);
    }

    private static LogicalPlan rewritten(LogicalPlan plan) {
        LogicalPlan result = plan.mapChildren(Functions.of(StreamingSets::rewritten));
        if (result instanceof Distinct distinct && distinct.isStreaming()) {
            return once(distinct.child());
        }
        if (result instanceof Except except && !except.isAll()) {
            return joined(except, except.left(), except.right(), LeftAnti$.MODULE$);
        }
        if (result instanceof Intersect intersect && !intersect.isAll()) {
            return joined(intersect, intersect.left(), intersect.right(), LeftSemi$.MODULE$);
        }
        return result;
    }

    /** Only a stream on the left can be told row by row; what is left as it is Spark refuses. */
    private static LogicalPlan joined(
            LogicalPlan operation, LogicalPlan left, LogicalPlan right, JoinType type) {
        if (!left.isStreaming() || right.isStreaming()) {
            return operation;
        }
        List<Attribute> ours = ScalaInterop.list(left.output());
        List<Attribute> theirs = ScalaInterop.list(right.output());
        List<Expression> equal = new ArrayList<>();
        for (int i = 0; i < ours.size(); i++) {
            equal.add(new EqualNullSafe(ours.get(i), theirs.get(i)));
        }
        Option<Expression> condition = Option.apply(equal.stream().reduce(And::new).orElse(null));
        return once(new Join(left, right, type, condition, JoinHint.NONE()));
    }

    private static LogicalPlan once(LogicalPlan rows) {
        return new Deduplicate(rows.output(), rows);
    }
}
