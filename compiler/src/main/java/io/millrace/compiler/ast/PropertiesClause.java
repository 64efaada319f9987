/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;

/** {@code TBLPROPERTIES (...)}. */
public record PropertiesClause(SourceSpan span, List<Property> properties) implements TableClause {

    public PropertiesClause {
        requireNonNull(span, "span");
        properties = List.copyOf(properties);
    }

    @Override
    public <R> R accept(TableClauseVisitor<R> visitor) {
        return visitor.visitPropertiesClause(this);
    }
}
