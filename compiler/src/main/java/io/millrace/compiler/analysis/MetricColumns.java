/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.ColumnDefinition;
import io.millrace.compiler.ast.StringValue;
import io.millrace.compiler.graph.MetricsSpec;
import io.millrace.compiler.graph.SqlText;
import io.millrace.compiler.metric.MetricDefinition;
import io.millrace.compiler.metric.MetricText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The columns of a metric view: as the YAML has them, under the names and with the comments of the
 * statement's column list where there is one.
 */
final class MetricColumns {

    private MetricColumns() {}

    static MetricsSpec of(DatasetDeclaration view, MetricDefinition metrics) {
        List<MetricsSpec.Column> columns = new ArrayList<>();
        List<ColumnDefinition> listed = view.columns();
        for (MetricDefinition.Column column : metrics.columns()) {
            Optional<ColumnDefinition> other =
                    listed.isEmpty() ? Optional.empty() : Optional.of(listed.get(columns.size()));
            columns.add(
                    new MetricsSpec.Column(
                            other.map(definition -> definition.name().value())
                                    .orElse(column.name()),
                            sql(column.expression()),
                            other.flatMap(ColumnDefinition::comment)
                                    .map(StringValue::value)
                                    .or(column::comment)));
        }
        int fields = metrics.fields().size();
        return new MetricsSpec(
                metrics.filter().map(MetricColumns::sql),
                columns.subList(0, fields),
                columns.subList(fields, columns.size()));
    }

    private static SqlText sql(MetricText text) {
        return new SqlText(
                text.text(), text.file().name(), text.file().positions().andThen(text.positions()));
    }
}
