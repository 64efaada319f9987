/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import io.millrace.compiler.diagnostic.DisplayText;
import java.io.PrintWriter;
import java.io.StringWriter;

/** Tells the user of what went wrong unexpectedly: one line, never a stack trace unasked. */
final class Failures {

    private Failures() {}

    static int report(Terminal terminal, Throwable failure, boolean debug) {
        terminal.message("error: " + message(failure));
        if (debug) {
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            terminal.message(trace.toString().stripTrailing());
        } else {
            terminal.message(LogFile.hint().orElse("(--debug shows where)"));
        }
        return ExitCode.FAILED;
    }

    /** The first line of the message, or the kind of the failure when it has none. */
    private static String message(Throwable failure) {
        String text = String.valueOf(failure.getMessage());
        String kind = failure.getClass().getSimpleName();
        return failure.getMessage() == null || text.isBlank()
                ? kind
                : DisplayText.line(text.lines().findFirst().orElse(kind));
    }
}
