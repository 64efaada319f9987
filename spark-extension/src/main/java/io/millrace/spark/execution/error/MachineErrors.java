/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.error;

import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.Sessions;
import io.millrace.spark.problem.Causes;
import io.millrace.spark.problem.LinkageErrors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.security.AccessControlException;

/**
 * Failures of the machine that are none of the query: no space, no right, no memory, a class that
 * is not there.
 */
public final class MachineErrors {

    private MachineErrors() {}

    /** The error for the user; empty when the failure is of another kind. */
    public static Optional<QueryException> explain(Throwable error) {
        for (Throwable t : Causes.of(error)) {
            Optional<QueryException> known = explain(t, error);
            if (known.isPresent()) {
                return known;
            }
        }
        return LinkageErrors.explain(error, settings());
    }

    private static Map<String, String> settings() {
        return Sessions.running().map(Sessions::settings).orElse(Map.of());
    }

    private static Optional<QueryException> explain(Throwable t, Throwable cause) {
        String text = String.valueOf(t.getMessage());
        if (t instanceof OutOfMemoryError) {
            return Optional.of(
                    new QueryException(
                            RunErrorCode.MILLRACE_OUT_OF_MEMORY,
                            "the process ran out of memory (%s); it may use %d MB"
                                    .formatted(text, Runtime.getRuntime().maxMemory() >> 20),
                            "give it more, MILLRACE_JAVA_OPTIONS=-Xmx8g or --driver-memory of"
                                    + " spark-submit, or read in smaller pieces: STREAM ... WITH"
                                    + " (maxFilesPerTrigger = 10)",
                            cause));
        }
        if (!(t instanceof IOException)) {
            return Optional.empty();
        }
        if (text.contains("No space left on device")
                || text.contains("Disk quota exceeded")
                || t.getClass().getSimpleName().equals("DSQuotaExceededException")) {
            return Optional.of(
                    new QueryException(
                            RunErrorCode.MILLRACE_STORAGE_FULL,
                            "there is no space left: " + where(cause, t),
                            "free space and run again: what was not committed is done then",
                            cause));
        }
        if (t instanceof AccessDeniedException
                || t instanceof AccessControlException
                || text.contains("Permission denied")) {
            return Optional.of(
                    new QueryException(
                            RunErrorCode.MILLRACE_STORAGE_DENIED,
                            "access was denied: " + where(cause, t),
                            "grant the right to read and write there, and run again",
                            cause));
        }
        return Optional.empty();
    }

    /** The message that names a file, of those on the way to the cause. */
    private static String where(Throwable cause, Throwable found) {
        String text = String.valueOf(found.getMessage());
        if (text.contains("/")) {
            return text;
        }
        for (Throwable t : Causes.of(cause)) {
            if (t == found) {
                break;
            }
            String message = String.valueOf(t.getMessage());
            if (t instanceof UncheckedIOException && message.contains("/")) {
                return message + ": " + text;
            }
        }
        return text;
    }
}
