/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.portability;

import io.millrace.compiler.analysis.DerivedText;
import io.millrace.compiler.ast.AlterDataset;
import io.millrace.compiler.ast.ApplyChanges;
import io.millrace.compiler.ast.AutoCdcFlow;
import io.millrace.compiler.ast.AutoCdcFromSnapshotFlow;
import io.millrace.compiler.ast.CreateFlow;
import io.millrace.compiler.ast.CreateMaterializedView;
import io.millrace.compiler.ast.CreateMetricView;
import io.millrace.compiler.ast.CreateMode;
import io.millrace.compiler.ast.CreateSink;
import io.millrace.compiler.ast.CreateStreamingTable;
import io.millrace.compiler.ast.CreateTable;
import io.millrace.compiler.ast.CreateView;
import io.millrace.compiler.ast.DropDataset;
import io.millrace.compiler.ast.ExplainMaterializedView;
import io.millrace.compiler.ast.FlowBody;
import io.millrace.compiler.ast.FlowBodyVisitor;
import io.millrace.compiler.ast.InsertFlow;
import io.millrace.compiler.ast.NamespaceKind;
import io.millrace.compiler.ast.OtherStatement;
import io.millrace.compiler.ast.QualifiedName;
import io.millrace.compiler.ast.RefreshDataset;
import io.millrace.compiler.ast.ReplaceUsingFlow;
import io.millrace.compiler.ast.ReplaceWhereFlow;
import io.millrace.compiler.ast.SetProperty;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.ast.StatementVisitor;
import io.millrace.compiler.ast.TableClause;
import io.millrace.compiler.ast.TableElement;
import io.millrace.compiler.ast.TableSpecification;
import io.millrace.compiler.ast.UseNamespace;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.query.QueryInput;
import io.millrace.compiler.query.QueryParser;
import io.millrace.compiler.query.RelationKind;
import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds in one statement what an engine does not take. */
final class PortabilityVisitor implements StatementVisitor<Void>, FlowBodyVisitor<Void> {

    private final PeerEngine engine;
    private final Diagnostics found;

    PortabilityVisitor(PeerEngine engine, Diagnostics found) {
        this.engine = engine;
        this.found = found;
    }

    @Override
    public Void visitCreateStreamingTable(CreateStreamingTable statement) {
        head(statement, statement.name(), statement.mode(), statement.legacy());
        if (statement.isPrivate() && statement.legacy().isEmpty()) {
            report(Support.PRIVATE, headOf(statement, statement.name()), "PRIVATE");
        }
        specification(statement.specification());
        clauses(statement.clauses());
        statement.flow().ifPresent(this::inlineFlow);
        return null;
    }

    @Override
    public Void visitCreateMaterializedView(CreateMaterializedView statement) {
        head(statement, statement.name(), statement.mode(), statement.legacy());
        if (statement.isPrivate() && statement.legacy().isEmpty()) {
            report(Support.PRIVATE, headOf(statement, statement.name()), "PRIVATE");
        }
        specification(statement.specification());
        clauses(statement.clauses());
        inlineFlow(statement.flow());
        return null;
    }

    @Override
    public Void visitCreateView(CreateView statement) {
        statement
                .legacy()
                .ifPresent(
                        span ->
                                report(
                                        Support.LEGACY,
                                        headOf(statement, statement.name()),
                                        "the legacy " + words(span)));
        live(statement.name());
        specification(statement.specification());
        clauses(statement.clauses());
        query(statement.query().span());
        return null;
    }

    @Override
    public Void visitCreateMetricView(CreateMetricView statement) {
        live(statement.name());
        report(
                Support.METRIC_VIEW,
                headOf(statement, statement.name()),
                "a metric view in a pipeline");
        return null;
    }

    @Override
    public Void visitCreateTable(CreateTable statement) {
        statement
                .flow()
                .ifPresent(
                        flow -> {
                            report(
                                    Support.MANAGED_TABLE_FLOW,
                                    headOf(statement, statement.name()),
                                    "CREATE TABLE ... FLOW");
                            flow.accept(this);
                        });
        specification(statement.specification());
        clauses(statement.clauses());
        return null;
    }

    @Override
    public Void visitCreateFlow(CreateFlow statement) {
        if (!statement.sparkConf().isEmpty()) {
            report(Support.FLOW_SETTINGS, statement.sparkConf().get(0).span(), "SPARK_CONF");
        }
        statement
                .importCheckpoint()
                .ifPresent(
                        path ->
                                report(
                                        Support.IMPORT_CHECKPOINT,
                                        path.span(),
                                        "IMPORT CHECKPOINT"));
        if (statement.intoSink()) {
            report(Support.SINK, statement.target().span(), "a flow into a sink");
        }
        live(statement.target());
        statement.body().accept(this);
        return null;
    }

    @Override
    public Void visitCreateSink(CreateSink statement) {
        report(Support.SINK, headOf(statement, statement.name()), "CREATE SINK");
        return null;
    }

    @Override
    public Void visitApplyChanges(ApplyChanges statement) {
        report(
                Support.LEGACY,
                headOf(statement, statement.target()),
                statement.legacy() ? "APPLY CHANGES INTO" : "AUTO CDC INTO without CREATE FLOW");
        live(statement.target());
        statement.body().accept(this);
        return null;
    }

    @Override
    public Void visitSetProperty(SetProperty statement) {
        return null;
    }

    @Override
    public Void visitUseNamespace(UseNamespace statement) {
        if (statement.kind() == NamespaceKind.CATALOG) {
            report(Support.USE_CATALOG, statement.span(), "USE CATALOG");
        }
        return null;
    }

