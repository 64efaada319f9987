/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.CompileOptions;
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
import io.millrace.compiler.ast.DropDataset;
import io.millrace.compiler.ast.ExplainMaterializedView;
import io.millrace.compiler.ast.FlowBody;
import io.millrace.compiler.ast.FlowBodyVisitor;
import io.millrace.compiler.ast.NamespaceKind;
import io.millrace.compiler.ast.OtherStatement;
import io.millrace.compiler.ast.QualifiedName;
import io.millrace.compiler.ast.RefreshDataset;
import io.millrace.compiler.ast.SetProperty;
import io.millrace.compiler.ast.SqlFragment;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.ast.StatementVisitor;
import io.millrace.compiler.ast.TableClause;
import io.millrace.compiler.ast.TableSpecification;
import io.millrace.compiler.ast.UseNamespace;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.metric.MetricDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lowers statements to declarations of datasets and flows. {@code USE} and {@code SET} act on what
 * follows in the same file.
 */
final class DeclarationCollector implements StatementVisitor<Void> {

    private static final FlowBodyVisitor<SqlFragment> QUERY = new QueryOfBody();

    private final Diagnostics diagnostics;
    private final Scope start;
    private Scope scope;
    private final List<Statement> statements = new ArrayList<>();
    private final List<DatasetDeclaration> datasets = new ArrayList<>();
    private final List<FlowDeclaration> flows = new ArrayList<>();

    DeclarationCollector(CompileOptions options, Diagnostics diagnostics) {
        this.diagnostics = diagnostics;
        this.start = new Scope(options.catalog(), options.schema(), Map.of());
        this.scope = start;
    }

    /** Takes the statements of one file, in source order. */
    void addFile(List<Statement> ofFile) {
        scope = start;
        for (Statement statement : ofFile) {
            statements.add(statement);
            statement.accept(this);
        }
    }

    Declarations declarations() {
        List<DatasetDeclaration> all = new ArrayList<>(datasets);
        all.addAll(QuarantineTables.implied(datasets));
        return new Declarations(statements, all, flows);
    }

    @Override
    public Void visitCreateStreamingTable(CreateStreamingTable statement) {
        DatasetDeclaration dataset =
                declare(
                        DatasetKind.STREAMING_TABLE,
                        statement.isPrivate(),
                        statement.mode(),
                        statement.ifNotExists(),
                        statement.name(),
                        statement.specification(),
                        statement.clauses(),
                        statement);
        statement.flow().ifPresent(body -> addDefaultFlow(dataset, Optional.of(body), body));
        return null;
    }

    @Override
    public Void visitCreateMaterializedView(CreateMaterializedView statement) {
        DatasetDeclaration dataset =
                declare(
                        DatasetKind.MATERIALIZED_VIEW,
                        statement.isPrivate(),
                        statement.mode(),
                        statement.ifNotExists(),
                        statement.name(),
                        statement.specification(),
                        statement.clauses(),
                        statement);
        addDefaultFlow(dataset, Optional.of(statement.flow()), statement.flow());
        return null;
    }

    @Override
    public Void visitCreateView(CreateView statement) {
        DatasetDeclaration dataset =
                declare(
                        statement.temporary() ? DatasetKind.TEMPORARY_VIEW : DatasetKind.VIEW,
                        false,
                        statement.mode(),
                        statement.ifNotExists(),
                        statement.name(),
                        statement.specification(),
                        statement.clauses(),
                        statement);
        addFlow(dataset, Optional.empty(), statement.query());
        return null;
    }

    @Override
    public Void visitCreateMetricView(CreateMetricView statement) {
        Optional<MetricDefinition> metrics =
                MetricDefinition.read(statement.definition(), diagnostics);
        DatasetDeclaration dataset =
                declare(
                        DatasetKind.VIEW,
                        false,
                        statement.mode(),
                        statement.ifNotExists(),
                        statement.name(),
                        statement.specification(),
                        statement.clauses(),
                        metrics,
                        statement);
        metrics.ifPresent(
                found -> addFlow(dataset, Optional.empty(), new SqlFragment(found.relation())));
        return null;
    }

    @Override
    public Void visitCreateTable(CreateTable statement) {
        DatasetDeclaration dataset =
                declare(
                        DatasetKind.TABLE,
                        false,
                        statement.mode(),
                        statement.ifNotExists(),
                        statement.name(),
                        statement.specification(),
                        statement.clauses(),
                        statement);
        statement.flow().ifPresent(body -> addDefaultFlow(dataset, Optional.of(body), body));
        return null;
    }

    @Override
    public Void visitCreateSink(CreateSink statement) {
        datasets.add(
                new DatasetDeclaration(
                        new DatasetName(statement.name().parts()),
                        DatasetKind.SINK,
                        false,
                        CreateMode.CREATE,
                        statement.ifNotExists(),
                        statement.name(),
                        scope,
                        Optional.empty(),
                        List.of(),
                        Optional.of(statement),
                        Optional.empty(),
                        statement));
        return null;
    }

