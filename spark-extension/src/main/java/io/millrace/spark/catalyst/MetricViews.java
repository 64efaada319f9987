/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.MetricsSpec;
import io.millrace.compiler.graph.SqlText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.types.DataTypeUtils;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.metricview.logical.DimensionInputColumn;
import org.apache.spark.sql.metricview.logical.InputColumn;
import org.apache.spark.sql.metricview.logical.MeasureInputColumn;
import org.apache.spark.sql.metricview.logical.MetricViewPlaceholder;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructType;

/** Metric views of a pipeline as the nodes that Spark's analyzer has for its own. */
final class MetricViews {

    private final SparkSession session;
    private final MetricsSpec metrics;
    private final CatalogTable entry;

    /**
     * @param view a metric view of the graph
     */
    MetricViews(SparkSession session, Dataset view) {
        this.session = session;
        this.metrics = view.metrics().orElseThrow();
        // Spark only looks at the name of the entry.
        this.entry =
                CatalogTableBuilder.managed(
                        CatalogTables.identifier(view.name().parts()), new Path("/"));
    }

    /** All that Spark parses of it but the relation. */
    List<SqlText> texts() {
        return Stream.concat(
                        metrics.filter().stream(),
                        metrics.columns().stream().map(MetricsSpec.Column::expression))
                .toList();
    }

    /**
     * The columns as a query that groups by all fields has them: what tells their types, and what
     * is wrong with their expressions.
     *
     * @param expressions gets each expression of the view
     */
    LogicalPlan definition(LogicalPlan relation, Consumer<Expression> expressions) {
        List<InputColumn> columns = columns();
        columns.forEach(column -> expressions.accept(column.expr()));
        return placeholder(columns, new StructType(), filtered(relation), true);
    }

    /**
     * The view as a relation that queries read.
     *
     * @param place where it is read
     */
    LogicalPlan read(LogicalPlan relation, LogicalPlan place, Consumer<Expression> expressions) {
        StructType schema = TextPaths.analyze(session, definition(relation, expressions)).schema();
        List<InputColumn> columns = columns();
        LogicalPlan child = filtered(relation);
        return Origins.with(place, () -> placeholder(columns, schema, child, false));
    }

    private LogicalPlan filtered(LogicalPlan relation) {
        if (metrics.filter().isEmpty()) {
            return relation;
        }
        Expression condition = parse(metrics.filter().get());
        return Origins.with(condition, () -> new Filter(condition, relation));
    }

    private List<InputColumn> columns() {
        List<InputColumn> columns = new ArrayList<>();
        for (MetricsSpec.Column field : metrics.fields()) {
            columns.add(
                    new DimensionInputColumn(
                            field.name(), parse(field.expression()), Metadata.empty()));
        }
        for (MetricsSpec.Column measure : metrics.measures()) {
            columns.add(
                    new MeasureInputColumn(
                            measure.name(), parse(measure.expression()), Metadata.empty()));
        }
        return columns;
    }

    private LogicalPlan placeholder(
            List<InputColumn> columns, StructType schema, LogicalPlan child, boolean create) {
        return new MetricViewPlaceholder(
                entry,
                ScalaInterop.seq(columns),
                ScalaInterop.<Attribute>seq(ScalaInterop.list(DataTypeUtils.toAttributes(schema))),
                child,
                create);
    }

    private Expression parse(SqlText text) {
        try {
            return session.sessionState().sqlParser().parseExpression(text.text());
        } catch (ParseException e) {
            throw SqlErrors.translate(e, text, List.of());
        }
    }
}
