/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;

/** A boolean expression over one row; the fragment is what stands between the brackets. */
public record RowRule(SourceSpan span, SqlFragment condition) implements ExpectationRule {

    public RowRule {
        requireNonNull(span, "span");
        requireNonNull(condition, "condition");
    }
}
