/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;

/** A string literal, its quotes removed and its escapes resolved as Spark does. */
public record StringValue(SourceSpan span, String value) {

    public StringValue {
        requireNonNull(span, "span");
        requireNonNull(value, "value");
    }
}
