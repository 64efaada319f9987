/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;

/**
 * {@code PARTITIONED BY (...)}; a transform such as {@code year(ts)} is kept to be refused by name.
 */
public record PartitionedByClause(SourceSpan span, List<SqlFragment> columns)
        implements TableClause {

    public PartitionedByClause {
        requireNonNull(span, "span");
        columns = List.copyOf(columns);
    }

    @Override
    public <R> R accept(TableClauseVisitor<R> visitor) {
        return visitor.visitPartitionedByClause(this);
    }
}
