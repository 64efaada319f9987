/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.diagnostic;

import io.millrace.compiler.source.SourceSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what a compilation has to say. Not safe for use by several threads. */
public final class Diagnostics {

    private static final Comparator<Diagnostic> SOURCE_ORDER =
            Comparator.comparing(
                    diagnostic -> diagnostic.span().orElse(null),
                    Comparator.nullsFirst(Comparator.<SourceSpan>naturalOrder()));

    private final List<Diagnostic> collected = new ArrayList<>();

    public void add(Diagnostic diagnostic) {
        if (!collected.contains(diagnostic)) {
            collected.add(diagnostic);
        }
    }

    public boolean hasErrors() {
        return collected.stream().anyMatch(Diagnostic::isError);
    }

    /** Everything so far in source order: without place first, then by file name and offset. */
    public List<Diagnostic> inSourceOrder() {
        return collected.stream().sorted(SOURCE_ORDER).toList();
    }
}
