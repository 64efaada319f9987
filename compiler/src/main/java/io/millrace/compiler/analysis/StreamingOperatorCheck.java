/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.query.QueryFact;
import io.millrace.compiler.sink.SinkOptions;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** What a query does with a stream: some operators need an end, some keep state for ever. */
final class StreamingOperatorCheck implements Check {

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
                    checkFact(flow, fact, diagnostics);
                }
            }
        }
    }

    private static void checkFact(ResolvedFlow flow, QueryFact fact, Diagnostics diagnostics) {
        switch (fact.kind()) {
            case WINDOW_FUNCTION ->
                    diagnostics.add(
                            Diagnostic.of(
                                            ErrorCode.MILLRACE_WINDOW_FUNCTION_OVER_STREAM,
                                            fact.span())
                                    .withHint(
                                            "to keep the newest row of each key, use AUTO CDC with KEYS"
                                                    + " and SEQUENCE BY; to drop repeated rows, use SELECT"
                                                    + " DISTINCT with a WATERMARK; or compute it in a"
                                                    + " materialized view"));
            case AGGREGATE -> {
                if (takesChanges(flow)) {
                    warnOfState(fact, "an aggregate of a stream", diagnostics);
                } else if (!fact.watermarked()) {
                    diagnostics.add(
                            Diagnostic.of(
                                            ErrorCode.MILLRACE_AGGREGATE_WITHOUT_WATERMARK,
                                            fact.span(),
                                            described(flow))
                                    .withHint(
                                            "add WATERMARK ts DELAY OF INTERVAL ... behind the source and"
                                                    + " group by window(ts, '...'), or compute it in a"
                                                    + " materialized view"));
                }
            }
            case DISTINCT -> warnOfState(fact, fact.name() + " over a stream", diagnostics);
            case JOIN -> warnOfState(fact, fact.name() + " of two streams", diagnostics);
            case ORDER_BY -> checkOrder(fact, diagnostics);
            case LIMIT, CURRENT_TIME_FUNCTION, NON_DETERMINISTIC_FUNCTION -> {}
        }
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

    private static void warnOfState(QueryFact fact, String what, Diagnostics diagnostics) {
        if (!fact.watermarked()) {
            diagnostics.add(
                    Diagnostic.of(ErrorCode.MILLRACE_STATE_WITHOUT_WATERMARK, fact.span(), what)
                            .withHint(
                                    "add WATERMARK ts DELAY OF INTERVAL ... behind the source, and"
                                            + " keep ts among the columns compared"));
        }
    }

    private static void checkOrder(QueryFact fact, Diagnostics diagnostics) {
        if (!fact.name().toUpperCase(Locale.ROOT).startsWith("DISTRIBUTE")) {
            diagnostics.add(
                    Diagnostic.of(ErrorCode.MILLRACE_ORDER_BY_OVER_STREAM, fact.span(), fact.name())
                            .withHint("leave it out: sort where the table is read"));
        }
    }
}
