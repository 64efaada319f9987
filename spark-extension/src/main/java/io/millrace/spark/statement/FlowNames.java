/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.RunErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds flows by name, or by {@code target.name}. */
final class FlowNames {

    private final SessionHome home;
    private final SessionText.Namespace namespace;

    FlowNames(SessionHome home, SessionText.Namespace namespace) {
        this.home = home;
        this.namespace = namespace;
    }

    /** A flow of its own in a definition. */
    record Found(Definition definition, Definition.Entry entry) {}

    /**
     * The flows of their own that a name may mean.
     *
     * @throws io.millrace.spark.catalyst.statement.StatementException when it is part of the
     *     definition of a dataset
     */
    List<Found> find(List<String> parts) {
        String flow = parts.get(parts.size() - 1);
        List<Found> found = new ArrayList<>();
        for (Definition definition : candidates(parts)) {
            for (Definition.Entry entry : definition.entries()) {
                if (entry.flow().filter(flow::equalsIgnoreCase).isPresent() && fits(entry, parts)) {
                    found.add(new Found(definition, entry));
                }
            }
        }
        if (found.isEmpty()) {
            candidates(parts).stream()
                    .flatMap(definition -> definition.datasets().stream())
                    .filter(dataset -> dataset.dataset().last().equalsIgnoreCase(flow))
                    .findFirst()
                    .ifPresent(
                            dataset -> {
                                throw Problems.invalid(
                                        RunErrorCode.MILLRACE_STATEMENT_NOT_POSSIBLE,
                                        "the flow `%s` is part of the definition of the dataset"
                                                .formatted(flow),
                                        "define the dataset again without it, or drop the dataset");
                            });
        }
        return found;
    }

    /** The compiled flows that a name may mean, those of definitions included. */
    List<Flow> flows(List<String> parts) {
        String name = parts.get(parts.size() - 1);
        List<Flow> flows = new ArrayList<>();
        for (Definition definition : candidates(parts)) {
            Unit.of(definition, namespace).graph().stream()
                    .flatMap(graph -> graph.flows().stream())
                    .filter(flow -> flow.kind() != FlowKind.VIEW)
                    .filter(flow -> flow.name().equalsIgnoreCase(name))
                    .filter(
                            flow ->
                                    target(parts)
                                            .map(DatasetName::key)
                                            .map(flow.target().key()::equals)
                                            .orElse(true))
                    .forEach(flows::add);
        }
        return flows;
    }

    private List<Definition> candidates(List<String> parts) {
        Optional<DatasetName> target = target(parts);
        return target.isPresent()
                ? home.definitionOf(target.get()).map(List::of).orElse(List.of())
                : home.definitions();
    }

    private Optional<DatasetName> target(List<String> parts) {
        return parts.size() == 1
                ? Optional.empty()
                : Optional.of(
                        new DatasetLookup(home, namespace).get(parts.subList(0, parts.size() - 1)));
    }

    private boolean fits(Definition.Entry entry, List<String> parts) {
        return target(parts).map(target -> target.key().equals(entry.dataset().key())).orElse(true);
    }
}
