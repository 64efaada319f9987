/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.plan;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetExpectation;
import io.millrace.compiler.token.SqlScanner;
import io.millrace.spark.state.DatasetState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What is different in the definition of a dataset, in words. */
final class DefinitionChanges {

    private DefinitionChanges() {}

    static List<String> describe(Dataset before, Dataset after) {
        List<String> changes = new ArrayList<>();
        if (before.kind() != after.kind()) {
            changes.add("the kind, %s before".formatted(before.kind().name()));
        }
        add(changes, "the declared columns", before.columns(), after.columns());
        rules(changes, before, after);
        add(changes, "PARTITIONED BY", before.partitionColumns(), after.partitionColumns());
        add(
                changes,
                "CLUSTER BY",
                List.of(before.clusterBy(), before.clusterColumns()),
                List.of(after.clusterBy(), after.clusterColumns()));
        add(changes, "the comment", before.comment(), after.comment());
        properties(changes, before.properties(), after.properties());
        add(changes, "the refresh policy", before.refreshPolicy(), after.refreshPolicy());
        add(changes, "the sink", before.sink(), after.sink());
        return changes;
    }

    /** What becomes of the place of a dataset's table. */
    static Optional<String> ofPlace(DatasetState before, Dataset after) {
        if (before.isPrivate() == after.isPrivate()) {
            return Optional.empty();
        }
        return Optional.of(
                after.isPrivate()
                        ? "was public, becomes private: its table moves"
                        : "was private, becomes public: its table moves");
    }

    private static void rules(List<String> changes, Dataset before, Dataset after) {
        for (DatasetExpectation rule : after.expectations()) {
            Optional<DatasetExpectation> old = find(before, rule.name());
            if (old.isEmpty()) {
                changes.add("the expectation `%s` is new".formatted(rule.name()));
            } else if (!isSame(old.get(), rule)) {
                changes.add("the expectation `%s`".formatted(rule.name()));
            }
        }
        for (DatasetExpectation rule : before.expectations()) {
            if (find(after, rule.name()).isEmpty()) {
                changes.add("the expectation `%s` is gone".formatted(rule.name()));
            }
        }
    }

    private static Optional<DatasetExpectation> find(Dataset dataset, String name) {
        return dataset.expectations().stream()
                .filter(rule -> rule.name().equalsIgnoreCase(name))
                .findFirst();
    }

    private static boolean isSame(DatasetExpectation before, DatasetExpectation after) {
        return before.kind() == after.kind()
                && SqlScanner.normalized(before.condition().text())
                        .equals(SqlScanner.normalized(after.condition().text()))
                && before.columns().equals(after.columns())
                && before.otherTable().equals(after.otherTable())
                && before.violation() == after.violation()
                && before.quarantine().equals(after.quarantine());
    }

    private static void properties(
            List<String> changes, Map<String, String> before, Map<String, String> after) {
        TreeSet<String> keys = new TreeSet<>();
        Stream.of(before, after).forEach(properties -> keys.addAll(properties.keySet()));
        for (String key : keys) {
            if (!Objects.equals(before.get(key), after.get(key))) {
                changes.add("the property `%s`".formatted(key));
            }
        }
    }

    private static void add(List<String> changes, String what, Object before, Object after) {
        if (!before.equals(after)) {
            changes.add(what);
        }
    }
}
