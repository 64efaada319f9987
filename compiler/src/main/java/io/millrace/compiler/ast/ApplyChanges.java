/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;

/**
 * A stand-alone {@code APPLY CHANGES INTO} (legacy) or {@code AUTO CDC INTO}: a flow named like its
 * target.
 */
public record ApplyChanges(SourceSpan span, QualifiedName target, boolean legacy, FlowBody body)
        implements Statement {

    public ApplyChanges {
        requireNonNull(span, "span");
        requireNonNull(target, "target");
        requireNonNull(body, "body");
    }

    @Override
    public <R> R accept(StatementVisitor<R> visitor) {
        return visitor.visitApplyChanges(this);
    }
}
