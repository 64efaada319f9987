/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.function.TableFunctionException;
import io.millrace.spark.problem.Causes;
import java.io.FileNotFoundException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;
import org.apache.spark.SparkThrowable;

/**
 * Files that are there and cannot be read: cut off, not of the compression or the format that they
 * are taken for. Spark names the file in a wrapper and the reason in what it wraps; both are told.
 */
public final class UnreadableFiles {

    private static final String FAILED = "FAILED_READ_FILE";

    /** Those of Spark's conditions that say no more than that a reader failed. */
    private static final List<String> GENERAL =
            List.of(FAILED + ".NO_HINT", FAILED + ".CANNOT_READ_FILE_FOOTER");

    /** Around the failure to find the columns of FROM json.`path`. */
    private static final String OF_PATH = "FAILED_TO_CREATE_PLAN_FOR_DIRECT_QUERY";

    private UnreadableFiles() {}

    /** The error for the user; empty when the failure is of another kind. */
    static Optional<QueryException> explain(Throwable error) {
        Optional<String> file = file(error);
        return file.map(
                path ->
                        new QueryException(
                                RunErrorCode.MILLRACE_FILE_UNREADABLE,
                                message(path, error),
                                hint(),
                                error));
    }

    /**
     * Whether a reader has failed because of what is in a file, not because of what is asked of it.
     *
     * @param error from reading one file
     */
    public static boolean isOfContent(Throwable error) {
        for (Throwable t : Causes.of(error)) {
            boolean other =
                    (t instanceof SparkThrowable spark
                                    && spark.getCondition() != null
                                    && !GENERAL.contains(spark.getCondition())
                                    && !spark.getCondition().equals(OF_PATH)
                                    && !SqlErrors.isWrapper(spark.getCondition()))
                            || t instanceof QueryException
                            || t instanceof TableFunctionException
                            || t instanceof VirtualMachineError
                            || isOfPlace(t);
            if (other) {
                return false;
            }
        }
        return true;
    }

    /** Gone, forbidden, out of reach, or stopped. */
    private static boolean isOfPlace(Throwable t) {
        return t instanceof FileNotFoundException
                || t instanceof NoSuchFileException
                || t instanceof AccessDeniedException
                || t instanceof AccessControlException
                || t instanceof InterruptedException
                || t instanceof InterruptedIOException
                || t instanceof ClosedByInterruptException
                || t.getClass().getName().startsWith("java.net.");
    }

    /** What is wrong, and with which file. */
    public static String message(String file, Throwable error) {
        Throwable why = Causes.innermost(error);
        String text = SqlErrors.message(why).strip();
        return "the file `%s` cannot be read: %s"
                .formatted(file, text.isEmpty() ? why.getClass().getSimpleName() : text);
    }

    /** What to do about it. */
    public static String hint() {
        return "repair or replace the file and run again: nothing of it was written, and it is read"
                + " once; or go on without such files for good, and without what is in them:"
                + " ignoreCorruptFiles => true in read_files, elsewhere SET"
                + " spark.sql.files.ignoreCorruptFiles = true";
    }

    private static Optional<String> file(Throwable error) {
        if (!isOfContent(error)) {
            return Optional.empty();
        }
        return Causes.of(error).stream()
                .filter(SparkThrowable.class::isInstance)
                .map(SparkThrowable.class::cast)
                .filter(spark -> GENERAL.contains(String.valueOf(spark.getCondition())))
                .map(spark -> spark.getMessageParameters().get("path"))
                .filter(path -> path != null && !path.isEmpty())
                .findFirst()
                .map(UnreadableFiles::decoded);
    }

    private static String decoded(String path) {
        try {
            return new Path(new URI(path)).toString();
        } catch (URISyntaxException | IllegalArgumentException e) {
            // As it is, it still leads to the file.
            return path;
        }
    }
}
