/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.DatasetName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What sessions have defined of one small pipeline: the statements, each in the text that it had
 * with all parameters in place.
 *
 * @param unit the folder that it has under the session home
 * @param pipeline its name, that of its first dataset
 */
record Definition(String unit, String pipeline, List<Entry> entries) {

    Definition {
        requireNonNull(unit, "unit");
        requireNonNull(pipeline, "pipeline");
        entries = List.copyOf(entries);
    }

    /**
     * One statement.
     *
     * @param dataset what it declares; for a flow, the target
     * @param kind empty for a flow of its own
     * @param flow the name of a flow of its own
     * @param prelude {@code USE} and {@code SET} that hold for it
     */
    record Entry(
            DatasetName dataset,
            Optional<DatasetKind> kind,
            Optional<String> flow,
            String prelude,
            String text) {

        Entry {
            requireNonNull(dataset, "dataset");
            requireNonNull(kind, "kind");
            requireNonNull(flow, "flow");
            requireNonNull(prelude, "prelude");
            requireNonNull(text, "text");
        }

        /** Whether a statement that defines the same takes the place of this one. */
        boolean isReplacedBy(Entry other) {
            return dataset.key().equals(other.dataset.key())
                    && kind.isPresent() == other.kind.isPresent()
                    && flow.map(Entry::fold).equals(other.flow.map(Entry::fold));
        }

        private static String fold(String name) {
            return name.toLowerCase(Locale.ROOT);
        }

        boolean isView() {
            return kind.filter(k -> k == DatasetKind.VIEW || k == DatasetKind.TEMPORARY_VIEW)
                    .isPresent();
        }

        boolean declares(DatasetName name) {
            return kind.isPresent() && dataset.key().equals(name.key());
        }

        /** How messages call the text. */
        String title() {
            return flow.map(name -> "flow `%s` of `%s`".formatted(name, dataset.last()))
                    .orElseGet(() -> "definition of `" + dataset.last() + "`");
        }
    }

    /** The datasets with rows of their own, and the sinks. */
    List<Entry> datasets() {
        return entries.stream()
                .filter(entry -> entry.kind().isPresent() && !entry.isView())
                .toList();
    }

    Optional<Entry> dataset(DatasetName name) {
        return datasets().stream().filter(entry -> entry.declares(name)).findFirst();
    }

    /** With other statements, which take the place of those that define the same. */
    Definition with(List<Entry> others) {
        List<Entry> all = new ArrayList<>();
        for (Entry entry : entries) {
            if (others.stream().noneMatch(entry::isReplacedBy)) {
                all.add(entry);
            }
        }
        all.addAll(others);
        return new Definition(unit, pipeline, all);
    }

    Definition without(List<Entry> others) {
        List<Entry> left = new ArrayList<>(entries);
        left.removeAll(others);
        return new Definition(unit, pipeline, left);
    }

    /** The statements that define a dataset and its flows, as users read them in its properties. */
    String text(DatasetName dataset) {
        return entries.stream()
                .filter(entry -> entry.dataset().key().equals(dataset.key()))
                .map(Entry::text)
                .map(String::strip)
                .reduce((first, second) -> first + ";\n" + second)
                .orElse("");
    }
}
