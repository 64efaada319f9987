/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;

/** {@code COMMENT 'text'}. */
public record CommentClause(SourceSpan span, StringValue text) implements TableClause {

    public CommentClause {
        requireNonNull(span, "span");
        requireNonNull(text, "text");
    }

    @Override
    public <R> R accept(TableClauseVisitor<R> visitor) {
        return visitor.visitCommentClause(this);
    }
}
