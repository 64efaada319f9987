/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import io.millrace.compiler.files.FileFormat;
import io.millrace.spark.catalyst.Sessions;
import io.millrace.spark.catalyst.files.rescue.JsonReading;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The columns of JSON files: what Spark finds in their records. It is given the records one by one,
 * as they are read later: in any encoding, and without what stands between records in an array.
 */
final class JsonInference {

    private static final String MULTI_LINE = "multiLine";
    private static final String LINE_END = "lineSep";

    private final SparkSession session;
    private final Map<String, String> options;

    /**
     * @param options those of the reader
     */
    JsonInference(SparkSession session, Map<String, String> options) {
        this.session = session;
        this.options = options;
    }

    StructType infer(List<FileStatus> files) {
        // Else names that differ in letter case alone are an error before they are seen here.
        SparkSession exact = Sessions.cloneWith(session, Map.of("spark.sql.caseSensitive", "true"));
        Map<String, String> reader = new LinkedHashMap<>(options);
        boolean whole = Boolean.parseBoolean(options.get(MULTI_LINE));
        reader.put("wholeText", Boolean.toString(whole));
        if (whole) {
            reader.remove(LINE_END);
        }
        var reading = JsonReading.of(exact, options);
        FlatMapFunction<String, String> split = text -> reading.records(text).iterator();
        Dataset<String> records =
                new GivenFiles(exact, FileFormat.TEXT, reader)
                        .rows(new StructType().add("value", DataTypes.StringType), files)
                        .as(Encoders.STRING())
                        .flatMap(split, Encoders.STRING());
        return SchemaEvolution.distinct(exact.read().options(options).json(records).schema());
    }
}
