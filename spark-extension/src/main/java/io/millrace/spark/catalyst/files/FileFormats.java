/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import io.millrace.spark.catalyst.files.rescue.JsonRescueFormat;
import io.millrace.spark.catalyst.files.rescue.RescuedData;
import io.millrace.spark.catalyst.files.rescue.XmlRescueFormat;
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

    static FileFormat of(FilesRead read) {
        boolean rescues = read.options().containsKey(RescuedData.OPTION);
        return switch (read.format()) {
            case "json" -> rescues ? new JsonRescueFormat() : new JsonFileFormat();
            case "csv" -> new HeaderCsvFormat();
            case "parquet" -> new PlainParquetFormat();
            case "orc" -> new OrcFileFormat();
            case "avro" -> new AvroFileFormat();
            case "text" -> new TextFileFormat();
            case "binaryfile" -> new BinaryFileFormat();
            case "xml" -> rescues ? new XmlRescueFormat() : new XmlFileFormat();
            default -> throw new IllegalArgumentException("no reader of " + read.format());
        };
    }
}
