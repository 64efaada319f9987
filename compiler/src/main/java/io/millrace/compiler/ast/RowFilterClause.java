/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;

/** {@code WITH ROW FILTER function ON (...)}. */
public record RowFilterClause(SourceSpan span, QualifiedName function, List<SqlFragment> columns)
        implements TableClause {

    public RowFilterClause {
        requireNonNull(span, "span");
        requireNonNull(function, "function");
        columns = List.copyOf(columns);
    }

    @Override
    public <R> R accept(TableClauseVisitor<R> visitor) {
        return visitor.visitRowFilterClause(this);
    }
}
