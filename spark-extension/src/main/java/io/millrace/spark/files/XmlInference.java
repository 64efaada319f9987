/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import io.millrace.compiler.files.FileFormat;
import io.millrace.spark.catalyst.files.TextEncoding;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;

/** The columns of XML files: what Spark finds, less the numbers that would lose leading zeros. */
final class XmlInference {

    private static final String LEADING_ZERO = "^\\s*[+-]?0[0-9]";

    private final SparkSession session;
    private final Map<String, String> options;
    private final boolean typed;

    XmlInference(SparkSession session, Map<String, String> options, boolean typed) {
        this.session = session;
        this.options = options;
        this.typed = typed;
    }

    StructType infer(List<FileStatus> files) {
        Map<String, String> reader = new LinkedHashMap<>(options);
        reader.put("inferSchema", Boolean.toString(typed));
        StructType found = new StructType();
        for (Map.Entry<Charset, List<FileStatus>> same : byEncoding(files).entrySet()) {
            StructType more =
                    SchemaInference.sparks(
                            session,
                            FileFormat.XML,
                            TextEncoding.withXml(reader, same.getKey()),
                            same.getValue());
            found = new SchemaEvolution(true).evolve(found, more);
        }
        return new NumberTexts(
                        session,
                        FileFormat.XML,
                        reader,
                        NumericType.class::isInstance,
                        LEADING_ZERO)
                .keep(found, files);
    }

    private Map<Charset, List<FileStatus>> byEncoding(List<FileStatus> files) {
        Map<Charset, List<FileStatus>> same = new LinkedHashMap<>();
        for (FileStatus file : files) {
            Charset charset =
                    TextEncoding.of(
                            session.sparkContext().hadoopConfiguration(),
                            file.getPath(),
                            TextEncoding.ofXml(options));
            same.computeIfAbsent(charset, first -> new ArrayList<>()).add(file);
        }
        return same;
    }
}
