/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;

/** The bracketed list behind a dataset's name, items in source order. */
public record TableSpecification(SourceSpan span, List<TableElement> elements) {

    public TableSpecification {
        requireNonNull(span, "span");
        elements = List.copyOf(elements);
    }
}
