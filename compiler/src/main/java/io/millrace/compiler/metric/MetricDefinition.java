/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.metric;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a metric view is, its joins made part of one relation. That relation has a struct for the
 * source and one for each join; all expressions reach into these structs, so no name of a field
 * ever hides a column.
 *
 * @param relation the query over the source and the joined tables
 * @param filter over the relation
 * @param fields what readers group by, in their order
 * @param measures what readers ask for with {@code MEASURE}
 */
public record MetricDefinition(
        SourceSpan relation,
        Optional<MetricText> filter,
        List<Column> fields,
        List<Column> measures,
        Optional<String> comment) {

    /** The struct of the relation with the columns of the source. */
    public static final String SOURCE_STRUCT = "millrace_source";

    /** What the name of a struct begins with that has the columns of a joined table. */
    public static final String JOIN_STRUCT = "millrace_join_";

    public MetricDefinition {
        requireNonNull(relation, "relation");
        requireNonNull(filter, "filter");
        requireNonNull(comment, "comment");
        fields = List.copyOf(fields);
        measures = List.copyOf(measures);
    }

    /**
     * A field or a measure.
     *
     * @param place of its name
     * @param expression over the relation
     */
    public record Column(
            String name, SourceSpan place, MetricText expression, Optional<String> comment) {

        public Column {
            requireNonNull(name, "name");
            requireNonNull(place, "place");
            requireNonNull(expression, "expression");
            requireNonNull(comment, "comment");
        }
    }

    /** The columns of the view: the fields, then the measures. */
    public List<Column> columns() {
        return Stream.concat(fields.stream(), measures.stream()).toList();
    }

    /**
     * Reads the YAML of a metric view; empty when it has errors, all of which have been added.
     *
     * @param yaml the text between the dollar signs
     */
    public static Optional<MetricDefinition> read(SourceSpan yaml, Diagnostics diagnostics) {
        Diagnostics own = new Diagnostics();
        Optional<MetricDefinition> definition =
                MetricYaml.parse(yaml, own)
                        .flatMap(root -> new MetricViewReader(own).read(root))
                        .filter(view -> !own.hasErrors())
                        .map(view -> new MetricExpressions(view, own).definition())
                        .filter(view -> !own.hasErrors());
        own.inSourceOrder().forEach(diagnostics::add);
        return definition;
    }
}
