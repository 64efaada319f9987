/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.optimizer.InlineCTE;
import org.apache.spark.sql.catalyst.plans.logical.EventTimeWatermark;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.streaming.operators.stateful.EventTimeStats;
import org.apache.spark.sql.execution.streaming.operators.stateful.EventTimeWatermarkExec;

/**
 * The newest event times that the WATERMARK clauses of a streaming query have seen. Spark takes the
 * watermark of the slowest clause, and after a restart knows of none what it has seen before.
 */
public final class EventTimes {

    private EventTimes() {}

    /**
     * What tells the clauses of a query apart, in the order of the plan: the column, and the
     * streams that it is read from.
     *
     * @param name how a source is called
     */
    public static List<String> clauses(PlannedQuery query, Function<QuerySource, String> name) {
        LogicalPlan plan =
                new InlineCTE(true, false)
                        .apply(((Dataset<?>) query.data()).queryExecution().analyzed());
        List<String> sources = query.streamingSources().stream().map(name).toList();
        List<String> found = new ArrayList<>();
        collect(plan, sources, 0, found);
        return found;
    }

    /** Returns how many streams come before what is behind the plan. */
    private static int collect(
            LogicalPlan plan, List<String> sources, int before, List<String> found) {
        int place = found.size();
        boolean clause = plan instanceof EventTimeWatermark && plan.isStreaming();
        if (clause) {
            found.add("");
        }
        int after = before;
        List<LogicalPlan> children = ScalaInterop.list(plan.children());
        if (children.isEmpty() && plan.isStreaming()) {
            after++;
        }
        for (LogicalPlan child : children) {
            after = collect(child, sources, after, found);
        }
        if (clause) {
            List<String> read =
                    sources.subList(
                            Math.min(before, sources.size()), Math.min(after, sources.size()));
            found.set(
                    place,
                    ((EventTimeWatermark) plan).eventTime().name()
                            + " of "
                            + String.join(", ", read));
        }
        return after;
    }

    /**
     * The newest event time that each clause has seen, in milliseconds since 1970; empty for those
     * that have seen none.
     *
     * @param batch as the sink was given it
     */
    public static List<OptionalLong> newest(org.apache.spark.sql.Dataset<Row> batch) {
        return operators(batch).stream()
                .map(operator -> operator.eventTimeStats().value())
                .map(seen -> seen.count() == 0 ? OptionalLong.empty() : OptionalLong.of(seen.max()))
                .toList();
    }

    /**
     * Lets the clauses of a batch that is not run yet know what they have seen before. Watermarks
     * begin at zero, which is also what Spark reads where there is no time.
     *
     * @param newest one for each clause
     */
    public static void remember(
            org.apache.spark.sql.Dataset<Row> batch, List<OptionalLong> newest) {
        List<EventTimeWatermarkExec> operators = operators(batch);
        for (int i = 0; i < operators.size() && i < newest.size(); i++) {
            if (newest.get(i).orElse(0) > 0) {
                operators.get(i).eventTimeStats().add(newest.get(i).getAsLong());
            }
        }
    }

    /**
     * The columns in which a batch that has run had rows without a time: Spark reads zero there.
     */
    public static List<String> withoutTime(org.apache.spark.sql.Dataset<Row> batch) {
        List<String> columns = new ArrayList<>();
        for (EventTimeWatermarkExec operator : operators(batch)) {
            EventTimeStats seen = operator.eventTimeStats().value();
            if (seen.count() > 0 && seen.min() == 0) {
                columns.add(operator.eventTime().name());
            }
        }
        return columns;
    }

    /** How many clauses the plan of a batch has. */
    public static int count(org.apache.spark.sql.Dataset<Row> batch) {
        return operators(batch).size();
    }

    private static List<EventTimeWatermarkExec> operators(org.apache.spark.sql.Dataset<Row> batch) {
        List<EventTimeWatermarkExec> found = new ArrayList<>();
        collect(((Dataset<Row>) batch).queryExecution().executedPlan(), found);
        return found;
    }

    private static void collect(SparkPlan plan, List<EventTimeWatermarkExec> found) {
        if (plan instanceof EventTimeWatermarkExec operator) {
            found.add(operator);
        }
        ScalaInterop.list(plan.children()).forEach(child -> collect(child, found));
    }
}
