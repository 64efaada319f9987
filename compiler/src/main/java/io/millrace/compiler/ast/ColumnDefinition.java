/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * A column: with a type in tables, often without one in views.
 *
 * @param generatedAs the expression of {@code GENERATED ALWAYS AS (...)}
 * @param constraints informational {@code PRIMARY KEY} and {@code FOREIGN KEY} of this column
 */
public record ColumnDefinition(
        SourceSpan span,
        Identifier name,
        Optional<SqlFragment> type,
        boolean notNull,
        Optional<SqlFragment> defaultValue,
        Optional<SqlFragment> generatedAs,
        Optional<Identity> identity,
        Optional<StringValue> comment,
        Optional<Mask> mask,
        List<KeyConstraint> constraints)
        implements TableElement {

    public ColumnDefinition {
        requireNonNull(span, "span");
        requireNonNull(name, "name");
        requireNonNull(type, "type");
        requireNonNull(defaultValue, "defaultValue");
        requireNonNull(generatedAs, "generatedAs");
        requireNonNull(identity, "identity");
        requireNonNull(comment, "comment");
        requireNonNull(mask, "mask");
        constraints = List.copyOf(constraints);
    }
}
