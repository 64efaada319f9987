/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import io.millrace.compiler.ast.AlterDataset;
import io.millrace.compiler.ast.ApplyChanges;
import io.millrace.compiler.ast.CreateFlow;
import io.millrace.compiler.ast.CreateMaterializedView;
import io.millrace.compiler.ast.CreateMetricView;
import io.millrace.compiler.ast.CreateMode;
import io.millrace.compiler.ast.CreateSink;
import io.millrace.compiler.ast.CreateStreamingTable;
import io.millrace.compiler.ast.CreateTable;
import io.millrace.compiler.ast.CreateView;
import io.millrace.compiler.ast.DatasetWord;
import io.millrace.compiler.ast.DropDataset;
import io.millrace.compiler.ast.ExplainMaterializedView;
import io.millrace.compiler.ast.FlowBody;
import io.millrace.compiler.ast.Identifier;
import io.millrace.compiler.ast.NamespaceKind;
import io.millrace.compiler.ast.Property;
import io.millrace.compiler.ast.RefreshDataset;
import io.millrace.compiler.ast.RefreshMode;
import io.millrace.compiler.ast.SetProperty;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.ast.StringValue;
import io.millrace.compiler.ast.TableSpecification;
import io.millrace.compiler.ast.UseNamespace;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.grammar.MillraceParser.AlterDatasetContext;
import io.millrace.grammar.MillraceParser.ApplyChangesContext;
import io.millrace.grammar.MillraceParser.AsQueryContext;
import io.millrace.grammar.MillraceParser.CreateFlowContext;
import io.millrace.grammar.MillraceParser.CreateMaterializedContext;
import io.millrace.grammar.MillraceParser.CreateMaterializedViewContext;
import io.millrace.grammar.MillraceParser.CreateModeContext;
import io.millrace.grammar.MillraceParser.CreateSinkContext;
import io.millrace.grammar.MillraceParser.CreateStreamingTableContext;
import io.millrace.grammar.MillraceParser.CreateTableContext;
import io.millrace.grammar.MillraceParser.CreateViewContext;
import io.millrace.grammar.MillraceParser.DatasetWordContext;
import io.millrace.grammar.MillraceParser.DropDatasetContext;
import io.millrace.grammar.MillraceParser.DropWordContext;
import io.millrace.grammar.MillraceParser.ExplainMaterializedViewContext;
import io.millrace.grammar.MillraceParser.FlowCheckpointContext;
import io.millrace.grammar.MillraceParser.FlowCommentContext;
import io.millrace.grammar.MillraceParser.FlowConfContext;
import io.millrace.grammar.MillraceParser.FlowOptionContext;
import io.millrace.grammar.MillraceParser.FlowTargetContext;
import io.millrace.grammar.MillraceParser.NamespaceNameContext;
import io.millrace.grammar.MillraceParser.NamespaceWordContext;
import io.millrace.grammar.MillraceParser.QueryWithoutAsContext;
import io.millrace.grammar.MillraceParser.RefreshDatasetContext;
import io.millrace.grammar.MillraceParser.SetCatalogContext;
import io.millrace.grammar.MillraceParser.SetPropertyContext;
import io.millrace.grammar.MillraceParser.SinkClauseContext;
import io.millrace.grammar.MillraceParser.SinkCommentContext;
import io.millrace.grammar.MillraceParser.SinkOptionsContext;
import io.millrace.grammar.MillraceParser.TableFlowContext;
import io.millrace.grammar.MillraceParser.TableSpecificationContext;
import io.millrace.grammar.MillraceParser.UseNamespaceContext;
import io.millrace.grammar.MillraceParserBaseVisitor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.TerminalNode;

/** Builds the statement of a parse tree; each area of the grammar has a builder of its own. */
final class StatementBuilder extends MillraceParserBaseVisitor<Statement> {

    private final Spans spans;
    private final NameBuilder names;
    private final SpecificationBuilder specifications;
    private final ClauseBuilder clauses;
    private final FlowBuilder flows;
    private final AutoCdcBuilder autoCdc;
    private final AlterBuilder alters;
    private final MetricViewBuilder metricViews;

    StatementBuilder(Spans spans, Diagnostics diagnostics) {
        this.spans = spans;
        this.names = new NameBuilder(spans);
        this.specifications = new SpecificationBuilder(spans, names, diagnostics);
        this.clauses = new ClauseBuilder(spans, names, diagnostics);
        this.autoCdc = new AutoCdcBuilder(spans, names, diagnostics);
        this.flows = new FlowBuilder(spans, names, autoCdc, diagnostics);
        this.alters = new AlterBuilder(spans, names, clauses);
        this.metricViews = new MetricViewBuilder(spans, clauses);
    }

    @Override
    public Statement visitCreateStreamingTable(CreateStreamingTableContext context) {
        return new CreateStreamingTable(
                spans.of(context),
                mode(context.createMode()),
                context.visibility() != null,
                context.ifNotExists() != null,
                legacy(context.LIVE(), context.INCREMENTAL()),
                names.qualifiedName(context.qualifiedName()),
                specification(context.tableSpecification()),
                clauses.clauses(context.tableClause()),
                flow(context.tableFlow()));
    }