    @Override
    public Void visitRefreshDataset(RefreshDataset statement) {
        report(Support.OPERATION, statement.span(), "REFRESH");
        return null;
    }

    @Override
    public Void visitAlterDataset(AlterDataset statement) {
        report(Support.OPERATION, statement.span(), "ALTER");
        return null;
    }

    @Override
    public Void visitDropDataset(DropDataset statement) {
        report(Support.OPERATION, statement.span(), "DROP");
        return null;
    }

    @Override
    public Void visitExplainMaterializedView(ExplainMaterializedView statement) {
        report(Support.OPERATION, statement.span(), "EXPLAIN");
        return null;
    }

    @Override
    public Void visitOtherStatement(OtherStatement statement) {
        return null;
    }

    @Override
    public Void visitInsertFlow(InsertFlow flow) {
        flow.once().ifPresent(span -> report(Support.ONCE, span, "ONCE"));
        if (!flow.byName()) {
            report(Support.NOT_BY_NAME, flow.query().span(), "an INSERT without BY NAME");
        }
        query(flow.query().span());
        return null;
    }

    @Override
    public Void visitReplaceWhereFlow(ReplaceWhereFlow flow) {
        report(Support.REPLACE_FLOW, flow.condition().span(), "REPLACE WHERE");
        query(flow.query().span());
        return null;
    }

    @Override
    public Void visitReplaceUsingFlow(ReplaceUsingFlow flow) {
        report(Support.REPLACE_FLOW, flow.keys().get(0).span(), "REPLACE USING");
        query(flow.query().span());
        return null;
    }

    @Override
    public Void visitAutoCdcFlow(AutoCdcFlow flow) {
        report(Support.AUTO_CDC, flow.source().span(), "AUTO CDC");
        relation(flow.source().span());
        return null;
    }

    @Override
    public Void visitAutoCdcFromSnapshotFlow(AutoCdcFromSnapshotFlow flow) {
        flow.once().ifPresent(span -> report(Support.ONCE, span, "ONCE"));
        report(Support.CDC_FROM_SNAPSHOT, flow.source().span(), "AUTO CDC FROM SNAPSHOT");
        relation(flow.source().span());
        return null;
    }

    private void head(
            Statement statement, QualifiedName name, CreateMode mode, Optional<SourceSpan> legacy) {
        SourceSpan head = headOf(statement, name);
        if (legacy.isPresent()) {
            report(Support.LEGACY, head, "the legacy " + words(legacy.get()));
        } else if (mode == CreateMode.OR_REFRESH) {
            report(Support.OR_REFRESH, head, "OR REFRESH");
        } else if (mode == CreateMode.OR_REPLACE) {
            report(Support.OR_REPLACE, head, "OR REPLACE");
        }
        live(name);
    }

    private void live(QualifiedName name) {
        if (name.parts().size() == 2 && name.parts().get(0).equalsIgnoreCase("live")) {
            report(Support.LIVE_NAME, name.span(), "the prefix LIVE");
        }
    }

    private void specification(Optional<TableSpecification> specification) {
        for (TableElement element :
                specification.map(TableSpecification::elements).orElse(List.of())) {
            ElementPortability.of(element)
                    .forEach(need -> report(need.support(), need.span(), need.what()));
        }
    }

    private void clauses(List<TableClause> clauses) {
        for (TableClause clause : clauses) {
            clause.accept(ClausePortability.INSTANCE)
                    .ifPresent(need -> report(need.support(), need.span(), need.what()));
        }
    }

    /** {@code FLOW ...} behind a table; {@code AS query} is a flow that every engine takes. */
    private void inlineFlow(FlowBody flow) {
        boolean asQuery =
                flow instanceof InsertFlow insert && insert.span().equals(insert.query().span());
        if (!asQuery) {
            report(Support.INLINE_FLOW, flow.span(), "a FLOW clause");
        }
        flow.accept(this);
    }

    private void relation(SourceSpan source) {
        inputs(QueryParser.analyze(DerivedText.wholeRelation(source)).inputs());
    }

    private void query(SourceSpan query) {
        inputs(QueryParser.analyze(query).inputs());
    }

    private void inputs(List<QueryInput> inputs) {
        for (QueryInput input : inputs) {
            if (input.isLive()) {
                report(Support.LIVE_NAME, input.span(), "the prefix LIVE");
            }
            if (input.kind() == RelationKind.FUNCTION && input.name().size() == 1) {
                function(input.name().get(0))
                        .ifPresent(
                                support ->
                                        report(support, input.span(), input.name().get(0) + "()"));
            }
        }
    }

    private static Optional<Support> function(String name) {
        return Optional.ofNullable(
                switch (name.toLowerCase(Locale.ROOT)) {
                    case "read_files" -> Support.READ_FILES;
                    case "cloud_files" -> Support.CLOUD_FILES;
                    case "read_kafka" -> Support.READ_KAFKA;
                    case "table_changes" -> Support.TABLE_CHANGES;
                    case "event_log" -> Support.EVENT_LOG;
                    default -> null;
                });
    }

    private void report(Support support, SourceSpan span, String what) {
        support.insteadOn(engine)
                .ifPresent(
                        instead ->
                                found.add(
                                        Diagnostic.of(
                                                        ErrorCode.MILLRACE_NOT_PORTABLE,
                                                        span,
                                                        engine.title(),
                                                        what)
                                                .withHint(instead)));
    }

    private static SourceSpan headOf(Statement statement, QualifiedName name) {
        SourceSpan span = statement.span();
        return span.file().span(span.start(), name.span().end());
    }

    private static String words(SourceSpan span) {
        return span.text().toUpperCase(Locale.ROOT).strip();
    }
}
