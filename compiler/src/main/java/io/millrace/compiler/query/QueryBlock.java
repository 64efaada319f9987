/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import io.millrace.compiler.source.SourceSpan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A part of a query with rows of its own: a relation, a SELECT, one side of a set operation, a
 * common table expression. Its sources are the blocks whose rows it reads; a subquery inside an
 * expression is none.
 */
final class QueryBlock {

    private final List<QueryBlock> sources = new ArrayList<>();
    private final List<SourceSpan> streams = new ArrayList<>();
    private boolean watermark;
    private boolean timeWindow;
    private boolean grouped;
    private boolean top;
    private SourceSpan firstAggregate;
    private String firstAggregateName;

    /** A new block that this one reads. */
    QueryBlock source() {
        QueryBlock block = new QueryBlock();
        sources.add(block);
        return block;
    }

    void addSource(QueryBlock block) {
        sources.add(block);
    }

    /** It reads a relation as a stream that is named at the span. */
    void addStream(SourceSpan relation) {
        streams.add(relation);
    }

    void markWatermark() {
        watermark = true;
    }

    void markTimeWindow() {
        timeWindow = true;
    }

    void markGrouped() {
        grouped = true;
    }

    boolean isGrouped() {
        return grouped;
    }

    /** Its rows are those of the whole query. */
    void markTop(boolean newTop) {
        top = newTop;
    }

    boolean isTop() {
        return top;
    }

    void addAggregate(String name, SourceSpan span) {
        if (firstAggregate == null || span.start() < firstAggregate.start()) {
            firstAggregate = span;
            firstAggregateName = name;
        }
    }

    Optional<SourceSpan> firstAggregate() {
        return Optional.ofNullable(firstAggregate);
    }

    String firstAggregateName() {
        return firstAggregateName;
    }

    boolean isStreaming() {
        return any(block -> !block.streams.isEmpty());
    }

    /** Where the relations are named whose streams reach it. */
    List<SourceSpan> streams() {
        return reached().stream()
                .flatMap(block -> block.streams.stream())
                .sorted(Comparator.comparingInt(SourceSpan::start))
                .toList();
    }

    /** Whether it groups rows, or reads a block that does. */
    boolean isAggregated() {
        return any(block -> block.grouped || block.firstAggregate != null);
    }

    boolean isWatermarked() {
        return any(block -> block.watermark);
    }

    boolean isWindowed() {
        return any(block -> block.timeWindow);
    }

    /** Whether it holds for this block or any that it reads. */
    private boolean any(Predicate<QueryBlock> condition) {
        return reached().stream().anyMatch(condition);
    }

    /** This block and all that it reads; recursive queries read themselves. */
    private Set<QueryBlock> reached() {
        Set<QueryBlock> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<QueryBlock> open = new ArrayDeque<>();
        open.push(this);
        while (!open.isEmpty()) {
            QueryBlock block = open.pop();
            if (seen.add(block)) {
                block.sources.forEach(open::push);
            }
        }
        return seen;
    }
}
