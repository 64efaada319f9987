/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.query.QueryAnalysis;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A flow whose names are resolved.
 *
 * @param targetDataset empty when the target is unknown, which is an error
 * @param query what Spark's parser says of the query
 * @param inputs what the query reads, in source order
 * @param looked the tables that rules of the target look into, by the names of the rules
 */
record ResolvedFlow(
        FlowDeclaration declaration,
        DatasetName target,
        Optional<DatasetDeclaration> targetDataset,
        QueryAnalysis query,
        List<ResolvedInput> inputs,
        Map<String, ResolvedInput> looked) {

    ResolvedFlow {
        requireNonNull(declaration, "declaration");
        requireNonNull(target, "target");
        requireNonNull(targetDataset, "targetDataset");
        requireNonNull(query, "query");
        inputs = List.copyOf(inputs);
        looked = Collections.unmodifiableMap(new LinkedHashMap<>(looked));
    }

    /** All that has to be there before the flow: what it reads, and what rules look into. */
    List<ResolvedInput> needs() {
        List<ResolvedInput> all = new ArrayList<>(inputs);
        all.addAll(looked.values());
        return all;
    }

    String name() {
        return declaration.name();
    }

    /** Whether any input is read as a stream. */
    boolean streaming() {
        return inputs.stream().anyMatch(ResolvedInput::streaming);
    }

    /** Whether this is the query of a view, which is never run by itself. */
    boolean isView() {
        return declaration.body().isEmpty();
    }
}
