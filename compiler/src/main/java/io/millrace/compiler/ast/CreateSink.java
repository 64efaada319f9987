/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/** {@code CREATE SINK}. */
public record CreateSink(
        SourceSpan span,
        boolean ifNotExists,
        QualifiedName name,
        Identifier format,
        List<Property> options,
        Optional<StringValue> comment)
        implements Statement {

    public CreateSink {
        requireNonNull(span, "span");
        requireNonNull(name, "name");
        requireNonNull(format, "format");
        requireNonNull(comment, "comment");
        options = List.copyOf(options);
    }

    @Override
    public <R> R accept(StatementVisitor<R> visitor) {
        return visitor.visitCreateSink(this);
    }
}
