/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * {@code CREATE VIEW ... WITH METRICS LANGUAGE YAML AS $$ ... $$}.
 *
 * @param definition the YAML, without the dollar signs
 */
public record CreateMetricView(
        SourceSpan span,
        CreateMode mode,
        boolean ifNotExists,
        QualifiedName name,
        Optional<TableSpecification> specification,
        List<TableClause> clauses,
        SourceSpan definition)
        implements Statement {

    public CreateMetricView {
        requireNonNull(span, "span");
        requireNonNull(mode, "mode");
        requireNonNull(name, "name");
        requireNonNull(specification, "specification");
        requireNonNull(definition, "definition");
        clauses = List.copyOf(clauses);
    }

    @Override
    public <R> R accept(StatementVisitor<R> visitor) {
        return visitor.visitCreateMetricView(this);
    }
}
