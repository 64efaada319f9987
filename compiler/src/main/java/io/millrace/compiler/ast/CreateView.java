/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * {@code CREATE [TEMPORARY] VIEW}; every {@code LIVE VIEW} is temporary.
 *
 * @param streaming whether the legacy keyword {@code STREAMING} (or {@code INCREMENTAL}) was
 *     written
 */
public record CreateView(
        SourceSpan span,
        CreateMode mode,
        boolean temporary,
        boolean streaming,
        boolean ifNotExists,
        Optional<SourceSpan> legacy,
        QualifiedName name,
        Optional<TableSpecification> specification,
        List<TableClause> clauses,
        SqlFragment query)
        implements Statement {

    public CreateView {
        requireNonNull(span, "span");
        requireNonNull(mode, "mode");
        requireNonNull(legacy, "legacy");
        requireNonNull(name, "name");
        requireNonNull(specification, "specification");
        requireNonNull(query, "query");
        clauses = List.copyOf(clauses);
    }

    @Override
    public <R> R accept(StatementVisitor<R> visitor) {
        return visitor.visitCreateView(this);
    }
}
