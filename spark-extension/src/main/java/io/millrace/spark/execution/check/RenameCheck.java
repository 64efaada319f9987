/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.check;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.execution.checkpoint.KeptProgress;
import io.millrace.spark.execution.intent.UpdateIntent;
import io.millrace.spark.execution.table.TableLocations;
import io.millrace.spark.problem.CommandOptions;
import io.millrace.spark.state.DatasetState;
import io.millrace.spark.state.FlowDigest;
import io.millrace.spark.state.FlowState;
import io.millrace.spark.state.PipelineState;
import io.millrace.spark.state.TableState;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds what was probably renamed. A flow of another name is another flow, and would read
 * everything again into rows that are there: so the user has to say which of the two it is.
 */
final class RenameCheck {

    private final UpdateIntent intent;
    private final FlowGraph graph;
    private final TableLocations locations;
    private final KeptProgress progress;
    private final PlanProblems problems;

    RenameCheck(
            UpdateIntent intent,
            TableLocations locations,
            KeptProgress progress,
            PlanProblems problems) {
        this.intent = intent;
        this.graph = intent.graph();
        this.locations = locations;
        this.progress = progress;
        this.problems = problems;
    }

    void check() {
        for (Dataset dataset : graph.datasets()) {
            if (dataset.isView()
                    || dataset.kind() == DatasetKind.MATERIALIZED_VIEW
                    || !intent.selection().refreshes(dataset.name())) {
                continue;
            }
            Optional<DatasetState> known = intent.before().dataset(dataset.name());
            if (known.isEmpty()) {
                checkNew(dataset);
            } else if (!intent.selection().refreshesInFull(dataset.name())) {
                graph.flowsInto(dataset.name()).forEach(flow -> checkFlow(flow, known.get()));
            }
        }
    }

    private void checkFlow(Flow flow, DatasetState target) {
        if (target.flow(flow.name()).isPresent() || intent.renames().isDeclaredNew(flow)) {
            return;
        }
        String query = FlowDigest.of(flow);
        List<String> candidates =
                target.flows().values().stream()
                        .filter(old -> isGone(flow, old))
                        .filter(old -> old.kind().equals(flow.kind().name()))
                        .filter(old -> old.query().equals(query))
                        .filter(old -> hasProgress(flow.target(), old, target.table()))
                        .map(FlowState::name)
                        .toList();
        if (candidates.isEmpty()) {
            return;
        }
        problems.error(
                flow,
                RunErrorCode.MILLRACE_RENAME_UNDECIDED,
                "flow `%s` of `%s` is new and does what %s did, which has left the sources: as a new flow it would read everything again and give each row twice"
                        .formatted(
                                flow.name(),
                                graph.displayName(flow.target()),
                                candidates.stream()
                                        .map(name -> "flow `" + name + "`")
                                        .collect(Collectors.joining(" or "))),
                "run with %s to go on where the old flow stopped, or with %s to read everything again"
                        .formatted(
                                choices(candidates, flow.name()),
                                CommandOptions.asNew(flow.name())));
    }

    private boolean hasProgress(DatasetName target, FlowState old, TableState table) {
        boolean stored = graph.dataset(target).filter(Dataset::isStored).isPresent();
        return stored
                ? progress.hasAny(target, old, table, locations.path(target))
                : progress.hasAny(target, old, table);
    }

    private boolean isGone(Flow flow, FlowState old) {
        return graph.flowsInto(flow.target()).stream()
                .noneMatch(other -> other.name().equalsIgnoreCase(old.name()));
    }

    private void checkNew(Dataset dataset) {
        if (intent.renames().isDeclaredNew(dataset)) {
            return;
        }
        List<String> queries = queries(dataset);
        PipelineState before = intent.before();
        List<String> candidates =
                before.datasets().values().stream()
                        .filter(old -> graph.dataset(old.name()).isEmpty())
                        .filter(old -> old.kind().equals(dataset.kind().name()))
                        .filter(old -> queries(old).equals(queries) && !queries.isEmpty())
                        .filter(this::hasProgress)
                        .map(old -> graph.displayName(old.name()))
                        .toList();
        if (candidates.isEmpty()) {
            return;
        }
        String name = graph.displayName(dataset.name());
        boolean isSink = dataset.kind() == DatasetKind.SINK;
        problems.error(
                dataset,
                RunErrorCode.MILLRACE_RENAME_UNDECIDED,
                "`%s` is new and defined as %s was, which has left the sources: %s"
                        .formatted(
                                name,
                                candidates.stream()
                                        .map(old -> "`" + old + "`")
                                        .collect(Collectors.joining(" or ")),
                                isSink
                                        ? "as a new sink it would get everything again"
                                        : "as a new table it would begin empty and read everything again"),
                isSink
                        ? "run with %s to go on where the old one stopped, or with %s to send everything again"
                                .formatted(choices(candidates, name), CommandOptions.asNew(name))
                        : "run with %s to keep the table under its new name, or with %s to make a new one"
                                .formatted(choices(candidates, name), CommandOptions.asNew(name)));
    }

    private static String choices(List<String> candidates, String name) {
        return candidates.stream()
                .map(old -> CommandOptions.rename(old, name))
                .collect(Collectors.joining(" or "));
    }

    private boolean hasProgress(DatasetState old) {
        return old.flows().values().stream()
                .anyMatch(
                        flow ->
                                KeptProgress.isOnce(flow)
                                        || progress.hasAny(old.name(), flow, old.table()));
    }

    private List<String> queries(Dataset dataset) {
        return graph.flowsInto(dataset.name()).stream()
                .filter(flow -> flow.kind() != FlowKind.VIEW)
                .map(flow -> flow.kind().name() + " " + FlowDigest.of(flow))
                .sorted()
                .toList();
    }

    /** Of the last version that had the dataset, without flows that had left it before. */
    private static List<String> queries(DatasetState dataset) {
        boolean anyActive = dataset.flows().values().stream().anyMatch(FlowState::active);
        return dataset.flows().values().stream()
                .filter(flow -> flow.active() || !anyActive)
                .map(flow -> flow.kind() + " " + flow.query())
                .sorted(Comparator.naturalOrder())
                .toList();
    }
}
