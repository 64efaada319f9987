/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;

/** {@code OPTIONS (...)}; datasets don't take it, so it is kept to be refused by name. */
public record OptionsClause(SourceSpan span, List<Property> options) implements TableClause {

    public OptionsClause {
        requireNonNull(span, "span");
        options = List.copyOf(options);
    }

    @Override
    public <R> R accept(TableClauseVisitor<R> visitor) {
        return visitor.visitOptionsClause(this);
    }
}
