/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files.rescue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Set;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import scala.collection.immutable.Map;

/** The column for what the other columns cannot take. */
public final class RescuedData {

    /** The option of a reader that names the column; without it nothing is rescued. */
    public static final String OPTION = "millrace.rescued";

    /** The option of a reader that says whether letter case counts in the names of columns. */
    public static final String CASE_SENSITIVE = "readerCaseSensitive";

    /** The field with the text of a record that cannot be read as one. */
    static final String RECORD = "_corrupt_record";

    private static final String FILE = "_file_path";
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN.mappedFeature());

    private RescuedData() {}

    static ObjectNode nothing() {
        return JSON.createObjectNode();
    }

    /** The text for the column; NULL when nothing is lost. */
    static UTF8String text(ObjectNode lost, String file) {
        if (lost.isEmpty()) {
            return null;
        }
        lost.put(FILE, file);
        try {
            return UTF8String.fromString(JSON.writeValueAsString(lost));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    static IllegalStateException malformed(String file, Throwable cause) {
        return new IllegalStateException(
                "a record of " + file + " cannot be read, and the mode is FAILFAST", cause);
    }

    /** Whether letter case counts in the names of columns. */
    public static boolean isCaseSensitive(Map<String, String> options, boolean otherwise) {
        return options.contains(CASE_SENSITIVE)
                ? Boolean.parseBoolean(options.apply(CASE_SENSITIVE))
                : otherwise;
    }

    /** Whether numbers may have more digits than their columns: those are rescued. */
    public static boolean mayLoseDigits(StructType schema) {
        return Digits.mayBeLost(schema);
    }

    public static boolean has(StructType schema, String name) {
        return schema.getFieldIndex(name).nonEmpty();
    }

    static StructType without(StructType schema, Set<String> names) {
        return new StructType(
                Arrays.stream(schema.fields())
                        .filter(field -> !names.contains(field.name()))
                        .toArray(StructField[]::new));
    }
}
