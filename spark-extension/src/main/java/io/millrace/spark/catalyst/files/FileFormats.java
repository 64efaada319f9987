/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.execution.datasources.binaryfile.BinaryFileFormat;
import org.apache.spark.sql.execution.datasources.json.JsonFileFormat;
import org.apache.spark.sql.execution.datasources.orc.OrcFileFormat;
import org.apache.spark.sql.execution.datasources.text.TextFileFormat;
import org.apache.spark.sql.execution.datasources.xml.XmlFileFormat;

/** The readers of the formats. */
final class FileFormats {

    private FileFormats() {}

    static FileFormat of(String format) {
        return switch (format) {
            case "json" -> new JsonFileFormat();
            case "csv" -> new HeaderCsvFormat();
            case "parquet" -> new PlainParquetFormat();
            case "orc" -> new OrcFileFormat();
            case "text" -> new TextFileFormat();
            case "binaryfile" -> new BinaryFileFormat();
            case "xml" -> new XmlFileFormat();
            default -> throw new IllegalArgumentException("no reader of the format " + format);
        };
    }
}
