/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.Optional;

/** {@code SET | DROP ROW FILTER}. */
public record AlterRowFilter(SourceSpan span, AlterVerb verb, Optional<RowFilterClause> filter)
        implements AlterAction {

    public AlterRowFilter {
        requireNonNull(span, "span");
        requireNonNull(verb, "verb");
        requireNonNull(filter, "filter");
    }
}
