/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.state;

import static java.util.Objects.requireNonNull;

import io.millrace.spark.catalyst.KeptSource;
import java.util.List;

/**
 * A flow as it was when it last ran, or was about to.
 *
 * @param name as written
 * @param kind the name of its kind
 * @param active whether the last update still had it
 * @param query a digest of its query and clauses; comments and white space aside
 * @param sources what it reads as streams, by the numbers in its checkpoint; places and folders are
 *     empty where an older version wrote it
 * @param operators what its checkpoint keeps state for, in order
 */
public record FlowState(
        String name,
        String kind,
        boolean active,
        String query,
        List<KeptSource> sources,
        List<KeptState> operators) {

    public FlowState {
        requireNonNull(name, "name");
        requireNonNull(kind, "kind");
        requireNonNull(query, "query");
        sources = List.copyOf(sources);
        operators = List.copyOf(operators);
    }

    /**
     * An operator of a streaming query that keeps state.
     *
     * @param what a few words for users: {@code aggregation}
     * @param layout the types of keys and values: state of another layout cannot be read
     * @param meaning what the keys and values are: state of another meaning would be wrong
     */
    public record KeptState(String what, String layout, String meaning) {
        public KeptState {
            requireNonNull(what, "what");
            requireNonNull(layout, "layout");
            requireNonNull(meaning, "meaning");
        }
    }

    public FlowState inactive() {
        return new FlowState(name, kind, false, query, sources, operators);
    }

    public FlowState named(String newName) {
        return new FlowState(newName, kind, active, query, sources, operators);
    }

    /** The same, where a source is called otherwise now. */
    public FlowState withSource(String before, String after) {
        return new FlowState(
                name,
                kind,
                active,
                query,
                sources.stream().map(source -> source.renamed(before, after)).toList(),
                operators);
    }
}
