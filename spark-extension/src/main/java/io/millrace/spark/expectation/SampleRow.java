/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.expectation;

import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.to_json;

import io.millrace.spark.catalyst.Columns;
import io.millrace.spark.catalyst.InternalRows;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** A row as messages show it. */
final class SampleRow {

    private static final int LONGEST = 1000;

    private final SparkSession session;
    private final StructType columns;
    private final boolean masked;

    SampleRow(SparkSession session, StructType columns, boolean masked) {
        this.session = session;
        this.columns = columns;
        this.masked = masked;
    }

    /**
     * JSON of the row's columns; without values where they shall not be seen.
     *
     * @param row as tasks hand it out
     */
    String text(Object row) {
        return masked ? masked() : shortened(json(row));
    }

    private String masked() {
        return Arrays.stream(columns.fieldNames())
                .map(name -> "\"" + name + "\":\"***\"")
                .collect(Collectors.joining(",", "{", "}"));
    }

    private String json(Object row) {
        Column[] all = Columns.named(columns.fieldNames());
        Row text =
                InternalRows.dataset(
                                session,
                                List.<Object[]>of(InternalRows.values(row, columns)),
                                columns)
                        .select(to_json(struct(all), Map.of("ignoreNullFields", "false")))
                        .first();
        return text.getString(0);
    }

    private static String shortened(String json) {
        return json.length() <= LONGEST ? json : json.substring(0, LONGEST) + "...";
    }
}
