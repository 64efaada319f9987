/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.check;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.catalyst.QuerySource;
import io.millrace.spark.catalyst.RowBound;
import io.millrace.spark.delta.TableHistory;
import io.millrace.spark.execution.checkpoint.FlowCheckpoint;
import io.millrace.spark.execution.checkpoint.KeptProgress;
import io.millrace.spark.execution.intent.UpdateIntent;
import io.millrace.spark.execution.resolve.ResolvedGraph;
import io.millrace.spark.execution.table.TableLocations;
import io.millrace.spark.function.SourceProgress;
import io.millrace.spark.state.TableState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Finds full refreshes that would lose rows, because sources offer less than was read from them.
 * Whoever wants them says so by force.
 */
final class FullRefreshCheck {

    private static final int EXAMPLES = 3;

    private final UpdateIntent intent;
    private final FlowGraph graph;
    private final ResolvedGraph resolved;
    private final TableLocations locations;
    private final KeptProgress progress;
    private final PlanProblems problems;

    FullRefreshCheck(
            UpdateIntent intent,
            ResolvedGraph resolved,
            TableLocations locations,
            KeptProgress progress,
            PlanProblems problems) {
        this.intent = intent;
        this.graph = intent.graph();
        this.resolved = resolved;
        this.locations = locations;
        this.progress = progress;
        this.problems = problems;
    }

    void check() {
        if (intent.request().force()) {
            return;
        }
        for (Dataset dataset : graph.datasets()) {
            if (dataset.isStored()
                    && dataset.kind() != DatasetKind.MATERIALIZED_VIEW
                    && intent.selection().refreshesInFull(dataset.name())
                    && graph.quarantineOwner(dataset.name()).isEmpty()
                    && resolved.existing(dataset.name()).isPresent()) {
                checkSources(dataset);
            }
        }
    }

    private void checkSources(Dataset dataset) {
        List<String> losses = new ArrayList<>();
        for (Flow flow : graph.flowsInto(dataset.name())) {
            if (flow.isStream()) {
                resolved.query(flow).ifPresent(query -> losses.addAll(losses(flow, query)));
            }
        }
        if (losses.isEmpty()) {
            bound(dataset).ifPresent(losses::add);
        }
        if (losses.isEmpty()) {
            return;
        }
        String name = graph.displayName(dataset.name());
        problems.error(
                dataset,
                RunErrorCode.MILLRACE_FULL_REFRESH_LOSES_ROWS,
                "a full refresh of `%s` would lose rows: %s"
                        .formatted(name, String.join("; ", losses)),
                "bring the source back, or leave `%s` out; --force refreshes it with what is there"
                        .formatted(name));
    }

    private List<String> losses(Flow flow, PlannedQuery query) {
        FlowCheckpoint checkpoint =
                progress.checkpoint(
                        flow.target(), flow.name(), intent.before().table(flow.target()));
        Optional<List<String>> offsets = checkpoint.lastOffsets();
        List<QuerySource> sources = query.streamingSources();
        if (offsets.isEmpty() || offsets.get().size() != sources.size()) {
            return List.of();
        }
        List<String> losses = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            QuerySource source = sources.get(i);
            if (source instanceof QuerySource.Table table) {
                loss(table).ifPresent(losses::add);
            } else if (source instanceof QuerySource.Function function) {
                loss(function, new SourceProgress(checkpoint.sourceFolder(i), offsets.get().get(i)))
                        .ifPresent(losses::add);
            }
        }
        return losses;
    }

    private Optional<String> loss(QuerySource.Function function, SourceProgress reached) {
        List<String> gone = function.function().vanished(function.call(), reached);
        if (gone.isEmpty()) {
            return Optional.empty();
        }
        String examples =
                String.join(
                        ", ",
                        gone.subList(0, Math.min(EXAMPLES, gone.size())).stream()
                                .map(url -> "`" + url.substring(url.lastIndexOf('/') + 1) + "`")
                                .toList());
        return Optional.of(
                "%d %s that `%s` has read are not there any more (%s%s)"
                        .formatted(
                                gone.size(),
                                function.function().vanishedThings(function.call()),
                                function.function().name(),
                                examples,
                                gone.size() > EXAMPLES ? ", ..." : ""));
    }

    /** Rows that were appended to a table and are not in it any more. */
    private Optional<String> loss(QuerySource.Table table) {
        if (isMadeAnew(table)) {
            return Optional.empty();
        }
        Optional<TableHistory> history = progress.history(table.path());
        if (history.isEmpty()) {
            return Optional.of("`%s` is not there any more".formatted(table.name()));
        }
        OptionalLong start = startingVersion(table.options());
        if (start.isPresent()) {
            boolean there =
                    start.getAsLong() > history.get().version()
                            || history.get().additions(start.getAsLong()).complete();
            return there
                    ? Optional.empty()
                    : Optional.of(
                            "`%s` has no version %d any more, which the query starts with"
                                    .formatted(table.name(), start.getAsLong()));
        }
        if (table.options().keySet().stream()
                .map(key -> key.toLowerCase(Locale.ROOT))
                .anyMatch(key -> key.startsWith("readchange") || key.startsWith("starting"))) {
            return Optional.empty();
        }
        TableHistory.Additions all = history.get().additions(0);
        if (!all.complete() || all.added().rows().isEmpty()) {
            return Optional.empty();
        }
        OptionalLong now = history.get().contents(true).rows();
        if (now.isEmpty() || now.getAsLong() >= all.added().rows().getAsLong()) {
            return Optional.empty();
        }
        return Optional.of(
                "`%s` offers %d rows now, and %d have come into it"
                        .formatted(table.name(), now.getAsLong(), all.added().rows().getAsLong()));
    }

    private static OptionalLong startingVersion(Map<String, String> options) {
        return options.entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase("startingVersion"))
                .map(Map.Entry::getValue)
                .filter(value -> value.matches("\\d{1,18}"))
                .mapToLong(Long::parseLong)
                .findFirst();
    }

    /** The sources have fewer rows than the table, and no flow can make more of them. */
    private Optional<String> bound(Dataset dataset) {
        TableState state = intent.before().table(dataset.name());
        if (!state.resets().isEmpty()) {
            // A flow has read its sources more than once, as the user wished.
            return Optional.empty();
        }
        long offered = 0;
        for (Flow flow : graph.flowsInto(dataset.name())) {
            PlannedQuery query = resolved.query(flow).orElse(null);
            if (query == null || flow.isCdc() || !RowBound.holds(query)) {
                return Optional.empty();
            }
            for (QuerySource source : query.sources()) {
                OptionalLong rows =
                        source instanceof QuerySource.Table table && !isMadeAnew(table)
                                ? progress.history(table.path())
                                        .map(history -> history.contents(true).rows())
                                        .orElse(OptionalLong.empty())
                                : OptionalLong.empty();
                if (rows.isEmpty()) {
                    return Optional.empty();
                }
                offered += rows.getAsLong();
            }
        }
        OptionalLong held =
                progress.history(locations.path(dataset.name()))
                        .map(history -> history.contents(true).rows())
                        .orElse(OptionalLong.empty());
        boolean fewer =
                intent.before().dataset(dataset.name()).isPresent()
                        && held.isPresent()
                        && offered < held.getAsLong();
        return fewer
                ? Optional.of(
                        "it holds %d rows, and its sources offer %d"
                                .formatted(held.getAsLong(), offered))
                : Optional.empty();
    }

    private boolean isMadeAnew(QuerySource.Table table) {
        return table.dataset().filter(intent.selection()::refreshesInFull).isPresent();
    }
}
