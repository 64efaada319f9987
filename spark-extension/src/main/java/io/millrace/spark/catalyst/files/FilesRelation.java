/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import io.millrace.spark.catalyst.ScalaInterop;
import io.millrace.spark.fileset.FolderColumns;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.LogicalRelation$;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/** Makes a Spark relation of files that are known already. */
final class FilesRelation {

    private FilesRelation() {}

    static Dataset<Row> dataset(
            SparkSession session,
            FilesRead read,
            StructType schema,
            List<FileStatus> files,
            boolean streaming) {
        StructType folderSchema = folderSchema(session, read, schema, files);
        var index = new SelectedFiles(session, root(session, read), files, folderSchema);
        // The folder columns stay in the data schema too: so they keep their places in the row.
        var relation =
                new HadoopFsRelation(
                        index,
                        folderSchema,
                        schema,
                        Option.empty(),
                        FileFormats.of(read, schema, files),
                        ScalaInterop.map(read.options()),
                        session);
        return org.apache.spark.sql.classic.Dataset.ofRows(
                (org.apache.spark.sql.classic.SparkSession) session,
                LogicalRelation$.MODULE$.apply(relation, streaming));
    }

    /** The columns of the schema that the folders of at least one of the files give. */
    private static StructType folderSchema(
            SparkSession session, FilesRead read, StructType schema, List<FileStatus> files) {
        Path root = root(session, read);
        Set<String> inFolders = new HashSet<>();
        for (FileStatus file : files) {
            FolderColumns.of(root, file.getPath())
                    .keySet()
                    .forEach(name -> inFolders.add(key(name)));
        }
        inFolders.retainAll(read.folderColumns().stream().map(FilesRelation::key).toList());
        return new StructType(
                Arrays.stream(schema.fields())
                        .filter(field -> inFolders.contains(key(field.name())))
                        .toArray(StructField[]::new));
    }

    private static Path root(SparkSession session, FilesRead read) {
        try {
            return read.selection().root(session.sparkContext().hadoopConfiguration());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
