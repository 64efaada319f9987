/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.SqlScanner;
import io.millrace.compiler.token.SqlToken;
import java.util.HashSet;
import java.util.Set;

/**
 * The words of the statements that could not be read. What such a statement may have defined is not
 * reported as missing.
 */
final class BrokenStatements {

    private final Set<String> words = new HashSet<>();

    /** Takes the errors of the steps before the analysis. */
    BrokenStatements(Diagnostics diagnostics) {
        for (Diagnostic diagnostic : diagnostics.inSourceOrder()) {
            if (diagnostic.isError()) {
                diagnostic.span().ifPresent(this::add);
            }
        }
    }

    private void add(SourceSpan span) {
        String text = span.file().text();
        int start = text.lastIndexOf(';', Math.max(0, span.start() - 1)) + 1;
        int end = text.indexOf(';', span.start());
        String statement =
                text.substring(Math.min(start, span.start()), end < 0 ? text.length() : end);
        for (SqlToken token : SqlScanner.scan(statement)) {
            if (token.isName()) {
                words.add(Names.fold(token.slice().replace("`", "")));
            }
        }
    }

    /** Whether a broken statement speaks of a name. */
    boolean mention(String lastPart) {
        return words.contains(Names.fold(lastPart));
    }
}
