/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What makes a view a metric view. The query of its flow is the relation over which all of this is
 * computed; the columns of the view are its fields, then its measures.
 *
 * @param filter of the relation's rows
 * @param fields what readers group by
 * @param measures what readers ask for with {@code MEASURE}
 */
public record MetricsSpec(Optional<SqlText> filter, List<Column> fields, List<Column> measures) {

    public MetricsSpec {
        requireNonNull(filter, "filter");
        fields = List.copyOf(fields);
        measures = List.copyOf(measures);
    }

    /** A field or a measure under the name that readers see. */
    public record Column(String name, SqlText expression, Optional<String> comment) {

        public Column {
            requireNonNull(name, "name");
            requireNonNull(expression, "expression");
            requireNonNull(comment, "comment");
        }
    }

    /** The columns of the view, in their order. */
    public List<Column> columns() {
        return Stream.concat(fields.stream(), measures.stream()).toList();
    }
}
