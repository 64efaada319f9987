/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * {@code CREATE MATERIALIZED VIEW}, also spelled {@code CREATE LIVE TABLE}.
 *
 * @param legacy where {@code LIVE} stands, if the statement is in the legacy spelling
 * @param flow an {@link InsertFlow} for {@code AS query}; a {@link ReplaceWhereFlow} for the
 *     preview form
 */
public record CreateMaterializedView(
        SourceSpan span,
        CreateMode mode,
        boolean isPrivate,
        boolean ifNotExists,
        Optional<SourceSpan> legacy,
        QualifiedName name,
        Optional<TableSpecification> specification,
        List<TableClause> clauses,
        FlowBody flow)
        implements Statement {

    public CreateMaterializedView {
        requireNonNull(span, "span");
        requireNonNull(mode, "mode");
        requireNonNull(legacy, "legacy");
        requireNonNull(name, "name");
        requireNonNull(specification, "specification");
        requireNonNull(flow, "flow");
        clauses = List.copyOf(clauses);
    }

    @Override
    public <R> R accept(StatementVisitor<R> visitor) {
        return visitor.visitCreateMaterializedView(this);
    }
}
