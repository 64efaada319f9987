/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.InputKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Which statement defines what, for those that keep statements apart. Nothing is checked here. */
public final class PipelineOutline {

    private PipelineOutline() {}

    /**
     * What one statement defines.
     *
     * @param dataset what it declares; for a flow of its own, the target
     * @param kind empty for a flow of its own
     * @param flow the name of a flow of its own
     * @param writtenParts how many parts the name has in the statement
     * @param catalog where unqualified names in the statement go
     * @param schema the same for the schema
     * @param settings what {@code SET} gave before it
     * @param reads the tables and views that its queries name, in full
     */
    public record Item(
            Statement statement,
            DatasetName dataset,
            Optional<DatasetKind> kind,
            Optional<String> flow,
            boolean ifNotExists,
            int writtenParts,
            String catalog,
            String schema,
            Map<String, String> settings,
            List<DatasetName> reads) {

        public Item {
            requireNonNull(statement, "statement");
            requireNonNull(dataset, "dataset");
            requireNonNull(kind, "kind");
            requireNonNull(flow, "flow");
            requireNonNull(catalog, "catalog");
            requireNonNull(schema, "schema");
            settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
            reads = List.copyOf(reads);
        }

        /** The same, about another dataset. */
        public Item withDataset(DatasetName other) {
            return new Item(
                    statement,
                    other,
                    kind,
                    flow,
                    ifNotExists,
                    writtenParts,
                    catalog,
                    schema,
                    settings,
                    reads);
        }

        public boolean isView() {
            return kind.filter(
                            known ->
                                    known == DatasetKind.VIEW
                                            || known == DatasetKind.TEMPORARY_VIEW)
                    .isPresent();
        }
    }

    /** The definitions among the statements of one file, in source order. */
    public static List<Item> of(CompileOptions options, List<Statement> statements) {
        DeclarationCollector collector = new DeclarationCollector(options, new Diagnostics());
        collector.addFile(statements);
        Declarations declarations = collector.declarations();
        FlowResolver resolver = new FlowResolver(options, declarations.datasets());
        IdentityHashMap<Statement, List<ResolvedFlow>> flows = new IdentityHashMap<>();
        for (FlowDeclaration flow : declarations.flows()) {
            flows.computeIfAbsent(flow.statement(), key -> new ArrayList<>())
                    .add(resolver.resolve(flow));
        }
        IdentityHashMap<Statement, DatasetDeclaration> datasets = new IdentityHashMap<>();
        for (DatasetDeclaration dataset : declarations.datasets()) {
            // A side table is declared by the statement of the dataset whose rows it takes.
            datasets.putIfAbsent(dataset.statement(), dataset);
        }
        List<Item> items = new ArrayList<>();
        for (Statement statement : statements) {
            List<ResolvedFlow> ofStatement = flows.getOrDefault(statement, List.of());
            DatasetDeclaration dataset = datasets.get(statement);
            if (dataset != null) {
                items.add(dataset(dataset, ofStatement));
            } else {
                ofStatement.forEach(flow -> items.add(flow(flow)));
            }
        }
        return items;
    }

    private static Item dataset(DatasetDeclaration dataset, List<ResolvedFlow> flows) {
        return new Item(
                dataset.statement(),
                dataset.name(),
                Optional.of(dataset.kind()),
                Optional.empty(),
                dataset.ifNotExists(),
                dataset.written().parts().size(),
                dataset.scope().catalog(),
                dataset.scope().schema(),
                dataset.scope().settings(),
                flows.stream().flatMap(PipelineOutline::reads).distinct().toList());
    }

    private static Item flow(ResolvedFlow flow) {
        FlowDeclaration declaration = flow.declaration();
        return new Item(
                declaration.statement(),
                flow.target(),
                Optional.empty(),
                Optional.of(flow.name()),
                false,
                declaration.target().parts().size(),
                declaration.scope().catalog(),
                declaration.scope().schema(),
                declaration.scope().settings(),
                reads(flow).distinct().toList());
    }

    private static Stream<DatasetName> reads(ResolvedFlow flow) {
        return flow.inputs().stream()
                .filter(
                        input ->
                                input.kind() == InputKind.DATASET
                                        || input.kind() == InputKind.EXTERNAL)
                .map(ResolvedInput::name);
    }
}
