/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.check;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.catalyst.QuerySource;
import io.millrace.spark.execution.checkpoint.KeptProgress;
import io.millrace.spark.execution.intent.UpdateIntent;
import io.millrace.spark.execution.intent.UpdateSelection;
import io.millrace.spark.execution.resolve.ResolvedGraph;
import io.millrace.spark.execution.resolve.SourceOptions;
import io.millrace.spark.problem.CommandOptions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds full refreshes that streams further down could not follow, and says what works instead.
 * Whoever wants them says so by force.
 */
final class ReaderCheck {

    private static final String SKIP = "skipChangeCommits";

    private final UpdateIntent intent;
    private final FlowGraph graph;
    private final ResolvedGraph resolved;
    private final KeptProgress progress;
    private final PlanProblems problems;

    ReaderCheck(
            UpdateIntent intent,
            ResolvedGraph resolved,
            KeptProgress progress,
            PlanProblems problems) {
        this.intent = intent;
        this.graph = intent.graph();
        this.resolved = resolved;
        this.progress = progress;
        this.problems = problems;
    }

    void check() {
        if (intent.request().force()) {
            return;
        }
        for (Flow flow : graph.flows()) {
            if (intent.selection().startsAnew(flow)) {
                continue;
            }
            tables(flow).stream()
                    .filter(table -> isMadeAnew(table.dataset().orElseThrow()))
                    .findFirst()
                    .filter(table -> goesOn(flow))
                    .ifPresent(table -> refuse(flow, table));
        }
    }

    private boolean isMadeAnew(DatasetName dataset) {
        return intent.selection().refreshesInFull(dataset);
    }

    /** The tables of the pipeline that a flow reads as streams of rows. */
    private List<QuerySource.Table> tables(Flow flow) {
        Optional<PlannedQuery> query = flow.isStream() ? resolved.query(flow) : Optional.empty();
        return query.map(PlannedQuery::streamingSources).orElse(List.of()).stream()
                .filter(QuerySource.Table.class::isInstance)
                .map(QuerySource.Table.class::cast)
                .filter(table -> table.dataset().isPresent())
                .filter(table -> !SourceOptions.isOn(table, "readChangeFeed"))
                .filter(table -> !SourceOptions.isOn(table, "readChangeData"))
                .toList();
    }

    private boolean goesOn(Flow flow) {
        return !progress.checkpoint(
                        flow.target(), flow.name(), intent.before().table(flow.target()))
                .isEmpty();
    }

    private void refuse(Flow flow, QuerySource.Table table) {
        DatasetName upstream = table.dataset().orElseThrow();
        Set<DatasetName> readers = readers(upstream);
        List<Dataset> kept =
                readers.stream()
                        .flatMap(name -> graph.dataset(name).stream())
                        .filter(UpdateSelection::forbidsReset)
                        .toList();
        problems.error(
                flow,
                RunErrorCode.MILLRACE_DOWNSTREAM_NOT_REFRESHED,
                "`%s` is to be refreshed in full, and `%s` reads it as a stream (flow `%s`): it would stop, or get rows again that it has"
                        .formatted(name(upstream), name(flow.target()), flow.name()),
                (kept.isEmpty() ? all(upstream, readers) : without(upstream, kept))
                        + "; "
                        + byForce(flow, table));
    }

    /** The datasets that would have to be made anew with another one, because they stream it. */
    private Set<DatasetName> readers(DatasetName upstream) {
        Set<DatasetName> readers = new LinkedHashSet<>();
        addReaders(upstream, readers);
        return readers;
    }

    private void addReaders(DatasetName upstream, Set<DatasetName> readers) {
        for (Flow flow : graph.flows()) {
            boolean reads =
                    tables(flow).stream()
                            .anyMatch(
                                    table -> table.dataset().filter(upstream::equals).isPresent());
            if (reads && goesOn(flow) && readers.add(flow.target())) {
                addReaders(flow.target(), readers);
            }
        }
    }

    private String all(DatasetName upstream, Set<DatasetName> readers) {
        List<String> names = new ArrayList<>();
        names.add(name(upstream));
        readers.forEach(reader -> names.add(name(reader)));
        return "run %s, or %s for all that read it"
                .formatted(
                        CommandOptions.fullRefresh(names),
                        CommandOptions.fullRefresh(name(upstream) + "+"));
    }

    /** What is above a protected table stays as it is, the rest can be made anew. */
    private String without(DatasetName upstream, List<Dataset> kept) {
        Set<DatasetName> rest = new LinkedHashSet<>();
        Set<DatasetName> left = new LinkedHashSet<>();
        for (Dataset dataset : graph.datasets()) {
            if (dataset.isView()
                    || !isMadeAnew(dataset.name())
                    || graph.quarantineOwner(dataset.name()).isPresent()) {
                continue;
            }
            Set<DatasetName> readers = readers(dataset.name());
            boolean blocked =
                    readers.stream()
                            .flatMap(name -> graph.dataset(name).stream())
                            .anyMatch(UpdateSelection::forbidsReset);
            if (blocked) {
                left.add(dataset.name());
            } else {
                rest.add(dataset.name());
                rest.addAll(readers);
            }
        }
        List<String> protectedNames = kept.stream().map(one -> name(one.name())).toList();
        String leave =
                rest.isEmpty()
                        ? "leave %s out of the full refresh".formatted(quoted(left))
                        : "leave %s out of the full refresh: %s %s"
                                .formatted(
                                        quoted(left),
                                        CommandOptions.fullRefresh(names(rest)),
                                        CommandOptions.refresh(names(others(rest))));
        return "%s is protected (%s is false): %s; or set it to true and run %s"
                .formatted(
                        protectedNames.stream()
                                .map(name -> "`" + name + "`")
                                .collect(Collectors.joining(" and ")),
                        UpdateSelection.RESET_ALLOWED,
                        leave,
                        CommandOptions.fullRefresh(name(upstream) + "+"));
    }

    /** What the update refreshes besides. */
    private List<DatasetName> others(Set<DatasetName> rest) {
        return graph.datasets().stream()
                .filter(dataset -> !dataset.isView())
                .filter(dataset -> graph.quarantineOwner(dataset.name()).isEmpty())
                .map(Dataset::name)
                .filter(intent.selection()::refreshes)
                .filter(name -> !rest.contains(name))
                .toList();
    }

    private String byForce(Flow flow, QuerySource.Table table) {
        String target = name(flow.target());
        return SourceOptions.isOn(table, SKIP)
                ? "--force leaves `%s` as it is".formatted(target)
                : "to leave `%s` as it is, write STREAM %s WITH (%s) in its query and add --force"
                        .formatted(target, graph.sqlName(table.dataset().orElseThrow()), SKIP);
    }

    private String name(DatasetName dataset) {
        return graph.displayName(dataset);
    }

    private List<String> names(Collection<DatasetName> datasets) {
        return datasets.stream().map(this::name).toList();
    }

    private String quoted(Collection<DatasetName> datasets) {
        return datasets.stream()
                .map(dataset -> "`" + name(dataset) + "`")
                .collect(Collectors.joining(", "));
    }
}
