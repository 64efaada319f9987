/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A node of the graph that holds or shows rows.
 *
 * @param isPrivate stored, but not in the catalog
 * @param columns as declared; empty when the schema comes from the flows
 * @param metrics the fields and measures of a metric view, which is a view otherwise
 * @param sparkConf what {@code SET} gave before the statement, for the flows of the dataset
 */
public record Dataset(
        DatasetName name,
        DatasetKind kind,
        boolean isPrivate,
        List<DatasetColumn> columns,
        List<DatasetExpectation> expectations,
        List<String> partitionColumns,
        ClusterBy clusterBy,
        List<String> clusterColumns,
        Optional<String> comment,
        Map<String, String> properties,
        RefreshPolicySpec refreshPolicy,
        Optional<SinkSpec> sink,
        Optional<MetricsSpec> metrics,
        Map<String, String> sparkConf,
        Place place) {

    public Dataset {
        requireNonNull(name, "name");
        requireNonNull(kind, "kind");
        requireNonNull(clusterBy, "clusterBy");
        requireNonNull(comment, "comment");
        requireNonNull(refreshPolicy, "refreshPolicy");
        requireNonNull(sink, "sink");
        requireNonNull(metrics, "metrics");
        requireNonNull(place, "place");
        columns = List.copyOf(columns);
        expectations = List.copyOf(expectations);
        partitionColumns = List.copyOf(partitionColumns);
        clusterColumns = List.copyOf(clusterColumns);
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
        sparkConf = Collections.unmodifiableMap(new LinkedHashMap<>(sparkConf));
    }

    /** The same with one property more, or with another value of it. */
    public Dataset withProperty(String key, String value) {
        Map<String, String> changed = new LinkedHashMap<>(properties);
        changed.put(key, value);
        return new Dataset(
                name,
                kind,
                isPrivate,
                columns,
                expectations,
                partitionColumns,
                clusterBy,
                clusterColumns,
                comment,
                changed,
                refreshPolicy,
                sink,
                metrics,
                sparkConf,
                place);
    }

    /** Whether rows are stored for it: not for views and sinks. */
    public boolean isStored() {
        return kind == DatasetKind.STREAMING_TABLE
                || kind == DatasetKind.MATERIALIZED_VIEW
                || kind == DatasetKind.TABLE;
    }

    /** Whether it is a view, temporary or published: computed when it is read. */
    public boolean isView() {
        return kind == DatasetKind.VIEW || kind == DatasetKind.TEMPORARY_VIEW;
    }
}
