/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.diagnostic;

import io.millrace.compiler.source.SourceSpan;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects what a compilation has to say. Not safe for use by several threads. */
public final class Diagnostics {

    private static final Comparator<Diagnostic> SOURCE_ORDER =
            Comparator.comparing(
                    diagnostic -> diagnostic.span().orElse(null),
                    Comparator.nullsFirst(Comparator.<SourceSpan>naturalOrder()));

    private final Set<Diagnostic> collected = new LinkedHashSet<>();
    private boolean hasErrors;

    /** Adds a diagnostic unless an equal one is there. */
    public void add(Diagnostic diagnostic) {
        collected.add(diagnostic);
        hasErrors |= diagnostic.isError();
    }

    public boolean hasErrors() {
        return hasErrors;
    }

    /** Everything so far in source order: without place first, then by file name and offset. */
    public List<Diagnostic> inSourceOrder() {
        return collected.stream().sorted(SOURCE_ORDER).toList();
    }
}
