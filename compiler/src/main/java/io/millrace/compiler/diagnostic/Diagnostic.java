/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.diagnostic;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * One thing to tell the user about the sources.
 *
 * @param label a few words under the caret, such as {@code batch read}
 * @param message what is wrong, with the user's own names in backticks; one sentence, no full stop
 *     needed
 * @param hint what to write instead
 * @param related other places that belong to it, in the order in which they are shown
 */
public record Diagnostic(
        ErrorCode code,
        Severity severity,
        Optional<SourceSpan> span,
        Optional<String> label,
        String message,
        Optional<String> hint,
        List<Related> related) {

    public Diagnostic {
        requireNonNull(code, "code");
        requireNonNull(severity, "severity");
        requireNonNull(span, "span");
        requireNonNull(label, "label");
        requireNonNull(message, "message");
        requireNonNull(hint, "hint");
        related = List.copyOf(related);
    }

    /** A second place, such as the first definition of a name that is defined twice. */
    public record Related(SourceSpan span, String message) {
        public Related {
            requireNonNull(span, "span");
            requireNonNull(message, "message");
        }
    }

    /**
     * A diagnostic of the code's own severity at a place, its message made from the code's
     * template.
     */
    public static Diagnostic of(ErrorCode code, SourceSpan span, Object... arguments) {
        return new Diagnostic(
                code,
                code.severity(),
                Optional.of(span),
                Optional.empty(),
                code.message(arguments),
                Optional.empty(),
                List.of());
    }

    /** A diagnostic without a place, such as one about the project folder as a whole. */
    public static Diagnostic withoutPlace(ErrorCode code, Object... arguments) {
        return new Diagnostic(
                code,
                code.severity(),
                Optional.empty(),
                Optional.empty(),
                code.message(arguments),
                Optional.empty(),
                List.of());
    }

    public Diagnostic withHint(String newHint) {
        return new Diagnostic(code, severity, span, label, message, Optional.of(newHint), related);
    }

    public Diagnostic withLabel(String newLabel) {
        return new Diagnostic(code, severity, span, Optional.of(newLabel), message, hint, related);
    }

    public Diagnostic withRelated(List<Related> newRelated) {
        return new Diagnostic(code, severity, span, label, message, hint, newRelated);
    }

    public Diagnostic withRelated(SourceSpan place, String text) {
        return withRelated(List.of(new Related(place, text)));
    }

    public boolean isError() {
        return severity == Severity.ERROR;
    }
}
