/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;

/** {@code LOCATION 'path'}. */
public record LocationClause(SourceSpan span, StringValue path) implements TableClause {

    public LocationClause {
        requireNonNull(span, "span");
        requireNonNull(path, "path");
    }

    @Override
    public <R> R accept(TableClauseVisitor<R> visitor) {
        return visitor.visitLocationClause(this);
    }
}
