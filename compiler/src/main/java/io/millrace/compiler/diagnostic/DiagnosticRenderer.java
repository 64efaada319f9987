/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.diagnostic;

import io.millrace.compiler.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Diagnostics as people read them: the place, the line with carets under it, the message, other
 * places that belong to it, and the hint. Lines are separated by LF; none is at the end.
 */
public final class DiagnosticRenderer {

    private static final String RESET = "\u001B[0m";
    private static final String BOLD = "\u001B[1m";
    private static final String RED = "\u001B[1;31m";
    private static final String YELLOW = "\u001B[1;33m";
    private static final String BLUE = "\u001B[1;34m";
    private static final String GREEN = "\u001B[1;32m";
    private static final String DIM = "\u001B[2m";

    private final boolean colours;

    private DiagnosticRenderer(boolean colours) {
        this.colours = colours;
    }

    /** Plain text, for files and pipes. */
    public static DiagnosticRenderer plain() {
        return new DiagnosticRenderer(false);
    }

    /** Text with ANSI colours, for terminals. */
    public static DiagnosticRenderer coloured() {
        return new DiagnosticRenderer(true);
    }

    /** All diagnostics in the given order, an empty line between two. */
    public String render(List<Diagnostic> diagnostics) {
        return diagnostics.stream().map(this::render).collect(Collectors.joining("\n\n"));
    }

    public String render(Diagnostic diagnostic) {
        List<String> lines = new ArrayList<>();
        lines.add(headline(diagnostic.severity(), diagnostic.code().name(), diagnostic.span()));
        String colour = colourOf(diagnostic.severity());
        diagnostic
                .span()
                .ifPresent(span -> addSnippet(lines, span, diagnostic.label().orElse(""), colour));
        lines.add(DisplayText.lines(diagnostic.message()));
        for (Diagnostic.Related related : diagnostic.related()) {
            lines.add("see " + paint(BOLD, place(related.span())));
            addSnippet(lines, related.span(), related.message(), BLUE);
        }
        addHint(lines, diagnostic.hint());
        return String.join("\n", lines);
    }

    /**
     * An error that is none of the compiler's, in the same look.
     *
     * @param code of whatever found it, such as a condition of Spark's
     */
    public String renderError(
            String code, Optional<SourceSpan> span, String message, Optional<String> hint) {
        List<String> lines = new ArrayList<>();
        lines.add(headline(Severity.ERROR, DisplayText.line(code), span));
        span.ifPresent(place -> addSnippet(lines, place, "", RED));
        lines.add(DisplayText.lines(message));
        addHint(lines, hint);
        return String.join("\n", lines);
    }

    private void addHint(List<String> lines, Optional<String> hint) {
        hint.ifPresent(text -> lines.add(paint(GREEN, "hint:") + " " + DisplayText.lines(text)));
    }

    /** Such as {@code 2 errors, 1 warning}; {@code no errors} when there is neither. */
    public static String summary(List<Diagnostic> diagnostics) {
        List<String> parts = new ArrayList<>();
        for (Severity severity : Severity.values()) {
            long count =
                    diagnostics.stream()
                            .filter(diagnostic -> diagnostic.severity() == severity)
                            .count();
            if (count > 0) {
                parts.add(count + " " + word(severity) + (count == 1 ? "" : "s"));
            }
        }
        return parts.isEmpty() ? "no errors" : String.join(", ", parts);
    }

    private String headline(Severity severity, String code, Optional<SourceSpan> span) {
        String painted = paint(colourOf(severity), word(severity) + "[" + code + "]");
        return span.map(place -> painted + " " + paint(BOLD, place(place))).orElse(painted);
    }

    private void addSnippet(List<String> lines, SourceSpan span, String label, String colour) {
        Snippet snippet = Snippet.of(span);
        String number = Integer.toString(snippet.line());
        String gutter = " ".repeat(number.length() + 2) + "|";
        lines.add((paint(DIM, " " + number + " |") + " " + snippet.text()).stripTrailing());
        String marks = "^".repeat(snippet.marks());
        String labelled = label.isEmpty() ? marks : marks + " " + DisplayText.line(label);
        lines.add(paint(DIM, gutter) + " ".repeat(snippet.indent() + 1) + paint(colour, labelled));
    }

    private static String place(SourceSpan span) {
        return DisplayText.line(span.toString());
    }

    private static String word(Severity severity) {
        return severity.name().toLowerCase(Locale.ROOT);
    }

    private static String colourOf(Severity severity) {
        return switch (severity) {
            case ERROR -> RED;
            case WARNING -> YELLOW;
            case NOTE -> BLUE;
        };
    }

    private String paint(String colour, String text) {
        return colours ? colour + text + RESET : text;
    }
}
