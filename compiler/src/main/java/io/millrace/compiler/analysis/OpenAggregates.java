/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.query.QueryFact;
import io.millrace.compiler.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Aggregates of streams whose groups never end, because no watermark passes them. A query counts
 * together with the temporary views that it reads.
 */
final class OpenAggregates {

    private final PipelineModel pipeline;

    OpenAggregates(PipelineModel pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * Whether each batch of a flow holds all groups and takes the place of its table's rows. Such a
     * flow must be the only one of its table.
     */
    boolean isComplete(ResolvedFlow flow) {
        return mayBeComplete(flow) && !facts(flow, QueryFact.Kind.AGGREGATE).isEmpty();
    }

    private static boolean mayBeComplete(ResolvedFlow flow) {
        return flow.declaration().insert().isPresent()
                && flow.declaration().once().isEmpty()
                && flow.targetDataset()
                        .filter(target -> target.kind() == DatasetKind.STREAMING_TABLE)
                        .isPresent();
    }

    /**
     * The facts of a kind over streams without a watermark, in the query of a flow and in the views
     * that it reads as streams.
     */
    List<QueryFact> facts(ResolvedFlow flow, QueryFact.Kind kind) {
        List<QueryFact> found = new ArrayList<>();
        collect(flow, kind, found, new HashSet<>());
        return found;
    }

    private void collect(
            ResolvedFlow flow, QueryFact.Kind kind, List<QueryFact> found, Set<String> seen) {
        for (QueryFact fact : flow.query().facts(kind)) {
            if (fact.overStream() && !isWatermarked(flow, fact)) {
                found.add(fact);
            }
        }
        for (ResolvedInput input : flow.inputs()) {
            if (input.streaming() && seen.add(input.name().key())) {
                viewQuery(input).ifPresent(view -> collect(view, kind, found, seen));
            }
        }
    }

    /** Whether a fact reads through a WATERMARK clause, its own or one of a view. */
    boolean isWatermarked(ResolvedFlow flow, QueryFact fact) {
        if (fact.watermarked()) {
            return true;
        }
        return !fact.unmarked().isEmpty()
                && fact.unmarked().stream().allMatch(side -> any(flow, side, this::isWatermarked));
    }

    private boolean isWatermarked(ResolvedFlow view) {
        return isWatermarked(view, new HashSet<>());
    }

    private boolean isWatermarked(ResolvedFlow view, Set<String> seen) {
        return view.query().watermarked()
                || view.inputs().stream()
                        .filter(input -> seen.add(input.name().key()))
                        .flatMap(input -> viewQuery(input).stream())
                        .anyMatch(inner -> isWatermarked(inner, seen));
    }

    /** Whether what a fact works on is groups that never end. */
    boolean isOverGroups(ResolvedFlow flow, QueryFact fact) {
        return !isWatermarked(flow, fact)
                && (fact.aggregated()
                        || fact.unmarked().stream()
                                .anyMatch(side -> any(flow, side, this::hasAggregate)));
    }

    private boolean hasAggregate(ResolvedFlow view) {
        return !facts(view, QueryFact.Kind.AGGREGATE).isEmpty();
    }

    /** Whether it holds for the query of a view that is read at one of the places. */
    private boolean any(
            ResolvedFlow flow, List<SourceSpan> places, Predicate<ResolvedFlow> condition) {
        return flow.inputs().stream()
                .filter(input -> places.contains(input.span()))
                .flatMap(input -> viewQuery(input).stream())
                .anyMatch(condition);
    }

    private Optional<ResolvedFlow> viewQuery(ResolvedInput input) {
        return input.dataset().filter(DatasetDeclaration::isView).flatMap(pipeline::queryOf);
    }
}
