/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.Optional;

/** {@code IGNORE NULL UPDATES [ON columns]}; without columns it means all of them. */
public record IgnoreNullUpdates(SourceSpan span, Optional<ColumnSelection> columns) {

    public IgnoreNullUpdates {
        requireNonNull(span, "span");
        requireNonNull(columns, "columns");
    }
}
