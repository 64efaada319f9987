/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.Optional;

/**
 * One column of a query's result.
 *
 * @param name the alias, or the name of the column or field that is selected; empty for an
 *     expression without alias, whose name Spark makes up
 * @param aliased whether the name is an alias
 * @param span the expression with its alias
 */
public record OutputColumn(Optional<String> name, boolean aliased, SourceSpan span) {

    public OutputColumn {
        requireNonNull(name, "name");
        requireNonNull(span, "span");
    }
}
