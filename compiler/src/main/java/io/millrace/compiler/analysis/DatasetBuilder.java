/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.ClusterByClause;
import io.millrace.compiler.ast.ColumnDefinition;
import io.millrace.compiler.ast.CommentClause;
import io.millrace.compiler.ast.CreateSink;
import io.millrace.compiler.ast.ExistsRule;
import io.millrace.compiler.ast.Expectation;
import io.millrace.compiler.ast.Identifier;
import io.millrace.compiler.ast.KeyConstraint;
import io.millrace.compiler.ast.KeyConstraintKind;
import io.millrace.compiler.ast.PartitionedByClause;
import io.millrace.compiler.ast.PropertiesClause;
import io.millrace.compiler.ast.Property;
import io.millrace.compiler.ast.RefreshPolicyClause;
import io.millrace.compiler.ast.RowRule;
import io.millrace.compiler.ast.ScheduleClause;
import io.millrace.compiler.ast.SqlFragment;
import io.millrace.compiler.ast.StringValue;
import io.millrace.compiler.ast.UniqueRule;
import io.millrace.compiler.ast.ViolationAction;
import io.millrace.compiler.graph.ClusterBy;
import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetColumn;
import io.millrace.compiler.graph.DatasetExpectation;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.ExpectationKind;
import io.millrace.compiler.graph.IdentitySpec;
import io.millrace.compiler.graph.Place;
import io.millrace.compiler.graph.RefreshPolicySpec;
import io.millrace.compiler.graph.SinkSpec;
import io.millrace.compiler.graph.SqlText;
import io.millrace.compiler.graph.Violation;
import io.millrace.compiler.metric.MetricDefinition;
import io.millrace.compiler.query.TypeParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Makes the nodes of the graph. */
final class DatasetBuilder {

    private final PipelineModel pipeline;
    private final OutputColumns outputs;

    DatasetBuilder(PipelineModel pipeline) {
        this.pipeline = pipeline;
        this.outputs = new OutputColumns(pipeline);
    }

    Dataset build(DatasetDeclaration dataset) {
        return new Dataset(
                dataset.name(),
                dataset.kind(),
                dataset.isPrivate(),
                dataset.metrics().isPresent()
                        ? List.of()
                        : dataset.columns().stream().map(DatasetBuilder::column).toList(),
                dataset.expectations().stream()
                        .map(expectation -> expectation(dataset, expectation))
                        .toList(),
                partitionColumns(dataset),
                dataset.clause(ClusterByClause.class)
                        .map(DatasetBuilder::clusterBy)
                        .orElse(ClusterBy.NONE),
                dataset.clause(ClusterByClause.class)
                        .map(clause -> names(clause.columns()))
                        .orElse(List.of()),
                comment(dataset),
                properties(dataset),
                dataset.clause(RefreshPolicyClause.class)
                        .map(DatasetBuilder::refreshPolicy)
                        .orElse(RefreshPolicySpec.AUTO),
                dataset.sink().map(DatasetBuilder::sink),
                dataset.metrics().map(metrics -> MetricColumns.of(dataset, metrics)),
                dataset.scope().settings(),
                Place.of(dataset.nameSpan()));
    }

    private static DatasetColumn column(ColumnDefinition column) {
        return new DatasetColumn(
                column.name().value(),
                column.type().flatMap(type -> TypeParser.analyze(type.span()).ddl()),
                !column.notNull(),
                column.defaultValue().map(SqlFragment::text),
                column.generatedAs().map(SqlFragment::text),
                column.identity()
                        .map(
                                identity ->
                                        new IdentitySpec(
                                                identity.always(),
                                                identity.start(),
                                                identity.increment())),
                column.comment().map(StringValue::value));
    }

    private DatasetExpectation expectation(DatasetDeclaration dataset, Expectation expectation) {
        SqlFragment text = new SqlFragment(expectation.rule().span());
        ExpectationKind kind = ExpectationKind.ROW;
        List<String> columns = List.of();
        Optional<DatasetName> other = Optional.empty();
        SqlText condition = GraphBuilder.sqlText(text);
        if (expectation.rule() instanceof RowRule rule) {
            condition =
                    SelectedColumns.of(pipeline, dataset)
                            .rewrite(rule.condition(), outputs.of(dataset));
        } else if (expectation.rule() instanceof UniqueRule rule) {
            kind = ExpectationKind.UNIQUE;
            columns = names(rule.columns());
        } else if (expectation.rule() instanceof ExistsRule rule) {
            kind = ExpectationKind.EXISTS;
            columns = names(rule.columns());
            other =
                    Optional.of(
                            pipeline.index().resolve(rule.table().parts(), dataset.scope()).name());
        }
        return new DatasetExpectation(
                expectation.name().value(),
                kind,
                condition,
                columns,
                other,
                violation(expectation),
                expectation.action() == ViolationAction.QUARANTINE_ROW
                        ? Optional.of(QuarantineTables.name(dataset, expectation))
                        : Optional.empty(),
                Place.of(expectation.span()));
    }

    private static Violation violation(Expectation expectation) {
        return switch (expectation.action()) {
            case WARN -> Violation.WARN;
            case DROP_ROW -> Violation.DROP;
            case FAIL_UPDATE -> Violation.FAIL;
            case QUARANTINE_ROW -> Violation.QUARANTINE;
        };
    }

