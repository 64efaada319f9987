/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;

/** {@code STORED AS SCD TYPE 1 | SCD TYPE 2 | BITEMPORAL}. */
public record StoredAs(SourceSpan span, StoredAsKind kind) {

    public StoredAs {
        requireNonNull(span, "span");
        requireNonNull(kind, "kind");
    }
}
