/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.query.QueryFact;
import io.millrace.compiler.source.SourceSpan;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which batch views can be read as a stream: those whose rows are rows of their sources, one by
 * one, so that new rows of the sources are the new rows of the view.
 */
final class StreamableViews {

    private static final Set<QueryFact.Kind> REWRITING =
            EnumSet.of(
                    QueryFact.Kind.AGGREGATE,
                    QueryFact.Kind.DISTINCT,
                    QueryFact.Kind.JOIN,
                    QueryFact.Kind.LIMIT,
                    QueryFact.Kind.ORDER_BY,
                    QueryFact.Kind.WINDOW_FUNCTION);

    private final PipelineModel pipeline;
    private final Map<String, Optional<Obstacle>> known = new HashMap<>();

    StreamableViews(PipelineModel pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * Why a view cannot be read as a stream.
     *
     * @param span the place in the view's query
     */
    record Obstacle(String why, SourceSpan span, String label) {}

    /** What stands in the way of reading a batch view as a stream; empty when nothing does. */
    Optional<Obstacle> obstacle(DatasetDeclaration view) {
        String key = view.name().key();
        Optional<Obstacle> found = known.get(key);
        if (found == null) {
            // A view that reads itself is an error of its own.
            known.put(key, Optional.empty());
            found = pipeline.queryOf(view).flatMap(this::find);
            known.put(key, found);
        }
        return found;
    }

    private Optional<Obstacle> find(ResolvedFlow query) {
        Optional<DatasetDeclaration> metricView =
                query.targetDataset().filter(view -> view.metrics().isPresent());
        if (metricView.isPresent()) {
            return Optional.of(
                    new Obstacle(
                            "it is a metric view, which is read with MEASURE",
                            metricView.get().nameSpan(),
                            "declared here"));
        }
        for (QueryFact fact : query.query().facts()) {
            if (REWRITING.contains(fact.kind())) {
                return Optional.of(
                        new Obstacle(
                                "it does more than project, filter and union",
                                fact.span(),
                                fact.name() + " here"));
            }
        }
        if (query.inputs().isEmpty()) {
            return Optional.of(
                    new Obstacle("it reads no table", query.query().span(), "its query"));
        }
        for (ResolvedInput input : query.inputs()) {
            Optional<Obstacle> deeper =
                    input.dataset()
                            .filter(DatasetDeclaration::isView)
                            .filter(view -> !pipeline.isStreamingView(input))
                            .flatMap(this::obstacle);
            if (deeper.isPresent()) {
                return deeper;
            }
        }
        return Optional.empty();
    }
}
