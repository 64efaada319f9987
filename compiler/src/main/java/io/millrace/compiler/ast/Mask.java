/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;

/** {@code MASK function [USING COLUMNS (...)]}. */
public record Mask(SourceSpan span, QualifiedName function, List<SqlFragment> usingColumns) {

    public Mask {
        requireNonNull(span, "span");
        requireNonNull(function, "function");
        usingColumns = List.copyOf(usingColumns);
    }
}
