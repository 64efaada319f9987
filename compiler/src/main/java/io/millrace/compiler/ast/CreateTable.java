/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * {@code CREATE TABLE ... FLOW INSERT}: a managed table that flows write.
 *
 * @param asQuery where {@code AS}, or the query without it, stands in {@code CREATE TABLE ... AS
 *     query}, which a pipeline does not have; the query is then the {@code flow}
 */
public record CreateTable(
        SourceSpan span,
        CreateMode mode,
        boolean ifNotExists,
        QualifiedName name,
        Optional<TableSpecification> specification,
        List<TableClause> clauses,
        Optional<FlowBody> flow,
        Optional<SourceSpan> asQuery)
        implements Statement {

    public CreateTable {
        requireNonNull(span, "span");
        requireNonNull(mode, "mode");
        requireNonNull(name, "name");
        requireNonNull(specification, "specification");
        requireNonNull(flow, "flow");
        requireNonNull(asQuery, "asQuery");
        clauses = List.copyOf(clauses);
    }

    @Override
    public <R> R accept(StatementVisitor<R> visitor) {
        return visitor.visitCreateTable(this);
    }
}
