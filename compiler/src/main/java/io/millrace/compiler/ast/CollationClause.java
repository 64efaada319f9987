/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;

/** {@code DEFAULT COLLATION name}. */
public record CollationClause(SourceSpan span, Identifier collation) implements TableClause {

    public CollationClause {
        requireNonNull(span, "span");
        requireNonNull(collation, "collation");
    }

    @Override
    public <R> R accept(TableClauseVisitor<R> visitor) {
        return visitor.visitCollationClause(this);
    }
}
