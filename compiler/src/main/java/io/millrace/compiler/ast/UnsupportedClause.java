/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;

/**
 * A clause of Spark's CREATE TABLE that a dataset of a pipeline doesn't take, such as {@code ROW
 * FORMAT}: kept to be refused by name.
 */
public record UnsupportedClause(SourceSpan span, String keyword) implements TableClause {

    public UnsupportedClause {
        requireNonNull(span, "span");
        requireNonNull(keyword, "keyword");
    }

    @Override
    public <R> R accept(TableClauseVisitor<R> visitor) {
        return visitor.visitUnsupportedClause(this);
    }
}
