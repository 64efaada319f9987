/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;

/** {@code EXPECT EXISTS IN t (cols)}: each row's columns are found in the other table. */
public record ExistsRule(SourceSpan span, QualifiedName table, List<Identifier> columns)
        implements ExpectationRule {

    public ExistsRule {
        requireNonNull(span, "span");
        requireNonNull(table, "table");
        columns = List.copyOf(columns);
    }
}