    @Override
    public Statement visitCreateMaterializedView(CreateMaterializedViewContext context) {
        return materializedView(context.createMaterialized());
    }

    @Override
    public Statement visitExplainMaterializedView(ExplainMaterializedViewContext context) {
        return new ExplainMaterializedView(
                spans.of(context), materializedView(context.createMaterialized()));
    }

    private CreateMaterializedView materializedView(CreateMaterializedContext context) {
        return new CreateMaterializedView(
                spans.of(context),
                mode(context.createMode()),
                context.visibility() != null,
                context.ifNotExists() != null,
                legacy(context.LIVE()),
                names.qualifiedName(context.qualifiedName()),
                specification(context.tableSpecification()),
                clauses.clauses(context.tableClause()),
                flows.flow(context.tableFlow()));
    }

    @Override
    public Statement visitCreateView(CreateViewContext context) {
        Optional<SourceSpan> metrics = metricViews.definition(context);
        if (metrics.isPresent()) {
            return new CreateMetricView(
                    spans.of(context),
                    mode(context.createMode()),
                    context.ifNotExists() != null,
                    names.qualifiedName(context.qualifiedName()),
                    specification(context.tableSpecification()),
                    clauses.clauses(context.tableClause()),
                    metrics.get());
        }
        return new CreateView(
                spans.of(context),
                mode(context.createMode()),
                context.visibility() != null || context.LIVE() != null,
                context.STREAMING() != null || context.INCREMENTAL() != null,
                context.ifNotExists() != null,
                legacy(context.LIVE(), context.INCREMENTAL()),
                names.qualifiedName(context.qualifiedName()),
                specification(context.tableSpecification()),
                clauses.clauses(context.tableClause()),
                context.query() != null
                        ? flows.query(context.query())
                        : flows.query(context.bareQuery()));
    }

    @Override
    public Statement visitCreateTable(CreateTableContext context) {
        boolean as =
                context.tableFlow() instanceof AsQueryContext
                        || context.tableFlow() instanceof QueryWithoutAsContext;
        Optional<SourceSpan> asQuery =
                as ? Optional.of(spans.of(context.tableFlow().getStart())) : Optional.empty();
        return new CreateTable(
                spans.of(context),
                mode(context.createMode()),
                context.ifNotExists() != null,
                names.qualifiedName(context.qualifiedName()),
                specification(context.tableSpecification()),
                clauses.clauses(context.tableClause()),
                flow(context.tableFlow()),
                asQuery);
    }

    @Override
    public Statement visitCreateFlow(CreateFlowContext context) {
        Optional<StringValue> comment = Optional.empty();
        List<Property> sparkConf = List.of();
        Optional<StringValue> checkpoint = Optional.empty();
        Map<String, SourceSpan> seen = new LinkedHashMap<>();
        for (FlowOptionContext option : context.flowOption()) {
            if (option instanceof FlowCommentContext text) {
                comment = Optional.of(names.string(text.stringLiteral()));
                clauses.reportTwice(seen, "COMMENT", spans.of(option));
            } else if (option instanceof FlowConfContext conf) {
                sparkConf = names.properties(conf.propertyList());
                clauses.reportTwice(seen, "SPARK_CONF", spans.of(option));
            } else {
                checkpoint =
                        Optional.of(names.string(((FlowCheckpointContext) option).stringLiteral()));
                clauses.reportTwice(seen, "IMPORT CHECKPOINT", spans.of(option));
            }
        }
        FlowBuilder.TargetedFlow flow = flows.flow(context.flowBody());
        return new CreateFlow(
                spans.of(context),
                names.qualifiedName(context.qualifiedName()),
                comment,
                sparkConf,
                checkpoint,
                flow.target().name(),
                flow.target().sink(),
                flow.body());
    }

    @Override
    public Statement visitCreateSink(CreateSinkContext context) {
        Identifier format =
                new Identifier(
                        spans.of(context.qualifiedName(1)),
                        names.qualifiedName(context.qualifiedName(1)).toString());
        List<Property> options = List.of();
        Optional<StringValue> comment = Optional.empty();
        Map<String, SourceSpan> seen = new LinkedHashMap<>();
        for (SinkClauseContext clause : context.sinkClause()) {
            if (clause instanceof SinkOptionsContext list) {
                options = names.properties(list.propertyList());
                clauses.reportTwice(seen, "OPTIONS", spans.of(clause));
            } else {
                comment = Optional.of(names.string(((SinkCommentContext) clause).stringLiteral()));
                clauses.reportTwice(seen, "COMMENT", spans.of(clause));
            }
        }
        return new CreateSink(
                spans.of(context),
                context.ifNotExists() != null,
                names.qualifiedName(context.qualifiedName(0)),
                format,
                options,
                comment);
    }

