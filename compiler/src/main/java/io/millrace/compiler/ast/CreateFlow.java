/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * {@code CREATE FLOW}: one named query into one target.
 *
 * @param intoSink whether {@code INTO SINK} was written
 */
public record CreateFlow(
        SourceSpan span,
        QualifiedName name,
        Optional<StringValue> comment,
        List<Property> sparkConf,
        Optional<StringValue> importCheckpoint,
        QualifiedName target,
        boolean intoSink,
        FlowBody body)
        implements Statement {

    public CreateFlow {
        requireNonNull(span, "span");
        requireNonNull(name, "name");
        requireNonNull(comment, "comment");
        requireNonNull(importCheckpoint, "importCheckpoint");
        requireNonNull(target, "target");
        requireNonNull(body, "body");
        sparkConf = List.copyOf(sparkConf);
    }

    @Override
    public <R> R accept(StatementVisitor<R> visitor) {
        return visitor.visitCreateFlow(this);
    }
}
