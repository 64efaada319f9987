/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Rows as JSON and CSV, one at a time. */
final class RowOutput {

    private static final String CSV_SPECIAL = ",\"\r\n";

    private RowOutput() {}

    /** One object a line, NULL as {@code null}, timestamps in ISO 8601. */
    static void json(Terminal terminal, Dataset<Row> rows) {
        if (rows.schema().isEmpty()) {
            return;
        }
        StructType schema = rows.schema();
        Column[] columns = new Column[schema.size()];
        String[] numbers = new String[schema.size()];
        for (int i = 0; i < columns.length; i++) {
            numbers[i] = "c" + i;
            columns[i] = functions.col(numbers[i]).as(schema.fields()[i].name());
        }
        Column object =
                functions.to_json(functions.struct(columns), Map.of("ignoreNullFields", "false"));
        Iterator<Row> iterator = rows.toDF(numbers).select(object).toLocalIterator();
        while (iterator.hasNext()) {
            terminal.data(iterator.next().getString(0));
        }
    }

    /** A line of names, then a line for each row; NULL is an empty field. */
    static void csv(Terminal terminal, Dataset<Row> rows) {
        if (rows.schema().isEmpty()) {
            return;
        }
        terminal.data(csvLine(List.of(rows.columns())));
        Iterator<Row> iterator = texts(rows).toLocalIterator();
        while (iterator.hasNext()) {
            terminal.data(csvLine(values(iterator.next())));
        }
    }

    /** All columns as Spark shows them as text; names become numbers, since they may repeat. */
    static Dataset<Row> texts(Dataset<Row> rows) {
        StructType schema = rows.schema();
        String[] names = new String[schema.size()];
        Column[] texts = new Column[schema.size()];
        for (int i = 0; i < names.length; i++) {
            names[i] = "c" + i;
            texts[i] = text(schema.fields()[i], functions.col(names[i]));
        }
        return rows.toDF(names).select(texts);
    }

    private static Column text(StructField field, Column column) {
        return field.dataType() instanceof BinaryType
                ? functions.hex(column)
                : column.cast(DataTypes.StringType);
    }

    /** The texts of a row; {@code null} for NULL. */
    static List<String> values(Row row) {
        List<String> result = new ArrayList<>(row.size());
        for (int i = 0; i < row.size(); i++) {
            result.add(row.getString(i));
        }
        return result;
    }

    private static String csvLine(List<String> values) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            line.append(i == 0 ? "" : ",").append(csvField(values.get(i)));
        }
        return line.toString();
    }

    /** As RFC 4180 has it; an empty text is quoted, so that it differs from NULL. */
    static String csvField(String value) {
        if (value == null) {
            return "";
        }
        boolean quote = value.isEmpty() || value.chars().anyMatch(c -> CSV_SPECIAL.indexOf(c) >= 0);
        return quote ? '"' + value.replace("\"", "\"\"") + '"' : value;
    }
}
