/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import io.millrace.compiler.files.FileFormat;
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
        StructType found = SchemaInference.sparks(session, FileFormat.XML, reader, files);
        return new NumberTexts(
                        session,
                        FileFormat.XML,
                        reader,
                        NumericType.class::isInstance,
                        LEADING_ZERO)
                .keep(found, files);
    }
}
