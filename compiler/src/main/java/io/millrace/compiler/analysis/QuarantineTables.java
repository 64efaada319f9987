/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.CreateMode;
import io.millrace.compiler.ast.Expectation;
import io.millrace.compiler.ast.QualifiedName;
import io.millrace.compiler.ast.ViolationAction;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The side tables of {@code ON VIOLATION QUARANTINE ROW}: those that statements declare, and those
 * that only expectations name, which are datasets as well.
 */
final class QuarantineTables {

    private static final String SUFFIX = "_quarantine";

    private QuarantineTables() {}

    /** A rule that sends rows to a side table. */
    record Use(DatasetDeclaration dataset, Expectation expectation, DatasetName table) {}

    /** All such rules, in source order. */
    static List<Use> uses(List<DatasetDeclaration> datasets) {
        List<Use> uses = new ArrayList<>();
        for (DatasetDeclaration dataset : datasets) {
            for (Expectation expectation : dataset.expectations()) {
                if (expectation.action() == ViolationAction.QUARANTINE_ROW && !dataset.isView()) {
                    uses.add(new Use(dataset, expectation, name(dataset, expectation)));
                }
            }
        }
        return uses;
    }

    /** The full name of the side table of a rule. */
    static DatasetName name(DatasetDeclaration dataset, Expectation expectation) {
        return expectation
                .quarantine()
                .map(table -> Names.qualify(Names.withoutLive(table.parts()), dataset.scope()))
                .orElseGet(() -> new DatasetName(withSuffix(dataset.name().parts())));
    }

    /** The datasets by their side tables' keys; the first one where several share a table. */
    static Map<String, DatasetDeclaration> owners(List<DatasetDeclaration> datasets) {
        Map<String, DatasetDeclaration> owners = new HashMap<>();
        uses(datasets).forEach(use -> owners.putIfAbsent(use.table().key(), use.dataset()));
        return owners;
    }

    /** Declarations of the side tables that no statement declares. */
    static List<DatasetDeclaration> implied(List<DatasetDeclaration> datasets) {
        Map<String, DatasetDeclaration> implied = new LinkedHashMap<>();
        for (Use use : uses(datasets)) {
            String key = use.table().key();
            boolean declared =
                    datasets.stream().anyMatch(dataset -> dataset.name().key().equals(key));
            if (!declared) {
                implied.putIfAbsent(key, declaration(use));
            }
        }
        return List.copyOf(implied.values());
    }

    private static DatasetDeclaration declaration(Use use) {
        DatasetDeclaration owner = use.dataset();
        SourceSpan span =
                use.expectation()
                        .quarantine()
                        .map(QualifiedName::span)
                        .orElse(use.expectation().name().span());
        List<String> written =
                use.expectation()
                        .quarantine()
                        .map(QualifiedName::parts)
                        .orElseGet(() -> withSuffix(owner.written().parts()));
        return new DatasetDeclaration(
                use.table(),
                DatasetKind.STREAMING_TABLE,
                owner.isPrivate(),
                CreateMode.CREATE,
                false,
                new QualifiedName(span, written),
                owner.scope(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                owner.statement());
    }

    private static List<String> withSuffix(List<String> name) {
        List<String> parts = new ArrayList<>(name);
        parts.set(parts.size() - 1, parts.get(parts.size() - 1) + SUFFIX);
        return parts;
    }
}
