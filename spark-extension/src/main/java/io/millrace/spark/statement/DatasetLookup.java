/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import io.millrace.compiler.graph.DatasetName;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.statement.StatementException;
import java.util.List;
import java.util.Optional;

/** Finds the datasets of sessions by the names that users write. */
final class DatasetLookup {

    private final SessionHome home;
    private final SessionText.Namespace namespace;

    DatasetLookup(SessionHome home, SessionText.Namespace namespace) {
        this.home = home;
        this.namespace = namespace;
    }

    /** The full name of what has been defined under a name; empty when nothing has. */
    Optional<DatasetName> find(List<String> parts) {
        DatasetName full = full(parts);
        if (home.unitOf(full).isPresent()) {
            return Optional.of(full);
        }
        DatasetName sink = new DatasetName(parts);
        return parts.size() == 1 && home.unitOf(sink).isPresent()
                ? Optional.of(sink)
                : Optional.empty();
    }

    private DatasetName full(List<String> parts) {
        return switch (parts.size()) {
            case 1 -> DatasetName.of(namespace.catalog(), namespace.schema(), parts.get(0));
            case 2 -> DatasetName.of(namespace.catalog(), parts.get(0), parts.get(1));
            default -> new DatasetName(parts);
        };
    }

    /**
     * The same.
     *
     * @throws StatementException when nothing was defined under the name
     */
    DatasetName get(List<String> parts) {
        return find(parts).orElseThrow(() -> unknown("dataset", String.join(".", parts)));
    }

    Definition definition(DatasetName dataset) {
        return home.definitionOf(dataset).orElseThrow(() -> unknown("dataset", dataset.toString()));
    }

    /** What defines a dataset in its definition. */
    static Definition.Entry entry(Definition definition, DatasetName dataset) {
        return definition
                .dataset(dataset)
                .orElseThrow(() -> unknown("dataset", dataset.toString()));
    }

    static StatementException unknown(String what, String name) {
        return Problems.invalid(
                RunErrorCode.MILLRACE_DATASET_UNKNOWN,
                "no session has defined a %s `%s`".formatted(what, name),
                "SHOW STREAMING TABLES, SHOW MATERIALIZED VIEWS and SHOW FLOWS list what there is;"
                        + " datasets of a project are refreshed with RUN PIPELINE 'path' REFRESH (name)");
    }
}
