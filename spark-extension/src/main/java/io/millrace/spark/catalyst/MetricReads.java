/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.MetricsSpec;
import io.millrace.compiler.graph.SqlText;
import io.millrace.compiler.metric.MetricDefinition;
import io.millrace.compiler.token.Quoted;
import io.millrace.compiler.token.SqlScanner;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.statement.StatementErrors;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.aggregate.Measure;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.SparkStrategy;
import org.apache.spark.sql.metricview.logical.MetricViewPlaceholder;
import scala.collection.immutable.Seq;

/**
 * Refuses queries that read a metric view as if it were a table, or a table as if it were a metric
 * view. Spark's analyzer lets them pass, and they end in an internal error.
 */
final class MetricReads {

    private static final RunErrorCode CODE = RunErrorCode.MILLRACE_METRIC_VIEW_READ;
    private static final String STATE = "42K03";
    private static final String NO_VIEW =
            "MEASURE asks for a measure of a metric view, and none is read here";
    private static final String NO_VIEW_HINT = "over a table write the aggregate itself: sum(x)";

    private MetricReads() {}

    /**
     * Looks at the query of a flow.
     *
     * @param others texts of views that were built into the query
     */
    static void check(LogicalPlan analyzed, Flow flow, Collection<SqlText> others) {
        Optional<MetricViewPlaceholder> unread = unread(analyzed);
        if (unread.isPresent()) {
            String name = name(unread.get());
            throw new QueryException(
                    CODE.name(),
                    message(name),
                    Optional.of(hint(name)),
                    SqlErrors.origin(unread.get().origin(), flow.query().sql(), others),
                    null);
        }
        Optional<Expression> measure = measure(analyzed);
        if (measure.isPresent()) {
            throw new QueryException(
                    CODE.name(),
                    NO_VIEW,
                    Optional.of(NO_VIEW_HINT),
                    SqlErrors.origin(measure.get().origin(), flow.query().sql(), others),
                    null);
        }
    }

    /**
     * Looks at any query of a session, when it is about to run: data frames go through here too.
     */
    static final class Strategy extends SparkStrategy {

        @Override
        public Seq<SparkPlan> apply(LogicalPlan plan) {
            Optional<MetricViewPlaceholder> unread = unread(plan);
            if (unread.isPresent()) {
                String name = name(unread.get());
                throw StatementErrors.raise(CODE.name(), STATE, message(name), hint(name));
            }
            if (plan instanceof Aggregate && own(plan).isPresent()) {
                throw StatementErrors.raise(CODE.name(), STATE, NO_VIEW, NO_VIEW_HINT);
            }
            return ScalaInterop.seq(List.of());
        }
    }

    /** A metric view that no aggregate has turned into rows. */
    private static Optional<MetricViewPlaceholder> unread(LogicalPlan plan) {
        if (!plan.containsPattern(TreePattern.METRIC_VIEW_PLACEHOLDER())) {
            return Optional.empty();
        }
        if (plan instanceof MetricViewPlaceholder view) {
            return Optional.of(view);
        }
        return inner(plan).map(MetricReads::unread).flatMap(Optional::stream).findFirst();
    }

    private static Stream<LogicalPlan> inner(LogicalPlan plan) {
        return Stream.concat(
                ScalaInterop.list(plan.children()).stream(),
                ScalaInterop.list(plan.subqueries()).stream());
    }

    /** A measure that no metric view has given a meaning. */
    private static Optional<Expression> measure(LogicalPlan plan) {
        if (!plan.containsPattern(TreePattern.AGGREGATE_EXPRESSION())) {
            return Optional.empty();
        }
        return own(plan)
                .or(
                        () ->
                                inner(plan)
                                        .map(MetricReads::measure)
                                        .flatMap(Optional::stream)
                                        .findFirst());
    }

    private static Optional<Expression> own(LogicalPlan plan) {
        return ScalaInterop.list(plan.expressions()).stream()
                .map(expression -> expression.find(Functions.of(e -> e instanceof Measure)))
                .flatMap(found -> ScalaInterop.optional(found).stream())
                .findFirst();
    }

    /** Spark's error about a query over a metric view, with what is meant by it. */
    static QueryException explained(QueryException error, FlowGraph graph, Flow flow) {
        Optional<Dataset> view =
                flow.upstream().stream()
                        .flatMap(name -> graph.dataset(name).stream())
                        .filter(dataset -> dataset.metrics().isPresent())
                        .findFirst();
        if (view.isEmpty() || error.hint().isPresent()) {
            return error;
        }
        MetricsSpec metrics = view.get().metrics().get();
        String name = graph.displayName(view.get().name());
        Optional<String> measure = metrics.measures().stream().map(m -> m.name()).findFirst();
        if (error.condition().startsWith("MISSING_ATTRIBUTES") && measure.isPresent()) {
            return new QueryException(
                    CODE.name(),
                    "a measure of metric view `%s` is read without MEASURE".formatted(name),
                    Optional.of("write MEASURE(" + Quoted.name(measure.get()) + ")"),
                    error.location(),
                    error);
        }
        return hint(error, flow, measure)
                .map(
                        hint ->
                                new QueryException(
                                        error.condition(),
                                        error.getMessage(),
                                        Optional.of(hint),
                                        error.location(),
                                        error))
                .orElse(error);
    }

    private static Optional<String> hint(
            QueryException error, Flow flow, Optional<String> measure) {
        if (error.condition().startsWith("MISSING_AGGREGATION")) {
            return measure.map(
                    name -> "a measure is read with MEASURE: MEASURE(" + Quoted.name(name) + ")");
        }
        boolean behindGroupBy =
                SqlScanner.scan(flow.query().sql().text()).stream()
                        .anyMatch(token -> token.isWord("HAVING") || token.isWord("ORDER"));
        return error.condition().startsWith("UNRESOLVED_COLUMN") && behindGroupBy
                ? Optional.of(
                        "MEASURE stands behind SELECT only: name it there with AS, and use that name in HAVING and ORDER BY")
                : Optional.empty();
    }

    /** A text of Spark without the names that stand for the source and the joined tables. */
    static String withoutStructs(String message) {
        return message.contains(MetricDefinition.SOURCE_STRUCT)
                        || message.contains(MetricDefinition.JOIN_STRUCT)
                ? message.replace(MetricDefinition.SOURCE_STRUCT + ".", "")
                        .replace(MetricDefinition.JOIN_STRUCT, "")
                : message;
    }

    private static String name(MetricViewPlaceholder view) {
        return view.metadata().identifier().table();
    }

    private static String message(String view) {
        return "metric view `%s` is read as if it were a table; its rows come from GROUP BY and MEASURE"
                .formatted(view);
    }

    private static String hint(String view) {
        return "SELECT field, MEASURE(measure) FROM %s GROUP BY field; join what that returns, not the view"
                .formatted(view);
    }
}
