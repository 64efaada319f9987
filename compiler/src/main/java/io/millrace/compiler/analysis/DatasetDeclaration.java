/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.ast.ColumnDefinition;
import io.millrace.compiler.ast.CreateMetricView;
import io.millrace.compiler.ast.CreateMode;
import io.millrace.compiler.ast.CreateSink;
import io.millrace.compiler.ast.Expectation;
import io.millrace.compiler.ast.KeyConstraint;
import io.millrace.compiler.ast.QualifiedName;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.ast.TableClause;
import io.millrace.compiler.ast.TableElement;
import io.millrace.compiler.ast.TableSpecification;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.metric.MetricDefinition;
import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * A dataset as a statement declares it, its name resolved.
 *
 * @param written the name in the statement
 * @param sink the statement itself, for sinks
 * @param metrics what a metric view is; empty also when its YAML has errors
 */
record DatasetDeclaration(
        DatasetName name,
        DatasetKind kind,
        boolean isPrivate,
        CreateMode mode,
        boolean ifNotExists,
        QualifiedName written,
        Scope scope,
        Optional<TableSpecification> specification,
        List<TableClause> clauses,
        Optional<CreateSink> sink,
        Optional<MetricDefinition> metrics,
        Statement statement) {

    DatasetDeclaration {
        requireNonNull(name, "name");
        requireNonNull(kind, "kind");
        requireNonNull(mode, "mode");
        requireNonNull(written, "written");
        requireNonNull(scope, "scope");
        requireNonNull(specification, "specification");
        clauses = List.copyOf(clauses);
        requireNonNull(sink, "sink");
        requireNonNull(metrics, "metrics");
        requireNonNull(statement, "statement");
    }

    SourceSpan nameSpan() {
        return written.span();
    }

    boolean isView() {
        return kind == DatasetKind.VIEW || kind == DatasetKind.TEMPORARY_VIEW;
    }

    boolean isTemporaryView() {
        return kind == DatasetKind.TEMPORARY_VIEW;
    }

    List<ColumnDefinition> columns() {
        return elements(ColumnDefinition.class);
    }

    List<Expectation> expectations() {
        return elements(Expectation.class);
    }

    List<KeyConstraint> keyConstraints() {
        return elements(KeyConstraint.class);
    }

    /** The first clause of a type; a second one is an error of its own. */
    <C extends TableClause> Optional<C> clause(Class<C> type) {
        return clauses.stream().filter(type::isInstance).map(type::cast).findFirst();
    }

    private <E extends TableElement> List<E> elements(Class<E> type) {
        return specification
                .map(
                        list ->
                                list.elements().stream()
                                        .filter(type::isInstance)
                                        .map(type::cast)
                                        .toList())
                .orElse(List.of());
    }

    /** What the user calls it: {@code streaming table}. */
    String word() {
        return statement instanceof CreateMetricView ? "metric view" : Words.of(kind, isPrivate);
    }

    /** The word and the name in back-ticks. */
    String described() {
        return word() + " `" + written + "`";
    }
}
