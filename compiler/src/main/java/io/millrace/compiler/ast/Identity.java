/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;

/** {@code GENERATED ALWAYS | BY DEFAULT AS IDENTITY}; start and step are 1 unless given. */
public record Identity(SourceSpan span, boolean always, long start, long increment) {

    public Identity {
        requireNonNull(span, "span");
    }
}
