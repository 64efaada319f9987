/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * {@code CREATE STREAMING TABLE}. {@code AS query} is an {@link InsertFlow} that is by name.
 *
 * @param isPrivate {@code PRIVATE}, or its older spelling {@code TEMPORARY}
 * @param legacy where {@code LIVE} or {@code INCREMENTAL} stands, if the statement is in the legacy
 *     spelling
 * @param clauses in source order; a clause given twice is there twice
 * @param flow the inline flow; empty for a table that waits for {@code CREATE FLOW}
 */
public record CreateStreamingTable(
        SourceSpan span,
        CreateMode mode,
        boolean isPrivate,
        boolean ifNotExists,
        Optional<SourceSpan> legacy,
        QualifiedName name,
        Optional<TableSpecification> specification,
        List<TableClause> clauses,
        Optional<FlowBody> flow)
        implements Statement {

    public CreateStreamingTable {
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
        return visitor.visitCreateStreamingTable(this);
    }
}
