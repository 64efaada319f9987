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
 * @param timeseries those of the columns behind which {@code TIMESERIES} stands
 * @param check the bracketed condition of {@code CHECK}, brackets included
 * @param options such as {@code NOT ENFORCED} and {@code RELY}, in upper case, in source order
 */
public record KeyConstraint(
        SourceSpan span,
        Optional<Identifier> name,
        KeyConstraintKind kind,
        List<Identifier> columns,
        List<Identifier> timeseries,
        Optional<QualifiedName> references,
        List<Identifier> referencedColumns,
        Optional<SqlFragment> check,
        List<String> options)
        implements TableElement {

    public KeyConstraint {
        requireNonNull(span, "span");
        requireNonNull(name, "name");
        requireNonNull(kind, "kind");
        requireNonNull(references, "references");
        requireNonNull(check, "check");
        columns = List.copyOf(columns);
        timeseries = List.copyOf(timeseries);
        referencedColumns = List.copyOf(referencedColumns);
        options = List.copyOf(options);
    }
}
