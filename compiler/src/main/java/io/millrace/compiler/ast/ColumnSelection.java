/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;

/** {@code *}, {@code * EXCEPT (a, b)}, {@code (a, b)} or {@code a, b}. */
public record ColumnSelection(SourceSpan span, ColumnSelectionKind kind, List<Identifier> columns) {

    public ColumnSelection {
        requireNonNull(span, "span");
        requireNonNull(kind, "kind");
        columns = List.copyOf(columns);
    }
}
