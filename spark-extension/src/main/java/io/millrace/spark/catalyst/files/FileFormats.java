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
import org.apache.spark.sql.execution.datasources.json.JsonFileFormat;
import org.apache.spark.sql.execution.datasources.orc.OrcFileFormat;
import org.apache.spark.sql.execution.datasources.text.TextFileFormat;
import org.apache.spark.sql.execution.datasources.xml.XmlFileFormat;

/** The readers of the formats. */
final class FileFormats {

    private FileFormats() {}

    /**
     * The reader for some files.
     *
     * @param files all that the reader will read
     */
    static FileFormat of(FilesRead read, List<FileStatus> files) {
        boolean rescues = read.options().containsKey(RescuedData.OPTION);
        return switch (read.format()) {
            case "json" ->
                    rescues || "false".equals(read.options().get(RescuedData.CASE_SENSITIVE))
                            ? new JsonRescueFormat()
                            : new JsonFileFormat();
            case "csv" -> new HeaderCsvFormat();
            case "parquet" -> columnar(new PlainParquetFormat(), read, files);
            case "orc" -> columnar(new OrcFileFormat(), read, files);
            case "avro" -> columnar(new AvroFileFormat(), read, files);
            case "text" -> new TextFileFormat();
            case "binaryfile" -> new BinaryFileFormat();
            case "xml" -> rescues ? new XmlRescueFormat() : new XmlFileFormat();
            default -> throw new IllegalArgumentException("no reader of " + read.format());
        };
    }

    private static FileFormat columnar(FileFormat format, FilesRead read, List<FileStatus> files) {
        return read.options().containsKey(RescuedData.OPTION)
                ? new ColumnarRescueFormat(format, read.format(), files)
                : format;
    }
}
