/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.Optional;

/**
 * {@code INSERT [ONCE] INTO t BY NAME query}.
 *
 * @param once where {@code ONCE} stands
 */
public record InsertFlow(
        SourceSpan span, Optional<SourceSpan> once, boolean byName, SqlFragment query)
        implements FlowBody {

    public InsertFlow {
        requireNonNull(span, "span");
        requireNonNull(once, "once");
        requireNonNull(query, "query");
    }

    @Override
    public <R> R accept(FlowBodyVisitor<R> visitor) {
        return visitor.visitInsertFlow(this);
    }
}
