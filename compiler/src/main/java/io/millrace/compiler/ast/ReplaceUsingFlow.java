/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;

/** {@code REPLACE USING (keys) SEQUENCE BY s BY NAME query}. */
public record ReplaceUsingFlow(
        SourceSpan span,
        boolean byName,
        List<Identifier> keys,
        Identifier sequence,
        SqlFragment query)
        implements FlowBody {

    public ReplaceUsingFlow {
        requireNonNull(span, "span");
        requireNonNull(sequence, "sequence");
        requireNonNull(query, "query");
        keys = List.copyOf(keys);
    }

    @Override
    public <R> R accept(FlowBodyVisitor<R> visitor) {
        return visitor.visitReplaceUsingFlow(this);
    }
}
