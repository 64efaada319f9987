/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

import io.millrace.compiler.graph.SinkSpec;
import io.millrace.compiler.sink.SinkFormat;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** What the rows of a topic look like. Spark would leave other columns out without a word. */
final class KafkaColumns {

    private static final String HEADERS = "array<struct<key:string,value:binary>>";
    private static final Set<String> TEXT = Set.of("string", "binary");
    private static final Map<String, Set<String>> TYPES =
            Map.of(
                    "key", TEXT,
                    "value", TEXT,
                    "topic", Set.of("string"),
                    "partition", Set.of("int"),
                    "headers", Set.of(HEADERS));

    private KafkaColumns() {}

    static void check(SinkSpec sink, StructType rows) {
        List<String> names =
                List.of(rows.fieldNames()).stream()
                        .map(name -> name.toLowerCase(Locale.ROOT))
                        .toList();
        for (StructField column : rows.fields()) {
            Set<String> types = TYPES.get(column.name().toLowerCase(Locale.ROOT));
            if (types == null) {
                throw wrong(
                        "a message has no column `%s`".formatted(column.name()),
                        "put it into the value: SELECT to_json(struct(*)) AS value");
            }
            if (!types.contains(column.dataType().catalogString())) {
                throw wrong(
                        "the column `%s` is %s"
                                .formatted(column.name(), column.dataType().catalogString()),
                        "make it %s"
                                .formatted(
                                        types.contains("binary")
                                                ? "STRING or BINARY"
                                                : words(types)));
            }
        }
        if (!names.contains("value")) {
            throw wrong(
                    "the rows have no column `value`", "write SELECT to_json(struct(*)) AS value");
        }
        if (!names.contains("topic") && SinkFormat.option(sink, "topic").isEmpty()) {
            throw wrong(
                    "nothing says which topic the rows go to",
                    "give the sink an option `topic`, or the query a column `topic`");
        }
    }

    private static String words(Set<String> types) {
        return types.iterator().next().toUpperCase(Locale.ROOT);
    }

    private static QueryException wrong(String message, String hint) {
        return new QueryException(RunErrorCode.MILLRACE_SINK_COLUMNS, message, hint);
    }
}
