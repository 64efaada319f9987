/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.Quoted;
import java.util.List;

/**
 * A name of one to three parts as written, back-ticks removed. The legacy prefix {@code LIVE.} is a
 * part.
 */
public record QualifiedName(SourceSpan span, List<String> parts) {

    public QualifiedName {
        requireNonNull(span, "span");
        parts = List.copyOf(parts);
    }

    /** The last part. */
    public String last() {
        return parts.get(parts.size() - 1);
    }

    /** The name as SQL has it: with back-ticks where they are needed. */
    public String sql() {
        return Quoted.asNeeded(parts);
    }

    /** The parts joined by dots, without back-ticks: for messages. */
    @Override
    public String toString() {
        return String.join(".", parts);
    }
}