    @Override
    public Statement visitApplyChanges(ApplyChangesContext context) {
        FlowTargetContext target = context.flowTarget();
        boolean legacy = context.APPLY() != null;
        return new ApplyChanges(
                spans.of(context),
                flows.target(target).name(),
                legacy,
                autoCdc.flow(
                        spans.of(context),
                        flows.once(context.once(), target),
                        legacy,
                        context.autoCdcSpecification()));
    }

    @Override
    public Statement visitRefreshDataset(RefreshDatasetContext context) {
        RefreshMode mode = RefreshMode.DEFAULT;
        if (context.refreshMode() != null) {
            mode = context.refreshMode().SYNC() != null ? RefreshMode.SYNC : RefreshMode.ASYNC;
        }
        return new RefreshDataset(
                spans.of(context),
                word(context.datasetWord()),
                names.qualifiedName(context.qualifiedName()),
                context.FULL() != null,
                Optional.ofNullable(context.freeText()).map(spans::fragment),
                mode);
    }

    private static DatasetWord word(DatasetWordContext context) {
        if (context == null) {
            return DatasetWord.NONE;
        }
        if (context.MATERIALIZED() != null) {
            return DatasetWord.MATERIALIZED_VIEW;
        }
        return context.STREAMING() != null ? DatasetWord.STREAMING_TABLE : DatasetWord.TABLE;
    }

    @Override
    public Statement visitAlterDataset(AlterDatasetContext context) {
        return new AlterDataset(
                spans.of(context),
                context.STREAMING() != null
                        ? DatasetWord.STREAMING_TABLE
                        : DatasetWord.MATERIALIZED_VIEW,
                names.qualifiedName(context.qualifiedName()),
                alters.visit(context.alterAction()));
    }

    @Override
    public Statement visitDropDataset(DropDatasetContext context) {
        return new DropDataset(
                spans.of(context),
                word(context.dropWord()),
                context.EXISTS() != null,
                names.qualifiedName(context.qualifiedName()));
    }

    private static DatasetWord word(DropWordContext context) {
        if (context.FLOW() != null) {
            return DatasetWord.FLOW;
        }
        if (context.SINK() != null) {
            return DatasetWord.SINK;
        }
        if (context.TABLE() != null) {
            return context.STREAMING() != null ? DatasetWord.STREAMING_TABLE : DatasetWord.TABLE;
        }
        return context.MATERIALIZED() != null ? DatasetWord.MATERIALIZED_VIEW : DatasetWord.VIEW;
    }

    @Override
    public Statement visitSetCatalog(SetCatalogContext context) {
        return new UseNamespace(
                spans.of(context), NamespaceKind.CATALOG, spans.fragment(context.namespaceName()));
    }

    @Override
    public Statement visitSetProperty(SetPropertyContext context) {
        SourceSpan whole = spans.of(context);
        KnownMistakes.refuseUnended(whole);
        SourceSpan key = spans.of(context.propertyText());
        int valueStart = spans.of(context.EQUAL().getSymbol()).end();
        String value = whole.file().text().substring(valueStart, whole.end()).strip();
        return new SetProperty(whole, keyText(context), value, key);
    }

    /** The key, without the back-ticks if it is one back-ticked name. */
    private String keyText(SetPropertyContext context) {
        String text = spans.of(context.propertyText()).text();
        boolean quoted =
                text.startsWith("`")
                        && context.propertyText().getStart() == context.propertyText().getStop();
        return quoted ? StringEscapes.unquoteIdentifier(text) : text;
    }

    @Override
    public Statement visitUseNamespace(UseNamespaceContext context) {
        NamespaceNameContext name = context.namespaceName();
        return new UseNamespace(
                spans.of(context), kind(context.namespaceWord(), name), spans.fragment(name));
    }

    private static NamespaceKind kind(NamespaceWordContext word, NamespaceNameContext name) {
        if (word != null && word.CATALOG() != null) {
            return NamespaceKind.CATALOG;
        }
        return name.identifier().size() > 1
                ? NamespaceKind.CATALOG_AND_SCHEMA
                : NamespaceKind.SCHEMA;
    }

    private Optional<FlowBody> flow(TableFlowContext context) {
        return Optional.ofNullable(context).map(flows::flow);
    }

    private Optional<TableSpecification> specification(TableSpecificationContext context) {
        return Optional.ofNullable(context).map(specifications::specification);
    }

    private static CreateMode mode(CreateModeContext context) {
        if (context == null) {
            return CreateMode.CREATE;
        }
        return context.REFRESH() != null ? CreateMode.OR_REFRESH : CreateMode.OR_REPLACE;
    }

    /** Where the legacy spelling shows. */
    private Optional<SourceSpan> legacy(TerminalNode... words) {
        for (TerminalNode word : words) {
            if (word != null) {
                Token token = word.getSymbol();
                return Optional.of(spans.of(token));
            }
        }
        return Optional.empty();
    }

    /** The statement of a parse tree. */
    Statement statement(ParserRuleContext context) {
        return context.accept(this);
    }
}
