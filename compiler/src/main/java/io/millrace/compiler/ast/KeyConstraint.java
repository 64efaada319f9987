/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * An informational {@code PRIMARY KEY} or {@code FOREIGN KEY}; {@code CHECK} is kept to be refused
 * by name.
 *
 * @param columns empty when the constraint stands behind a column
 */
public record KeyConstraint(
        SourceSpan span,
        Optional<Identifier> name,
        KeyConstraintKind kind,
        List<Identifier> columns,
        Optional<QualifiedName> references,
        List<Identifier> referencedColumns)
        implements TableElement {

    public KeyConstraint {
        requireNonNull(span, "span");
        requireNonNull(name, "name");
        requireNonNull(kind, "kind");
        requireNonNull(references, "references");
        columns = List.copyOf(columns);
        referencedColumns = List.copyOf(referencedColumns);
    }
}
