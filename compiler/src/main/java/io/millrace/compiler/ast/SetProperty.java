/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;

/**
 * {@code SET key = value}: acts on what follows in the same file. The value is the raw text up to
 * the semicolon, trimmed.
 */
public record SetProperty(SourceSpan span, String key, String value, SourceSpan keySpan)
        implements Statement {

    public SetProperty {
        requireNonNull(span, "span");
        requireNonNull(key, "key");
        requireNonNull(value, "value");
        requireNonNull(keySpan, "keySpan");
    }

    @Override
    public <R> R accept(StatementVisitor<R> visitor) {
        return visitor.visitSetProperty(this);
    }
}
