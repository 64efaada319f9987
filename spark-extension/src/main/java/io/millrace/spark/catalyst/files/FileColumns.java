/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import io.millrace.spark.catalyst.ScalaInterop;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.Footer;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.avro.AvroUtils;
import org.apache.spark.sql.execution.datasources.orc.OrcUtils;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFooterReader;
import org.apache.spark.sql.execution.datasources.parquet.ParquetToSparkSchemaConverter;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.ThreadUtils;
import scala.runtime.AbstractFunction1;

/** The columns that Parquet, ORC and Avro files say that they have, file by file. */
public final class FileColumns {

    private static final int THREADS = 16;

    private final org.apache.spark.sql.classic.SparkSession session;
    private final String format;
    private final Map<String, String> options;
    private final Configuration conf;

    /**
     * @param format parquet, orc or avro
     * @param options those of Spark's reader
     */
    public FileColumns(SparkSession session, String format, Map<String, String> options) {
        this.session = (org.apache.spark.sql.classic.SparkSession) session;
        this.format = format;
        this.options = options;
        conf = this.session.sessionState().newHadoopConfWithOptions(ScalaInterop.map(options));
    }

    /**
     * What a function of each file gives, in the order of the files; several at a time. The failure
     * of the first file that fails is thrown as it is.
     */
    public static <T> List<T> forEach(List<FileStatus> files, Function<FileStatus, T> function) {
        if (files.size() <= 1) {
            return files.stream().map(function).toList();
        }
        List<Supplier<T>> results =
                ScalaInterop.list(
                        ThreadUtils.parmap(
                                ScalaInterop.<FileStatus>seq(files),
                                "millrace-columns",
                                Math.min(THREADS, files.size()),
                                new AbstractFunction1<FileStatus, Supplier<T>>() {
                                    @Override
                                    public Supplier<T> apply(FileStatus file) {
                                        return result(file, function);
                                    }
                                }));
        return results.stream().map(Supplier::get).toList();
    }

    /** Spark would wrap what is thrown in one of its threads. */
    private static <T> Supplier<T> result(FileStatus file, Function<FileStatus, T> function) {
        try {
            T result = function.apply(file);
            return () -> result;
        } catch (RuntimeException e) {
            return () -> {
                throw e;
            };
        }
    }

    /** The columns of a file, if there are any. Spark's own exceptions come out undeclared. */
    public Optional<StructType> of(FileStatus file) throws IOException {
        return stored(file).map(StoredColumns::columns);
    }

    /** The columns of a file, with the types that they are stored as. */
    public Optional<StoredColumns> stored(FileStatus file) throws IOException {
        return switch (format) {
            case "parquet" -> Optional.of(parquet(file));
            case "orc" ->
                    ScalaInterop.optional(OrcUtils.readSchema(file.getPath(), conf, false, false))
                            .map(OrcUtils::toCatalystSchema)
                            .map(StoredColumns::plain);
            case "avro" ->
                    ScalaInterop.optional(
                                    AvroUtils.inferSchema(
                                            session,
                                            ScalaInterop.map(options),
                                            ScalaInterop.seq(List.of(file))))
                            .map(StoredColumns::plain);
            default -> throw new IllegalArgumentException(format + " does not say its columns");
        };
    }

    private StoredColumns parquet(FileStatus file) throws IOException {
        var footer =
                ParquetFooterReader.readFooter(
                        HadoopInputFile.fromStatus(file, conf),
                        ParquetMetadataConverter.SKIP_ROW_GROUPS);
        var sqlConf = session.sessionState().conf();
        var converter = new ParquetToSparkSchemaConverter(sqlConf);
        var columns = new ParquetColumns(converter, sqlConf.legacyParquetNanosAsLong());
        MessageType message = footer.getFileMetaData().getSchema();
        return columns.areOdd(message)
                ? columns.of(message)
                : StoredColumns.plain(
                        ParquetFileFormat.readSchemaFromFooter(
                                new Footer(file.getPath(), footer), converter));
    }

    /**
     * Whether the columns that a file says have names of their own: those in ORC files of old
     * versions of Hive have not, and are taken by place.
     */
    public boolean areNamed(StructType columns) {
        return !format.equals("orc")
                || !Arrays.stream(columns.fieldNames()).allMatch(name -> name.startsWith("_col"));
    }
}
