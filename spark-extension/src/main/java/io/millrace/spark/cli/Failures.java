/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import io.millrace.compiler.diagnostic.DisplayText;
import io.millrace.spark.QueryException;
import io.millrace.spark.execution.error.MachineErrors;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Optional;

/** Tells the user of what went wrong unexpectedly: one line, never a stack trace unasked. */
final class Failures {

    private Failures() {}

    static int report(Terminal terminal, Throwable failure, boolean debug) {
        Optional<QueryException> machine =
                failure instanceof QueryException known
                        ? Optional.of(known)
                        : failure instanceof FileSystemException
                                ? Optional.empty()
                                : MachineErrors.explain(failure);
        machine.ifPresentOrElse(
                known -> report(terminal, known),
                () -> terminal.message("error: " + message(failure)));
        if (debug) {
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            terminal.message(trace.toString().stripTrailing());
        } else {
            terminal.message(LogFile.hint().orElse("(--debug shows where)"));
        }
        return ExitCode.FAILED;
    }

    /** Java's messages are the bare path. */
    private static String reason(FileSystemException file) {
        if (file instanceof NoSuchFileException) {
            return "does not exist and cannot be made";
        }
        if (file instanceof AccessDeniedException) {
            return "may not be read or written";
        }
        if (file instanceof FileAlreadyExistsException || file instanceof NotDirectoryException) {
            return "is not a folder";
        }
        return "cannot be used"
                + (file.getReason() == null ? "" : ": " + DisplayText.line(file.getReason()));
    }

    private static void report(Terminal terminal, QueryException known) {
        terminal.message(
                "error[%s]: %s".formatted(known.condition(), DisplayText.line(known.getMessage())));
        known.hint().ifPresent(hint -> terminal.message("hint: " + hint));
    }

    /** The first line of the message, or the kind of the failure when it has none. */
    private static String message(Throwable failure) {
        if (failure instanceof FileSystemException file && file.getFile() != null) {
            return "`%s` %s".formatted(DisplayText.line(file.getFile()), reason(file));
        }
        String text = String.valueOf(failure.getMessage());
        String kind = failure.getClass().getSimpleName();
        return failure.getMessage() == null || text.isBlank()
                ? kind
                : DisplayText.line(text.lines().findFirst().orElse(kind));
    }
}
