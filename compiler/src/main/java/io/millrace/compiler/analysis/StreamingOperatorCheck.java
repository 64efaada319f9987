/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.query.QueryFact;
import io.millrace.compiler.sink.SinkOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a query does with a stream: some operators need an end, some keep state for ever. */
final class StreamingOperatorCheck implements Check {

    private static final String BEHIND_SOURCE =
            "add WATERMARK ts DELAY OF INTERVAL ... behind the source, and keep ts among the"
                    + " columns compared";

    private static final String COMPLETE =
            "each batch computes all groups and replaces the table (complete mode); to write each"
                    + " group once and forget it, add WATERMARK ts DELAY OF INTERVAL ... behind the"
                    + " source and group by window(ts, '...')";

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (ResolvedFlow flow : pipeline.flows()) {
            boolean batch =
                    flow.declaration()
                            .owner()
                            .filter(
                                    owner ->
                                            owner.kind() == DatasetKind.MATERIALIZED_VIEW
                                                    || owner.kind() == DatasetKind.VIEW)
                            .isPresent();
            boolean once = flow.declaration().once().isPresent();
            if (batch || once || flow.declaration().replaceWhere().isPresent()) {
                continue;
            }
            for (QueryFact fact : flow.query().facts()) {
                if (fact.overStream()) {
                    checkFact(flow, fact, pipeline.openAggregates(), diagnostics);
                }
            }
            if (!flow.isView()) {
                checkAggregates(flow, pipeline, diagnostics);
            }
        }
    }

    private static void checkFact(
            ResolvedFlow flow, QueryFact fact, OpenAggregates open, Diagnostics diagnostics) {
        // What is made of groups that never end is computed over all of them, as in a batch.
        boolean overAllGroups =
                (flow.isView() || open.isComplete(flow)) && open.isOverGroups(flow, fact);
        boolean watermarked = open.isWatermarked(flow, fact);
        switch (fact.kind()) {
            case WINDOW_FUNCTION -> {
                if (!overAllGroups) {
                    diagnostics.add(
                            Diagnostic.of(
                                            ErrorCode.MILLRACE_WINDOW_FUNCTION_OVER_STREAM,
                                            fact.span())
                                    .withHint(
                                            "to keep the newest row of each key, use AUTO CDC with"
                                                    + " KEYS and SEQUENCE BY; to drop repeated"
                                                    + " rows, use SELECT DISTINCT with a WATERMARK;"
                                                    + " or compute it in a materialized view"));
                }
            }
            case DISTINCT -> {
                if (!watermarked && !overAllGroups) {
                    warnOfState(fact, fact.name() + " over a stream", BEHIND_SOURCE, diagnostics);
                }
            }
            case JOIN -> {
                if (!watermarked) {
                    warnOfState(fact, fact.name() + " of two streams", BEHIND_SOURCE, diagnostics);
                }
            }
            case ORDER_BY -> {
                if (!overAllGroups) {
                    checkOrder(fact, diagnostics);
                }
            }
            case AGGREGATE, LIMIT, CURRENT_TIME_FUNCTION, NON_DETERMINISTIC_FUNCTION -> {}
        }
    }

    /** Groups that no watermark ends: where they can go, and where not. */
    private static void checkAggregates(
            ResolvedFlow flow, PipelineModel pipeline, Diagnostics diagnostics) {
        OpenAggregates open = pipeline.openAggregates();
        List<QueryFact> aggregates = open.facts(flow, QueryFact.Kind.AGGREGATE);
        if (aggregates.isEmpty()) {
            return;
        }
        QueryFact first = aggregates.get(0);
        if (takesChanges(flow)) {
            aggregates.forEach(
                    fact ->
                            warnOfState(
                                    fact, "an aggregate of a stream", BEHIND_SOURCE, diagnostics));
            return;
        }
        if (!open.isComplete(flow)) {
            diagnostics.add(
                    refused(flow, first, "so no group would ever be complete")
                            .withHint(
                                    "add WATERMARK ts DELAY OF INTERVAL ... behind the source and"
                                            + " group by window(ts, '...'); or put the aggregate into a"
                                            + " streaming table of its own, or into a materialized"
                                            + " view"));
            return;
        }
        Optional<ResolvedFlow> other =
                pipeline.flowsInto(flow.target()).stream().filter(f -> !f.equals(flow)).findFirst();
        if (other.isPresent()) {
            String name = flow.declaration().target().toString();
            diagnostics.add(
                    refused(
                                    flow,
                                    first,
                                    "so each batch replaces all rows of `%s`, and flow `%s` writes it too"
                                            .formatted(name, other.get().name()))
                            .withHint(
                                    "give each flow a table of its own, and read both with UNION"
                                            + " ALL in a view")
                            .withRelated(
                                    other.get().declaration().nameSpan(),
                                    "the other flow into `" + name + "`"));
            return;
        }
        warnOfState(first, "an aggregate of a stream", COMPLETE, diagnostics);
        for (QueryFact join : joins(flow, open)) {
            diagnostics.add(
                    refused(flow, join, "and joins two streams, which needs groups that end")
                            .withHint(
                                    "write the join into a streaming table of its own and aggregate"
                                            + " that, or use WATERMARK on both sides and group by"
                                            + " window(ts, '...')"));
        }
    }

    /** The joins of two streams, with a watermark or not. */
    private static List<QueryFact> joins(ResolvedFlow flow, OpenAggregates open) {
        List<QueryFact> joins = new ArrayList<>(open.facts(flow, QueryFact.Kind.JOIN));
        flow.query().facts(QueryFact.Kind.JOIN).stream()
                .filter(QueryFact::overStream)
                .filter(join -> !joins.contains(join))
                .forEach(joins::add);
        return joins;
    }

    private static Diagnostic refused(ResolvedFlow flow, QueryFact fact, String why) {
        return Diagnostic.of(
                ErrorCode.MILLRACE_AGGREGATE_WITHOUT_WATERMARK, fact.span(), described(flow), why);
    }

    /** A sink that each group may come to again. */
    private static boolean takesChanges(ResolvedFlow flow) {
        Map<String, String> options = new HashMap<>();
        flow.targetDataset()
                .flatMap(DatasetDeclaration::sink)
                .ifPresent(
                        sink ->
                                sink.options()
                                        .forEach(
                                                option ->
                                                        options.put(option.key(), option.value())));
        return SinkOptions.takeChanges(options);
    }

    private static String described(ResolvedFlow flow) {
        return flow.declaration()
                .owner()
                .map(DatasetDeclaration::described)
                .orElse("flow `" + flow.name() + "`");
    }

    private static void warnOfState(
            QueryFact fact, String what, String hint, Diagnostics diagnostics) {
        diagnostics.add(
                Diagnostic.of(ErrorCode.MILLRACE_STATE_WITHOUT_WATERMARK, fact.span(), what)
                        .withHint(hint));
    }

    private static void checkOrder(QueryFact fact, Diagnostics diagnostics) {
        if (!fact.name().toUpperCase(Locale.ROOT).startsWith("DISTRIBUTE")) {
            diagnostics.add(
                    Diagnostic.of(ErrorCode.MILLRACE_ORDER_BY_OVER_STREAM, fact.span(), fact.name())
                            .withHint("leave it out: sort where the table is read"));
        }
    }
}
