/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.Quoted;

/** A single name, back-ticks removed and doubled ones resolved. */
public record Identifier(SourceSpan span, String value) {

    public Identifier {
        requireNonNull(span, "span");
        requireNonNull(value, "value");
    }

    /** The name as SQL has it: with back-ticks where they are needed. */
    public String sql() {
        return Quoted.asNeeded(value);
    }

    @Override
    public String toString() {
        return value;
    }
}
