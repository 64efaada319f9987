/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import io.millrace.spark.catalyst.files.rescue.ColumnarRescueFormat;
import io.millrace.spark.catalyst.files.rescue.JsonRescueFormat;
import io.millrace.spark.catalyst.files.rescue.RescuedData;
import io.millrace.spark.catalyst.files.rescue.XmlRescueFormat;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.avro.AvroFileFormat;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.execution.datasources.binaryfile.BinaryFileFormat;
import org.apache.spark.sql.execution.datasources.orc.OrcFileFormat;
import org.apache.spark.sql.types.StructType;

/** The readers of the formats. */
final class FileFormats {

    private FileFormats() {}

    /**
     * The reader for some files.
     *
     * @param schema the columns that are asked for
     * @param files all that the reader will read
     */
    static FileFormat of(FilesRead read, StructType schema, List<FileStatus> files) {
        boolean rescues = read.options().containsKey(RescuedData.OPTION);
        return switch (read.format()) {
            case "json" -> new JsonRescueFormat();
            case "csv" -> new HeaderCsvFormat();
            case "parquet" -> parquet(read, schema, files);
            case "orc" -> columnar(new OrcFileFormat(), read, files);
            case "avro" -> columnar(new AvroFileFormat(), read, files);
            case "text" -> new EncodedTextFormat();
            case "binaryfile" -> new BinaryFileFormat();
            case "xml" -> rescues ? new XmlRescueFormat() : new EncodedXmlFormat();
            default -> throw new IllegalArgumentException("no reader of " + read.format());
        };
    }

    /** Times may be stored in a way that Spark does not know; what else is asked for may not. */
    private static FileFormat parquet(FilesRead read, StructType schema, List<FileStatus> files) {
        var format = new PlainParquetFormat();
        return StoredTypes.haveTimes(schema)
                ? new ColumnarRescueFormat(format, read.format(), files)
                : columnar(format, read, files);
    }

    private static FileFormat columnar(FileFormat format, FilesRead read, List<FileStatus> files) {
        return read.options().containsKey(RescuedData.OPTION)
                ? new ColumnarRescueFormat(format, read.format(), files)
                : format;
    }
}