    @Override
    public Void visitCreateFlow(CreateFlow statement) {
        flows.add(
                new FlowDeclaration(
                        statement.name().last(),
                        Names.qualify(statement.name().parts(), scope),
                        statement.name().span(),
                        statement.target(),
                        Optional.empty(),
                        Optional.of(statement.body()),
                        statement.body().accept(QUERY),
                        scope,
                        statement.comment(),
                        statement.sparkConf(),
                        statement.importCheckpoint(),
                        statement.intoSink(),
                        statement));
        return null;
    }

    @Override
    public Void visitApplyChanges(ApplyChanges statement) {
        QualifiedName target = statement.target();
        List<String> parts = Names.withoutLive(target.parts());
        flows.add(
                new FlowDeclaration(
                        target.last(),
                        Names.qualify(parts, Names.isLive(target.parts()) ? start : scope),
                        target.span(),
                        target,
                        Optional.empty(),
                        Optional.of(statement.body()),
                        statement.body().accept(QUERY),
                        scope,
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        false,
                        statement));
        return null;
    }

    @Override
    public Void visitSetProperty(SetProperty statement) {
        scope = scope.withSetting(statement.key(), statement.value());
        return null;
    }

    @Override
    public Void visitUseNamespace(UseNamespace statement) {
        Optional<List<String>> name = NamespaceText.parse(statement.name().text());
        int most = statement.kind() == NamespaceKind.CATALOG ? 1 : 2;
        if (name.isEmpty() || name.get().size() > most) {
            diagnostics.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_NAMESPACE_NOT_RESOLVED,
                                    statement.name().span(),
                                    statement.name().text())
                            .withHint(
                                    most == 1
                                            ? "write USE CATALOG name"
                                            : "write USE SCHEMA name, or USE SCHEMA catalog.name"));
            return null;
        }
        scope = apply(statement.kind(), name.get());
        return null;
    }

    private Scope apply(NamespaceKind kind, List<String> name) {
        if (kind == NamespaceKind.CATALOG) {
            return scope.withCatalog(name.get(0));
        }
        if (name.size() == 2) {
            return scope.withCatalog(name.get(0)).withSchema(name.get(1));
        }
        return scope.withSchema(name.get(0));
    }

    @Override
    public Void visitRefreshDataset(RefreshDataset statement) {
        return null;
    }

    @Override
    public Void visitAlterDataset(AlterDataset statement) {
        return null;
    }

    @Override
    public Void visitDropDataset(DropDataset statement) {
        return null;
    }

    @Override
    public Void visitExplainMaterializedView(ExplainMaterializedView statement) {
        return null;
    }

    @Override
    public Void visitOtherStatement(OtherStatement statement) {
        return null;
    }

    private DatasetDeclaration declare(
            DatasetKind kind,
            boolean isPrivate,
            CreateMode mode,
            boolean ifNotExists,
            QualifiedName name,
            Optional<TableSpecification> specification,
            List<TableClause> clauses,
            Statement statement) {
        return declare(
                kind,
                isPrivate,
                mode,
                ifNotExists,
                name,
                specification,
                clauses,
                Optional.empty(),
                statement);
    }

    private DatasetDeclaration declare(
            DatasetKind kind,
            boolean isPrivate,
            CreateMode mode,
            boolean ifNotExists,
            QualifiedName name,
            Optional<TableSpecification> specification,
            List<TableClause> clauses,
            Optional<MetricDefinition> metrics,
            Statement statement) {
        DatasetDeclaration dataset =
                new DatasetDeclaration(
                        nameOf(kind, name),
                        kind,
                        isPrivate,
                        mode,
                        ifNotExists,
                        name,
                        scope,
                        specification,
                        clauses,
                        Optional.empty(),
                        metrics,
                        statement);
        datasets.add(dataset);
        return dataset;
    }

    private DatasetName nameOf(DatasetKind kind, QualifiedName name) {
        List<String> parts = Names.withoutLive(name.parts());
        if (kind == DatasetKind.TEMPORARY_VIEW) {
            return DatasetName.of(parts.get(parts.size() - 1));
        }
        return Names.qualify(parts, Names.isLive(name.parts()) ? start : scope);
    }

    private void addDefaultFlow(
            DatasetDeclaration dataset, Optional<FlowBody> body, FlowBody queryOf) {
        addFlow(dataset, body, queryOf.accept(QUERY));
    }

    private void addFlow(DatasetDeclaration dataset, Optional<FlowBody> body, SqlFragment query) {
        flows.add(
                new FlowDeclaration(
                        dataset.name().last(),
                        dataset.name(),
                        dataset.nameSpan(),
                        dataset.written(),
                        Optional.of(dataset),
                        body,
                        query,
                        scope,
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        false,
                        dataset.statement()));
    }
}
