/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.crash;

import io.millrace.spark.SharedSparkSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;

/** The definitions of a small pipeline whose tables follow from its input alone. */
abstract class CrashTables {

    private final Path project;
    private final Path warehouse;

    CrashTables(Path folder) {
        this.project = folder.resolve("crash");
        this.warehouse = folder.resolve("home/warehouse");
    }

    abstract String sql();

    /** The folders that are read. */
    abstract List<String> inputs();

    /** What is there before the first update. */
    abstract void writeFirst() throws Exception;

    /** New rows for the flows, different from all before. */
    abstract void addInput() throws IOException;

    /** What holds at any moment: nothing is there twice, nothing that is not in the input. */
    abstract void checkNothingIsDoubled();

    /** All input is in all tables, once. */
    abstract void checkTables();

    /** A file of lines that appears at once, in the place of one of the same name. */
    final void write(String input, String name, List<String> lines) throws IOException {
        String text = lines.stream().map(line -> line + "\n").collect(Collectors.joining());
        Path file = project.resolve("in").resolve(input).resolve(name + ".json");
        Path hidden = file.resolveSibling("." + file.getFileName());
        Files.writeString(hidden, text);
        Files.move(
                hidden, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** How often each row is in a table; nothing when there is no table yet. */
    final Map<String, Long> rows(String table, String expression) {
        return rows(table, expression, "true");
    }

    final Map<String, Long> rows(String table, String expression, String condition) {
        Path path = warehouse.resolve(table);
        Map<String, Long> counts = new TreeMap<>();
        if (!Files.exists(path.resolve("_delta_log/%020d.json".formatted(0)))) {
            return counts;
        }
        List<Row> rows =
                SharedSparkSession.get()
                        .read()
                        .format("delta")
                        .load("file:" + path)
                        .where(condition)
                        .selectExpr("CAST(" + expression + " AS STRING)")
                        .collectAsList();
        for (Row row : rows) {
            counts.merge(row.getString(0), 1L, Long::sum);
        }
        return counts;
    }
}
