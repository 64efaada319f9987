/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.compiler.graph.Flow;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.analysis.UnsupportedOperationChecker;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.optimizer.InlineCTE;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.streaming.OutputMode;
import scala.Option;

/**
 * A streaming query whose groups never end: its lowest aggregate is the stream, of which each batch
 * holds all groups, and what the query makes of them is computed over each batch as over a table.
 * So whatever a batch query can do with the groups is possible: sorting, a pivot, more aggregates,
 * window functions.
 */
public final class CompleteQuery {

    private final Dataset<Row> groups;
    private final LogicalPlan whole;
    private final LogicalPlan aggregate;

    private CompleteQuery(Dataset<Row> groups, LogicalPlan whole, LogicalPlan aggregate) {
        this.groups = groups;
        this.whole = whole;
        this.aggregate = aggregate;
    }

    /**
     * Takes a query apart.
     *
     * @throws QueryException when Structured Streaming cannot compute its groups, or when other
     *     streams come in above them
     */
    public static CompleteQuery of(Flow flow, PlannedQuery query) {
        Dataset<Row> data = (Dataset<Row>) query.data();
        LogicalPlan whole = new InlineCTE(true, false).apply(data.queryExecution().analyzed());
        LogicalPlan aggregate = lowest(flow, whole);
        try {
            UnsupportedOperationChecker.checkForStreaming(aggregate, OutputMode.Complete());
        } catch (Exception e) {
            throw SqlErrors.translate(e, flow.query().sql(), List.of());
        }
        return new CompleteQuery(Dataset.ofRows(data.sparkSession(), aggregate), whole, aggregate);
    }

    /** The stream: each batch of it in complete mode holds all groups. */
    public org.apache.spark.sql.Dataset<Row> groups() {
        return groups;
    }

    /**
     * What the query returns for all groups.
     *
     * @param batch of the stream
     */
    public org.apache.spark.sql.Dataset<Row> rows(org.apache.spark.sql.Dataset<Row> batch) {
        Dataset<Row> given = (Dataset<Row>) MicroBatch.rows(batch);
        LogicalPlan rows = given.queryExecution().analyzed();
        List<Attribute> from = ScalaInterop.list(rows.output());
        List<Attribute> to = ScalaInterop.list(aggregate.output());
        List<NamedExpression> columns = new ArrayList<>();
        for (int i = 0; i < to.size(); i++) {
            Attribute column = to.get(i);
            columns.add(
                    new Alias(
                            from.get(i),
                            column.name(),
                            column.exprId(),
                            column.qualifier(),
                            Option.apply(column.metadata()),
                            ScalaInterop.seq(List.<String>of())));
        }
        LogicalPlan named = new Project(ScalaInterop.seq(columns), rows);
        return Dataset.ofRows(given.sparkSession(), over(whole, named));
    }

    private LogicalPlan over(LogicalPlan plan, LogicalPlan rows) {
        return plan == aggregate
                ? rows
                : plan.mapChildren(Functions.of(child -> over(child, rows)));
    }

    /** The aggregate below which there is none. */
    private static LogicalPlan lowest(Flow flow, LogicalPlan plan) {
        LogicalPlan at = plan;
        while (true) {
            List<LogicalPlan> streams =
                    ScalaInterop.list(at.children()).stream()
                            .filter(LogicalPlan::isStreaming)
                            .toList();
            List<LogicalPlan> grouped =
                    streams.stream().filter(CompleteQuery::hasAggregate).toList();
            if (grouped.isEmpty() && at instanceof Aggregate) {
                return at;
            }
            if (grouped.size() != 1 || streams.size() > 1) {
                throw new QueryException(
                        RunErrorCode.MILLRACE_COMPLETE_FLOW,
                        "flow `%s` aggregates a stream without a watermark, and puts its groups together with another stream"
                                .formatted(flow.name()),
                        "aggregate after the streams are put together, or give each aggregate a"
                                + " streaming table of its own and put the tables together in a"
                                + " materialized view");
            }
            at = grouped.get(0);
        }
    }

    private static boolean hasAggregate(LogicalPlan plan) {
        return plan.isStreaming()
                && (plan instanceof Aggregate
                        || ScalaInterop.list(plan.children()).stream()
                                .anyMatch(CompleteQuery::hasAggregate));
    }
}
