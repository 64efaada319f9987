/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import io.millrace.compiler.query.QueryFact.Kind;
import io.millrace.compiler.source.SourceSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.antlr.v4.runtime.ParserRuleContext;

/**
 * Collects the facts of a query. Whether a block reads a stream is known only when the whole query
 * has been walked, so facts are made at the end.
 */
final class FactCollector {

    private final Positions positions;
    private final List<Supplier<Optional<QueryFact>>> facts = new ArrayList<>();

    FactCollector(Positions positions) {
        this.positions = positions;
    }

    List<QueryFact> inSourceOrder() {
        return facts.stream()
                .map(Supplier::get)
                .flatMap(Optional::stream)
                .sorted(Comparator.comparingInt(fact -> fact.span().start()))
                .toList();
    }

    void add(Kind kind, String name, QueryBlock block, SourceSpan span) {
        facts.add(() -> Optional.of(fact(kind, name, block, span)));
    }

    private static QueryFact fact(Kind kind, String name, QueryBlock block, SourceSpan span) {
        return new QueryFact(
                kind,
                name,
                block.isStreaming(),
                block.isWatermarked(),
                block.isWindowed(),
                block.isAggregated(),
                block.isTop(),
                block.isWatermarked() ? List.of() : List.of(block.streams()),
                span);
    }

    void addJoin(String name, List<QueryBlock> left, QueryBlock right, SourceSpan span) {
        facts.add(
                () -> {
                    boolean streaming =
                            right.isStreaming() && left.stream().anyMatch(QueryBlock::isStreaming);
                    List<List<SourceSpan>> unmarked =
                            Stream.concat(Stream.of(right), left.stream())
                                    .filter(QueryBlock::isStreaming)
                                    .filter(side -> !side.isWatermarked())
                                    .map(QueryBlock::streams)
                                    .toList();
                    boolean watermarked =
                            right.isWatermarked()
                                    && left.stream()
                                            .filter(QueryBlock::isStreaming)
                                            .allMatch(QueryBlock::isWatermarked);
                    return Optional.of(
                            new QueryFact(
                                    Kind.JOIN,
                                    name,
                                    streaming,
                                    watermarked,
                                    false,
                                    false,
                                    false,
                                    unmarked,
                                    span));
                });
    }

    /** GROUP BY and the other clauses that aggregate whatever the functions are. */
    void addAggregate(String name, QueryBlock block, SourceSpan span) {
        block.markGrouped();
        add(Kind.AGGREGATE, name, block, span);
    }

    /** For a block that may turn out to use an aggregate function without GROUP BY. */
    void watchForAggregates(QueryBlock block) {
        facts.add(
                () ->
                        block.isGrouped()
                                ? Optional.empty()
                                : block.firstAggregate()
                                        .map(
                                                span ->
                                                        fact(
                                                                Kind.AGGREGATE,
                                                                block.firstAggregateName(),
                                                                block,
                                                                span)));
    }

    /** Notes what a call of a function says about its block. */
    void visit(ParserRuleContext context, QueryBlock block) {
        Optional<FunctionUse> found = FunctionUse.of(context);
        if (found.isEmpty()) {
            return;
        }
        FunctionUse use = found.get();
        SourceSpan span = positions.span(context);
        if (use.over()) {
            add(Kind.WINDOW_FUNCTION, use.name(), block, span);
        }
        if (use.isAggregate()) {
            block.addAggregate(use.name(), span);
        }
        if (use.isTimeWindow()) {
            block.markTimeWindow();
        }
        if (use.isNonDeterministic()) {
            add(Kind.NON_DETERMINISTIC_FUNCTION, use.name(), block, span);
        }
        if (use.isCurrentTime()) {
            add(Kind.CURRENT_TIME_FUNCTION, use.name(), block, span);
        }
    }
}
