/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.ast.ExistsRule;
import io.millrace.compiler.ast.Expectation;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.InputKind;
import io.millrace.compiler.query.QueryAnalysis;
import io.millrace.compiler.query.QueryInput;
import io.millrace.compiler.query.QueryParser;
import io.millrace.compiler.query.RelationKind;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.Quoted;
import io.millrace.compiler.token.TextEdits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Finds the target of a flow and what its query reads. */
final class FlowResolver {

    static final String CHANGES = "table_changes";

    private final DatasetIndex index;

    FlowResolver(CompileOptions options, List<DatasetDeclaration> datasets) {
        this.index = new DatasetIndex(options, datasets);
    }

    DatasetIndex index() {
        return index;
    }

    ResolvedFlow resolve(FlowDeclaration flow) {
        Optional<DatasetDeclaration> target = flow.owner();
        DatasetName targetName;
        if (target.isPresent()) {
            targetName = target.get().name();
        } else {
            DatasetIndex.Resolution found =
                    index.resolveTarget(flow.target().parts(), flow.scope());
            target = found.dataset();
            targetName = found.name();
        }
        QueryAnalysis query = analyze(flow, target, name -> liveName(name, flow.scope()));
        List<ResolvedInput> inputs = new ArrayList<>();
        for (QueryInput input : query.inputs()) {
            inputs.add(resolve(input, flow.scope()));
            changedTable(input, flow.scope()).ifPresent(inputs::add);
        }
        return new ResolvedFlow(
                flow, targetName, target, query, inputs, target.map(this::looked).orElse(Map.of()));
    }

    /** The tables of {@code EXPECT EXISTS IN}, by the names of the rules. */
    private Map<String, ResolvedInput> looked(DatasetDeclaration dataset) {
        Map<String, ResolvedInput> looked = new LinkedHashMap<>();
        for (Expectation expectation : dataset.expectations()) {
            if (expectation.rule() instanceof ExistsRule rule) {
                DatasetIndex.Resolution found =
                        index.resolve(rule.table().parts(), dataset.scope());
                looked.put(
                        expectation.name().value(),
                        new ResolvedInput(
                                found.dataset().isPresent()
                                        ? InputKind.DATASET
                                        : InputKind.EXTERNAL,
                                found.name(),
                                found.dataset(),
                                false,
                                Map.of(),
                                Optional.empty(),
                                rule.table().span(),
                                rule.table().parts(),
                                found.candidates()));
            }
        }
        return looked;
    }

    /** How a dataset is written that the text calls {@code LIVE.name}. */
    private List<String> liveName(List<String> name, Scope scope) {
        List<String> live = new ArrayList<>(name);
        live.add(0, Names.LIVE);
        DatasetIndex.Resolution meant = index.resolve(live, scope);
        boolean bare =
                meant.dataset().isEmpty()
                        || index.resolve(name, scope).name().key().equals(meant.name().key());
        return bare ? name : meant.name().parts();
    }

    /**
     * The relation of a metric view with the full names of tables: Spark looks names in its text up
     * where the reader is, not where the view was made.
     */
    private QueryAnalysis metricRelation(FlowDeclaration flow) {
        SourceSpan span = flow.query().span();
        QueryAnalysis written = QueryParser.analyze(span);
        TextEdits edits = new TextEdits(span.text());
        for (QueryInput input : written.inputs()) {
            if (input.kind() == RelationKind.TABLE) {
                List<String> full = index.resolve(input.name(), flow.scope()).name().parts();
                edits.replace(input.span().start(), input.span().end(), Quoted.name(full));
            }
        }
        TextEdits.Result named = edits.apply();
        QueryAnalysis full =
                QueryParser.analyze(
                        span.file()
                                .withText(named.text(), named.positions())
                                .span(0, named.text().length()));
        return new QueryAnalysis(
                full.span(),
                full.sql(),
                written.inputs(),
                written.facts(),
                written.watermarked(),
                written.output(),
                written.diagnostics());
    }

    private QueryAnalysis analyze(
            FlowDeclaration flow,
            Optional<DatasetDeclaration> target,
            UnaryOperator<List<String>> liveNames) {
        SourceSpan span = flow.query().span();
        boolean metrics =
                target.filter(view -> view.metrics().isPresent())
                        .filter(view -> flow.statement().equals(view.statement()))
                        .isPresent();
        if (metrics) {
            return metricRelation(flow);
        }
        if (flow.readsRelation()) {
            return QueryParser.analyze(DerivedText.wholeRelation(span), liveNames);
        }
        QueryAnalysis query = QueryParser.analyze(span, liveNames);
        boolean append =
                flow.insert().isPresent()
                        && flow.once().isEmpty()
                        && target.filter(t -> t.kind() == DatasetKind.STREAMING_TABLE).isPresent();
        Optional<QueryInput> legacy =
                append && !query.streaming()
                        ? query.inputs().stream()
                                .filter(LegacyFileReadCheck::isPositional)
                                .findFirst()
                        : Optional.empty();
        return legacy.map(
                        input ->
                                QueryParser.analyze(
                                        DerivedText.withInsertion(
                                                span, input.span().start(), "STREAM "),
                                        liveNames))
                .orElse(query);
    }

    private ResolvedInput resolve(QueryInput input, Scope scope) {
        if (input.kind() == RelationKind.TABLE) {
            DatasetIndex.Resolution found = index.resolve(input.name(), scope);
            return new ResolvedInput(
                    found.dataset().isPresent() ? InputKind.DATASET : InputKind.EXTERNAL,
                    found.name(),
                    found.dataset(),
                    input.streaming(),
                    input.options(),
                    Optional.empty(),
                    input.span(),
                    input.name(),
                    found.candidates());
        }
        boolean function = input.kind() == RelationKind.FUNCTION;
        return new ResolvedInput(
                function ? InputKind.FUNCTION : InputKind.FILES,
                function
                        ? DatasetName.of(Names.fold(String.join(".", input.name())))
                        : new DatasetName(input.name()),
                Optional.empty(),
                input.streaming(),
                input.options(),
                FileOptionsCheck.path(input),
                input.span(),
                input.name(),
                List.of());
    }

    /** {@code table_changes('t', ...)} reads the change feed of a dataset that a string names. */
    private Optional<ResolvedInput> changedTable(QueryInput input, Scope scope) {
        boolean changes =
                input.kind() == RelationKind.FUNCTION
                        && input.name().size() == 1
                        && input.name().get(0).equalsIgnoreCase(CHANGES)
                        && !input.arguments().isEmpty();
        if (!changes) {
            return Optional.empty();
        }
        return input.arguments()
                .get(0)
                .value()
                .flatMap(NamespaceText::parse)
                .map(parts -> changed(input, parts, scope))
                .filter(found -> found.dataset().isPresent());
    }

    private ResolvedInput changed(QueryInput input, List<String> parts, Scope scope) {
        DatasetIndex.Resolution found = index.resolve(parts, scope);
        return new ResolvedInput(
                InputKind.DATASET,
                found.name(),
                found.dataset(),
                input.streaming(),
                Map.of("readChangeFeed", "true"),
                Optional.empty(),
                input.arguments().get(0).span(),
                parts,
                found.candidates());
    }
}
