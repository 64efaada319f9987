/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;

/** {@code REPLACE WHERE condition BY NAME query}. */
public record ReplaceWhereFlow(
        SourceSpan span, boolean byName, SqlFragment condition, SqlFragment query)
        implements FlowBody {

    public ReplaceWhereFlow {
        requireNonNull(span, "span");
        requireNonNull(condition, "condition");
        requireNonNull(query, "query");
    }

    @Override
    public <R> R accept(FlowBodyVisitor<R> visitor) {
        return visitor.visitReplaceWhereFlow(this);
    }
}
