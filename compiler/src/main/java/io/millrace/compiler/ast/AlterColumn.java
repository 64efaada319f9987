/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;

/**
 * {@code ALTER COLUMN c COMMENT | SET MASK | DROP MASK | SET TAGS | UNSET TAGS}.
 *
 * @param property {@code COMMENT}, {@code MASK} or {@code TAGS}
 */
public record AlterColumn(
        SourceSpan span, Identifier column, AlterVerb verb, String property, SourceSpan value)
        implements AlterAction {

    public AlterColumn {
        requireNonNull(span, "span");
        requireNonNull(column, "column");
        requireNonNull(verb, "verb");
        requireNonNull(property, "property");
        requireNonNull(value, "value");
    }
}
