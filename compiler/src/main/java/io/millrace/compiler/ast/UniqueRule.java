/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;

/** {@code EXPECT UNIQUE (cols)}: no two rows agree in all the columns. */
public record UniqueRule(SourceSpan span, List<Identifier> columns) implements ExpectationRule {

    public UniqueRule {
        requireNonNull(span, "span");
        columns = List.copyOf(columns);
    }
}
