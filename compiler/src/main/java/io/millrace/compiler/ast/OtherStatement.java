/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;

/**
 * A statement that does not belong to the dialect; kept so that it can be named.
 *
 * @param head its first tokens: what a message underlines
 */
public record OtherStatement(SourceSpan span, OtherStatementKind kind, SourceSpan head)
        implements Statement {

    public OtherStatement {
        requireNonNull(span, "span");
        requireNonNull(kind, "kind");
        requireNonNull(head, "head");
    }

    @Override
    public <R> R accept(StatementVisitor<R> visitor) {
        return visitor.visitOtherStatement(this);
    }
}
