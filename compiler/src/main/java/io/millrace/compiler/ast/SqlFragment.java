/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;

/** A query or expression that Spark will parse: the exact slice of the file, comments included. */
public record SqlFragment(SourceSpan span) {

    public SqlFragment {
        requireNonNull(span, "span");
    }

    public String text() {
        return span.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
