/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;

/** {@code CLUSTER BY (...) | AUTO | NONE}. */
public record ClusterByClause(SourceSpan span, ClusterByKind kind, List<Identifier> columns)
        implements TableClause {

    public ClusterByClause {
        requireNonNull(span, "span");
        requireNonNull(kind, "kind");
        columns = List.copyOf(columns);
    }

    @Override
    public <R> R accept(TableClauseVisitor<R> visitor) {
        return visitor.visitClusterByClause(this);
    }
}
