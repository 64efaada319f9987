/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import io.millrace.compiler.diagnostic.DisplayText;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;

/** Rows as a box of text; numbers stand to the right. */
final class TableOutput {

    /** A table is for people; programs take the other formats, which have no limit. */
    private static final int MAX_ROWS = 1000;

    private final Terminal terminal;

    TableOutput(Terminal terminal) {
        this.terminal = terminal;
    }

    void print(Dataset<Row> rows) {
        if (rows.schema().isEmpty()) {
            return;
        }
        List<Row> found = RowOutput.texts(rows).limit(MAX_ROWS + 1).collectAsList();
        List<List<String>> shown = found.stream().limit(MAX_ROWS).map(RowOutput::values).toList();
        List<Boolean> right = new ArrayList<>();
        for (StructField field : rows.schema().fields()) {
            right.add(field.dataType() instanceof NumericType);
        }
        draw(List.of(rows.columns()), right, shown).forEach(terminal::data);
        if (found.size() > MAX_ROWS) {
            terminal.message(
                    "only the first %,d rows are shown; --format json and csv print all"
                            .formatted(MAX_ROWS));
        } else {
            terminal.message(Amounts.rows(found.size()));
        }
    }

    /**
     * The lines of the box.
     *
     * @param right whether a column stands to the right
     */
    static List<String> draw(List<String> names, List<Boolean> right, List<List<String>> rows) {
        int[] widths = new int[names.size()];
        List<List<List<String>>> cells = new ArrayList<>();
        cells.add(cells(names, widths));
        rows.forEach(row -> cells.add(cells(row, widths)));
        List<String> lines = new ArrayList<>();
        lines.add(rule(widths, "┌", "┬", "┐"));
        for (int i = 0; i < cells.size(); i++) {
            addRow(lines, cells.get(i), widths, right);
            if (i == 0) {
                lines.add(rule(widths, "├", "┼", "┤"));
            }
        }
        lines.add(rule(widths, "└", "┴", "┘"));
        return lines;
    }

    /** The lines of each cell of a row; widens the columns. */
    private static List<List<String>> cells(List<String> row, int[] widths) {
        List<List<String>> result = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
            String text = row.get(i) == null ? "NULL" : DisplayText.lines(row.get(i));
            List<String> lines = List.of(text.stripTrailing().split("\n", -1));
            for (String line : lines) {
                widths[i] = Math.max(widths[i], DisplayText.width(line));
            }
            result.add(lines);
        }
        return result;
    }

    private static void addRow(
            List<String> lines, List<List<String>> row, int[] widths, List<Boolean> right) {
        int height = row.stream().mapToInt(List::size).max().orElse(1);
        for (int line = 0; line < height; line++) {
            StringBuilder text = new StringBuilder("│");
            for (int i = 0; i < widths.length; i++) {
                String part = line < row.get(i).size() ? row.get(i).get(line) : "";
                String fill = " ".repeat(widths[i] - DisplayText.width(part));
                text.append(' ').append(right.get(i) ? fill + part : part + fill).append(" │");
            }
            lines.add(text.toString());
        }
    }

    private static String rule(int[] widths, String left, String middle, String right) {
        List<String> parts = new ArrayList<>();
        for (int width : widths) {
            parts.add("─".repeat(width + 2));
        }
        return left + String.join(middle, parts) + right;
    }
}
