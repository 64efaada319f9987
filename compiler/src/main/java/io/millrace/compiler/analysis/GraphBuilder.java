/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.ast.AutoCdcFlow;
import io.millrace.compiler.ast.AutoCdcFromSnapshotFlow;
import io.millrace.compiler.ast.ColumnSelection;
import io.millrace.compiler.ast.CreateFlow;
import io.millrace.compiler.ast.Identifier;
import io.millrace.compiler.ast.ReplaceUsingFlow;
import io.millrace.compiler.ast.ReplaceWhereFlow;
import io.millrace.compiler.ast.SqlFragment;
import io.millrace.compiler.ast.StoredAs;
import io.millrace.compiler.ast.StringValue;
import io.millrace.compiler.graph.AutoCdc;
import io.millrace.compiler.graph.Columns;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.compiler.graph.Input;
import io.millrace.compiler.graph.Place;
import io.millrace.compiler.graph.Query;
import io.millrace.compiler.graph.Replace;
import io.millrace.compiler.graph.ScdType;
import io.millrace.compiler.graph.SelectionKind;
import io.millrace.compiler.graph.SqlText;
import io.millrace.compiler.source.SourceSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes the flow graph of a pipeline in which the checks found no error. */
final class GraphBuilder {

    private final PipelineModel pipeline;
    private final DatasetBuilder datasets;

    GraphBuilder(PipelineModel pipeline) {
        this.pipeline = pipeline;
        this.datasets = new DatasetBuilder(pipeline);
    }

    FlowGraph build() {
        CompileOptions options = pipeline.options();
        return new FlowGraph(
                FlowGraph.CURRENT_VERSION,
                options.pipeline(),
                options.catalog(),
                options.schema(),
                pipeline.datasets().stream().map(datasets::build).toList(),
                pipeline.flows().stream().map(this::flow).toList());
    }

    /** The text of a fragment with its way back to the file. */
    static SqlText sqlText(SqlFragment fragment) {
        SourceSpan span = fragment.span();
        return new SqlText(
                span.text(), span.file().name(), span.file().positions().slice(span.start()));
    }

    private Flow flow(ResolvedFlow flow) {
        FlowDeclaration declaration = flow.declaration();
        return new Flow(
                declaration.name(),
                flow.target(),
                kind(flow),
                declaration.once().isPresent(),
                query(flow),
                autoCdc(declaration),
                replace(declaration),
                declaration.comment().map(StringValue::value),
                declaration.settings(),
                declaration.importCheckpoint().map(StringValue::value),
                Place.of(
                        declaration.statement() instanceof CreateFlow
                                ? declaration.nameSpan()
                                : declaration.query().span()));
    }

    private FlowKind kind(ResolvedFlow flow) {
        FlowDeclaration declaration = flow.declaration();
        if (flow.isView()) {
            return FlowKind.VIEW;
        }
        if (declaration.cdc().isPresent()) {
            return FlowKind.AUTO_CDC;
        }
        if (declaration.snapshotCdc().isPresent()) {
            return FlowKind.AUTO_CDC_SNAPSHOT;
        }
        if (declaration.replaceWhere().isPresent()) {
            return FlowKind.REPLACE_WHERE;
        }
        if (declaration.replaceUsing().isPresent()) {
            return FlowKind.REPLACE_USING;
        }
        DatasetKind target = flow.targetDataset().orElseThrow().kind();
        if (target == DatasetKind.MATERIALIZED_VIEW) {
            return FlowKind.MATERIALIZED_VIEW;
        }
        if (target == DatasetKind.SINK) {
            return FlowKind.SINK;
        }
        if (declaration.once().isPresent()) {
            return FlowKind.ONCE;
        }
        return pipeline.openAggregates().isComplete(flow) ? FlowKind.COMPLETE : FlowKind.APPEND;
    }

    private static Query query(ResolvedFlow flow) {
        Scope scope = flow.declaration().scope();
        return new Query(
                flow.query().sql().toSqlText(flow.query().span().file()),
                scope.catalog(),
                scope.schema(),
                flow.streaming(),
                inputs(flow));
    }

    private static List<Input> inputs(ResolvedFlow flow) {
        List<Input> inputs = new ArrayList<>();
        flow.inputs().forEach(input -> inputs.add(input(input, Optional.empty())));
        flow.looked().forEach((rule, input) -> inputs.add(input(input, Optional.of(rule))));
        return inputs;
    }

