/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.table;

import com.fasterxml.jackson.databind.node.TextNode;
import io.millrace.compiler.graph.MetricsSpec;
import io.millrace.compiler.graph.Query;
import java.util.List;

/**
 * A metric view in the version of the YAML that Spark reads, which knows neither joins nor
 * comments: the joins are part of its source, the comments stand in the list of columns.
 */
final class MetricViewText {

    private static final String VERSION = "0.1";

    private MetricViewText() {}

    /** What stands behind the clauses of {@code CREATE VIEW}. */
    static String of(MetricsSpec metrics, Query relation) {
        StringBuilder yaml = new StringBuilder(" WITH METRICS LANGUAGE YAML AS $$\n");
        entry(yaml, "", "version", VERSION);
        entry(yaml, "", "source", relation.sql().text());
        metrics.filter().ifPresent(filter -> entry(yaml, "", "filter", filter.text()));
        columns(yaml, "dimensions", metrics.fields());
        columns(yaml, "measures", metrics.measures());
        return yaml.append("$$").toString();
    }

    private static void columns(StringBuilder yaml, String key, List<MetricsSpec.Column> columns) {
        if (columns.isEmpty()) {
            return;
        }
        yaml.append(key).append(":\n");
        for (MetricsSpec.Column column : columns) {
            entry(yaml, "  - ", "name", column.name());
            entry(yaml, "    ", "expr", column.expression().text());
        }
    }

    /** A string of JSON is one of YAML. */
    private static void entry(StringBuilder yaml, String indent, String key, String value) {
        yaml.append(indent).append(key).append(": ").append(TextNode.valueOf(value)).append('\n');
    }
}
