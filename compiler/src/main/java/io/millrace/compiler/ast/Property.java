/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;

/**
 * One pair of {@code TBLPROPERTIES}, {@code OPTIONS} or {@code SPARK_CONF}. A bare dotted key is
 * joined by dots.
 */
public record Property(SourceSpan span, String key, String value) {

    public Property {
        requireNonNull(span, "span");
        requireNonNull(key, "key");
        requireNonNull(value, "value");
    }
}
