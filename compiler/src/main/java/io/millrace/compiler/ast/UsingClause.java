/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;

/** {@code USING format}. */
public record UsingClause(SourceSpan span, Identifier format) implements TableClause {

    public UsingClause {
        requireNonNull(span, "span");
        requireNonNull(format, "format");
    }

    @Override
    public <R> R accept(TableClauseVisitor<R> visitor) {
        return visitor.visitUsingClause(this);
    }
}
