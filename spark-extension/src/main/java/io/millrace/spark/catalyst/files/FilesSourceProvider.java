/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import io.millrace.spark.catalyst.ScalaInterop;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.mapreduce.Job;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.execution.streaming.Source;
import org.apache.spark.sql.sources.StreamSourceProvider;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.Tuple2;
import scala.collection.immutable.Map;
import scala.collection.immutable.Seq;

/**
 * Makes {@link FilesSource}s. Spark asks for it by class name. It is a {@link FileFormat} only so
 * that Spark gives its streams the {@code _metadata} column.
 */
public final class FilesSourceProvider implements StreamSourceProvider, FileFormat {

    @Override
    public Tuple2<String, StructType> sourceSchema(
            SQLContext context,
            Option<StructType> schema,
            String providerName,
            Map<String, String> parameters) {
        return new Tuple2<>("files[" + read(parameters).selection().path() + "]", schema.get());
    }

    @Override
    public Source createSource(
            SQLContext context,
            String metadataPath,
            Option<StructType> schema,
            String providerName,
            Map<String, String> parameters) {
        SparkSession session = context.sparkSession();
        ScalaInterop.optional(parameters.get(FilesRead.STATE))
                .ifPresent(
                        folder ->
                                SourceFolder.note(
                                        folder,
                                        metadataPath,
                                        session.sparkContext().hadoopConfiguration()));
        return new FilesSource(
                session,
                read(parameters),
                schema.get(),
                metadataPath,
                ScalaInterop.optional(parameters.get(FilesRead.LISTING))
                        .flatMap(KnownListings::find));
    }

    private static FilesRead read(Map<String, String> parameters) {
        return FilesRead.fromJson(parameters.apply(FilesRead.OPTION));
    }

    @Override
    public Option<StructType> inferSchema(
            SparkSession session, Map<String, String> options, Seq<FileStatus> files) {
        throw new UnsupportedOperationException("a stream of files has its schema given");
    }

    @Override
    public OutputWriterFactory prepareWrite(
            SparkSession session, Job job, Map<String, String> options, StructType schema) {
        throw new UnsupportedOperationException("a stream of files is only read");
    }
}
