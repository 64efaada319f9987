/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import io.millrace.compiler.files.FileFormat;
import io.millrace.compiler.files.KnownOptions;
import io.millrace.spark.catalyst.files.FilesRead;
import io.millrace.spark.fileset.FileSelection;
import io.millrace.spark.function.TableFunctionCall;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * A call with everything decided: files, format and columns.
 *
 * @param files those that were there when the columns were decided
 * @param only the files that a stream reads in this update when it reads no others, because their
 *     columns are not known yet
 */
record FilesPlan(
        FilesRead read,
        StructType schema,
        List<FileStatus> files,
        Optional<FilesRead.Listing> only) {

    static FilesPlan of(String function, TableFunctionCall call, boolean streaming) {
        FileArguments arguments = FileArguments.of(function, call);
        return new FilesPlanner(arguments, call, streaming).plan();
    }

    static FileSelection selection(FileArguments arguments, SparkSession session) {
        boolean binary =
                arguments
                        .option(KnownOptions.FORMAT)
                        .filter(name -> FileFormats.named(name) == FileFormat.BINARY_FILE)
                        .isPresent();
        Optional<String> name = arguments.option(KnownOptions.PATH_GLOB_FILTER);
        return new FileSelection(
                BasePath.resolve(arguments.path(), session),
                arguments.option(KnownOptions.RECURSIVE).map(Boolean::parseBoolean),
                name.isPresent() ? name : arguments.option(KnownOptions.FILE_NAME_PATTERN),
                time(arguments, KnownOptions.MODIFIED_AFTER, session),
                time(arguments, KnownOptions.MODIFIED_BEFORE, session),
                binary);
    }

    private static Optional<Long> time(
            FileArguments arguments, String option, SparkSession session) {
        return arguments
                .option(option)
                .map(
                        text ->
                                PointInTime.parse(
                                        option,
                                        text,
                                        session.conf().get("spark.sql.session.timeZone")));
    }

    /** The files that are there, or an error that says what is missing. */
    static List<FileStatus> list(
            FileSelection selection, FileArguments arguments, Configuration conf) {
        try {
            return selection.list(conf);
        } catch (FileNotFoundException e) {
            throw FileErrors.notFound(arguments.path(), selection.path(), e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + selection.path(), e);
        }
    }
}
