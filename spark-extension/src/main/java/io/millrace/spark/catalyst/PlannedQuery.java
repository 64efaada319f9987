/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * An analyzed query.
 *
 * @param lookups the tables that rules of its target look into, by the names of the rules
 * @param sources what it reads, in the order in which a streaming query numbers its sources
 * @param repeatable whether the same input always gives the same result: no random values, no
 *     current time or user
 * @param fingerprint changes when the query or a view that it reads does; comments and white space
 *     do not count
 * @param settings those of Spark under which the query was understood and that its meaning may
 *     depend on, by name, sorted
 * @param functions digests of the functions in it that do not come with Spark, by name, sorted
 */
public record PlannedQuery(
        Dataset<Row> data,
        Map<String, Dataset<Row>> lookups,
        List<QuerySource> sources,
        boolean repeatable,
        String fingerprint,
        Map<String, String> settings,
        Map<String, String> functions) {

    public PlannedQuery {
        lookups = Map.copyOf(lookups);
        sources = List.copyOf(sources);
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        functions = Collections.unmodifiableMap(new TreeMap<>(functions));
    }

    public boolean streaming() {
        return data.isStreaming();
    }

    /** The analyzed query as text, one line for each node. */
    public String explained() {
        return ((org.apache.spark.sql.classic.Dataset<Row>) data)
                .queryExecution()
                .analyzed()
                .treeString();
    }

    /** The sources that are read as streams, in the order of a checkpoint's offsets. */
    public List<QuerySource> streamingSources() {
        return sources.stream().filter(QuerySource::streaming).toList();
    }
}
