/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.metric;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/** The YAML of a metric view, read key by key; its SQL is as the user wrote it. */
record MetricView(
        MetricText source,
        List<Join> joins,
        Optional<MetricText> filter,
        List<Column> fields,
        List<Column> measures,
        Optional<String> comment) {

    MetricView {
        requireNonNull(source, "source");
        requireNonNull(filter, "filter");
        requireNonNull(comment, "comment");
        joins = List.copyOf(joins);
        fields = List.copyOf(fields);
        measures = List.copyOf(measures);
    }

    /**
     * A table that rows of its parent look into.
     *
     * @param on the condition; empty when columns of equal names are compared
     * @param using those columns
     */
    record Join(
            MetricText name,
            MetricText source,
            Optional<MetricText> on,
            List<MetricText> using,
            List<Join> joins) {

        Join {
            requireNonNull(name, "name");
            requireNonNull(source, "source");
            requireNonNull(on, "on");
            using = List.copyOf(using);
            joins = List.copyOf(joins);
        }
    }

    /**
     * A field or a measure.
     *
     * @param place of its name
     */
    record Column(String name, SourceSpan place, MetricText expression, Optional<String> comment) {}
}
