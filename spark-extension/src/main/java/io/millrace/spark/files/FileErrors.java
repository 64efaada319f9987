/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import io.millrace.compiler.files.FileOptions;
import io.millrace.compiler.files.KnownOptions;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.UnreadableFiles;
import io.millrace.spark.function.TableFunctionException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/** The errors of {@code read_files}; {@code docs/run-errors.md} tells of each code. */
final class FileErrors {

    private FileErrors() {}

    /** An option or argument that is not known, or whose value cannot be used. */
    static TableFunctionException argument(String name, String message) {
        return new TableFunctionException(
                RunErrorCode.MILLRACE_READ_FILES_ARGUMENT.name(), message, Optional.of(name), null);
    }

    static TableFunctionException argument(String given, FileOptions.Objection objection) {
        String hint = objection.nearest().map(near -> "; did you mean `" + near + "`?").orElse("");
        return argument(given, "`%s` %s%s".formatted(objection.name(), objection.what(), hint));
    }

    /** The arguments as a whole are wrong. */
    static TableFunctionException call(String message) {
        return new TableFunctionException(
                RunErrorCode.MILLRACE_READ_FILES_ARGUMENT.name(), message);
    }

    static TableFunctionException format(String message) {
        return new TableFunctionException(
                RunErrorCode.MILLRACE_READ_FILES_FORMAT.name(),
                message,
                Optional.of(KnownOptions.FORMAT),
                null);
    }

    static TableFunctionException noFiles(String path) {
        return new TableFunctionException(
                RunErrorCode.MILLRACE_READ_FILES_NO_FILES.name(),
                "there are no files in `%s` to infer the columns from; give `schema`, or put a sample there"
                        .formatted(path));
    }

    /** The path as given and where it leads. */
    static TableFunctionException notFound(String path, String resolved, Throwable cause) {
        String where = path.equals(resolved) ? "" : "; that is " + resolved;
        return new TableFunctionException(
                RunErrorCode.MILLRACE_READ_FILES_NOT_FOUND.name(),
                "`%s` does not exist%s".formatted(path, where),
                Optional.empty(),
                cause);
    }

    /** A file is there, and what is in it is not what it is taken for. */
    static TableFunctionException unreadable(Path file, Throwable cause) {
        return new TableFunctionException(
                RunErrorCode.MILLRACE_FILE_UNREADABLE.name(),
                UnreadableFiles.message(file.toString(), cause) + "; " + UnreadableFiles.hint(),
                Optional.empty(),
                cause);
    }

    static TableFunctionException schema(String message, Throwable cause) {
        return new TableFunctionException(
                RunErrorCode.MILLRACE_READ_FILES_SCHEMA.name(), message, Optional.empty(), cause);
    }
}
