/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import io.millrace.compiler.files.FileFormat;
import io.millrace.compiler.files.KnownOptions;
import io.millrace.spark.catalyst.files.FilesRead;
import io.millrace.spark.fileset.FileSelection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * Reads files that are known already, to find out what is in them, as they are read later.
 *
 * @param options those of the reader
 */
record GivenFiles(SparkSession session, FileFormat format, Map<String, String> options) {

    /** The rows of the files; there is one at least. */
    Dataset<Row> rows(StructType schema, List<FileStatus> files) {
        var selection =
                new FileSelection(
                        files.get(0).getPath().getParent().toString(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        false);
        Map<String, String> reader = new LinkedHashMap<>(options);
        reader.remove(KnownOptions.CORRUPT_COLUMN);
        var read =
                new FilesRead(
                        selection,
                        format.key(),
                        reader,
                        List.of(),
                        new FilesRead.Admission(1, 1, true, false));
        return read.batch(session, schema, files);
    }
}
