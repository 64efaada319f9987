/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;

/** {@code REFRESH POLICY ...}. */
public record RefreshPolicyClause(SourceSpan span, RefreshPolicy policy) implements TableClause {

    public RefreshPolicyClause {
        requireNonNull(span, "span");
        requireNonNull(policy, "policy");
    }

    @Override
    public <R> R accept(TableClauseVisitor<R> visitor) {
        return visitor.visitRefreshPolicyClause(this);
    }
}
