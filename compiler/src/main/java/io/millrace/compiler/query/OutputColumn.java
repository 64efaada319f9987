/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * One column of a query's result.
 *
 * @param name the alias, or the name of the column or field that is selected; empty for an
 *     expression without alias, whose name Spark makes up
 * @param aliased whether the name is an alias
 * @param source the parts of the column that is selected, its qualifier among them; empty for any
 *     other expression
 * @param span the expression with its alias
 */
public record OutputColumn(
        Optional<String> name, boolean aliased, List<String> source, SourceSpan span) {

    public OutputColumn {
        requireNonNull(name, "name");
        source = List.copyOf(source);
        requireNonNull(span, "span");
    }
}
