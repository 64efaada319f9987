/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import java.util.function.Function;
import java.util.function.Supplier;

/** The border behind which no exception of a parser gets out. */
final class Guarded {

    private Guarded() {}

    /**
     * Runs a piece of work on the text of a span.
     *
     * @param what the text in the user's words, for the message about nesting
     * @param failed makes a result of the one diagnostic
     */
    static <T> T run(
            SourceSpan span, String what, Supplier<T> work, Function<Diagnostic, T> failed) {
        try {
            return work.get();
        } catch (StackOverflowError e) {
            return failed.apply(
                    Diagnostic.of(ErrorCode.MILLRACE_NESTING_TOO_DEEP, firstLine(span), what));
        } catch (RuntimeException e) {
            return failed.apply(
                    Diagnostic.of(
                            ErrorCode.MILLRACE_INTERNAL_ERROR,
                            firstLine(span),
                            e.getClass().getSimpleName() + " while reading " + what));
        }
    }

    /** So that a long text is not underlined as a whole. */
    static SourceSpan firstLine(SourceSpan span) {
        String text = span.text();
        int end = 0;
        while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
            end++;
        }
        return span.file().span(span.start(), span.start() + end);
    }
}