    private static Input input(ResolvedInput input, Optional<String> rule) {
        return new Input(
                input.kind(),
                input.name(),
                input.streaming(),
                input.options(),
                input.path(),
                rule,
                Place.of(input.span()));
    }

    private static Optional<AutoCdc> autoCdc(FlowDeclaration flow) {
        return flow.cdc()
                .map(GraphBuilder::autoCdc)
                .or(() -> flow.snapshotCdc().map(GraphBuilder::autoCdc));
    }

    private static AutoCdc autoCdc(AutoCdcFlow cdc) {
        return new AutoCdc(
                names(cdc.keys()),
                cdc.sequenceBy().map(GraphBuilder::sqlText),
                cdc.systemSequenceBy().map(GraphBuilder::sqlText),
                cdc.deleteWhen().map(GraphBuilder::sqlText),
                cdc.truncateWhen().map(GraphBuilder::sqlText),
                cdc.ignoreNullUpdates()
                        .map(
                                clause ->
                                        clause.columns()
                                                .map(GraphBuilder::columns)
                                                .orElse(allColumns())),
                cdc.columns().map(GraphBuilder::columns).orElse(allColumns()),
                scdType(cdc.storedAs()),
                cdc.trackHistory().map(GraphBuilder::columns),
                cdc.columnsToUpdate().map(Identifier::value),
                Optional.empty(),
                places(
                        List.of(
                                cdc.keys().stream(),
                                columns(
                                        cdc.ignoreNullUpdates()
                                                .flatMap(clause -> clause.columns())),
                                columns(cdc.columns()),
                                columns(cdc.trackHistory()),
                                cdc.columnsToUpdate().stream())));
    }

    private static AutoCdc autoCdc(AutoCdcFromSnapshotFlow cdc) {
        return new AutoCdc(
                names(cdc.keys()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                allColumns(),
                scdType(cdc.storedAs()),
                cdc.trackHistory().map(GraphBuilder::columns),
                Optional.empty(),
                SnapshotVersion.expression(cdc),
                places(List.of(cdc.keys().stream(), columns(cdc.trackHistory()))));
    }

    private static Stream<Identifier> columns(Optional<ColumnSelection> clause) {
        return clause.stream().flatMap(selection -> selection.columns().stream());
    }

    /** Where columns are named; the first place of each counts. */
    private static Map<String, Place> places(List<Stream<Identifier>> clauses) {
        Map<String, Place> places = new LinkedHashMap<>();
        clauses.stream()
                .flatMap(names -> names)
                .forEach(
                        name ->
                                places.putIfAbsent(
                                        name.value().toLowerCase(Locale.ROOT),
                                        Place.of(name.span())));
        return places;
    }

    private static ScdType scdType(Optional<StoredAs> clause) {
        return switch (CdcClauseCheck.storedAs(clause)) {
            case SCD_TYPE_1 -> ScdType.TYPE_1;
            case SCD_TYPE_2 -> ScdType.TYPE_2;
            case BITEMPORAL -> ScdType.BITEMPORAL;
        };
    }

    private static Columns allColumns() {
        return new Columns(SelectionKind.ALL, List.of());
    }

    private static Columns columns(ColumnSelection selection) {
        SelectionKind kind =
                switch (selection.kind()) {
                    case ALL -> SelectionKind.ALL;
                    case ALL_EXCEPT -> SelectionKind.ALL_EXCEPT;
                    case LIST -> SelectionKind.LIST;
                };
        return new Columns(kind, names(selection.columns()));
    }

    private static List<String> names(List<Identifier> identifiers) {
        return identifiers.stream().map(Identifier::value).toList();
    }

    private static Optional<Replace> replace(FlowDeclaration flow) {
        Optional<ReplaceWhereFlow> where = flow.replaceWhere();
        if (where.isPresent()) {
            return Optional.of(
                    new Replace(
                            Optional.of(sqlText(where.get().condition())),
                            List.of(),
                            Optional.empty()));
        }
        return flow.replaceUsing().map(GraphBuilder::replace);
    }

    private static Replace replace(ReplaceUsingFlow flow) {
        return new Replace(
                Optional.empty(), names(flow.keys()), Optional.of(flow.sequence().value()));
    }
}