    private static List<String> partitionColumns(DatasetDeclaration dataset) {
        return dataset.clause(PartitionedByClause.class).stream()
                .flatMap(clause -> clause.columns().stream())
                .flatMap(column -> PlacementColumnsCheck.columnName(column).stream())
                .toList();
    }

    private static ClusterBy clusterBy(ClusterByClause clause) {
        return switch (clause.kind()) {
            case COLUMNS -> ClusterBy.COLUMNS;
            case AUTO -> ClusterBy.AUTO;
            case NONE -> ClusterBy.NONE;
        };
    }

    private static RefreshPolicySpec refreshPolicy(RefreshPolicyClause clause) {
        return switch (clause.policy()) {
            case AUTO -> RefreshPolicySpec.AUTO;
            case INCREMENTAL -> RefreshPolicySpec.INCREMENTAL;
            case INCREMENTAL_STRICT -> RefreshPolicySpec.INCREMENTAL_STRICT;
            case FULL -> RefreshPolicySpec.FULL;
        };
    }

    private static Optional<String> comment(DatasetDeclaration dataset) {
        return dataset.sink()
                .flatMap(CreateSink::comment)
                .or(() -> dataset.clause(CommentClause.class).map(CommentClause::text))
                .map(StringValue::value)
                .or(() -> dataset.metrics().flatMap(MetricDefinition::comment));
    }

    private static SinkSpec sink(CreateSink sink) {
        Map<String, String> options = new LinkedHashMap<>();
        sink.options().forEach(option -> options.put(option.key(), option.value()));
        String format = sink.format().value();
        // The name of a class stands as it is.
        return new SinkSpec(format.contains(".") ? format : Names.fold(format), options);
    }

    /** Those of the user, and the clauses that are only kept. */
    private static Map<String, String> properties(DatasetDeclaration dataset) {
        Map<String, String> properties = new LinkedHashMap<>();
        dataset.clause(PropertiesClause.class).stream()
                .flatMap(clause -> clause.properties().stream())
                .forEach(property -> put(properties, property));
        dataset.clause(ScheduleClause.class)
                .ifPresent(clause -> properties.put(GraphProperties.SCHEDULE, schedule(clause)));
        dataset.keyConstraints().forEach(constraint -> put(properties, constraint, List.of()));
        for (ColumnDefinition column : dataset.columns()) {
            column.constraints()
                    .forEach(constraint -> put(properties, constraint, List.of(column.name())));
        }
        List<KeyConstraint> all = new ArrayList<>(dataset.keyConstraints());
        dataset.columns().forEach(column -> all.addAll(column.constraints()));
        putNames(properties, all, KeyConstraintKind.PRIMARY_KEY);
        putNames(properties, all, KeyConstraintKind.FOREIGN_KEY);
        return properties;
    }

    /** The names of constraints, in the order of the constraints; one without a name is empty. */
    private static void putNames(
            Map<String, String> properties, List<KeyConstraint> all, KeyConstraintKind kind) {
        List<KeyConstraint> constraints =
                all.stream().filter(constraint -> constraint.kind() == kind).toList();
        if (constraints.stream().anyMatch(constraint -> constraint.name().isPresent())) {
            properties.put(
                    propertyKey(kind) + GraphProperties.CONSTRAINT_NAME,
                    constraints.stream()
                            .map(constraint -> constraint.name().map(Identifier::value).orElse(""))
                            .collect(Collectors.joining("; ")));
        }
    }

    private static String propertyKey(KeyConstraintKind kind) {
        return kind == KeyConstraintKind.PRIMARY_KEY
                ? GraphProperties.PRIMARY_KEY
                : GraphProperties.FOREIGN_KEY;
    }

    private static void put(Map<String, String> properties, Property property) {
        properties.put(PipelineProperty.canonicalKey(property.key()), property.value());
    }

    private static String schedule(ScheduleClause clause) {
        String zone =
                clause.timeZone().map(value -> " AT TIME ZONE '" + value.value() + "'").orElse("");
        String value =
                switch (clause.kind()) {
                    case EVERY -> "EVERY " + clause.value();
                    case CRON -> "CRON '" + clause.value() + "'";
                    case ON_UPDATE ->
                            clause.value().isEmpty()
                                    ? "ON UPDATE"
                                    : "ON UPDATE AT MOST EVERY " + clause.value();
                };
        return value + zone;
    }

    /** Several constraints of a kind are joined by semicolons. */
    private static void put(
            Map<String, String> properties, KeyConstraint constraint, List<Identifier> ofColumn) {
        List<Identifier> columns = constraint.columns().isEmpty() ? ofColumn : constraint.columns();
        String text = String.join(", ", names(columns));
        if (constraint.kind() == KeyConstraintKind.FOREIGN_KEY) {
            text +=
                    constraint.references().map(table -> " -> " + table).orElse("")
                            + (constraint.referencedColumns().isEmpty()
                                    ? ""
                                    : " ("
                                            + String.join(
                                                    ", ", names(constraint.referencedColumns()))
                                            + ")");
        }
        String key = propertyKey(constraint.kind());
        properties.merge(key, text, (first, second) -> first + "; " + second);
    }

    private static List<String> names(List<Identifier> identifiers) {
        return identifiers.stream().map(Identifier::value).toList();
    }
}
