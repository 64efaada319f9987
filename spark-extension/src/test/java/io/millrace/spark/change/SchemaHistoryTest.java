/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.change;

import static io.millrace.spark.TestPipeline.assertCompleted;
import static io.millrace.spark.TestPipeline.stream;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.TestPipeline;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A query that changes with every update: its columns come and go, in any order and letter case,
 * with wider and narrower types. The table has them all, by name, with the widest type, and no
 * value is lost. {@code -Dmillrace.schemas.seed} repeats a run.
 */
class SchemaHistoryTest {

    private static final int UPDATES = 6;

    /**
     * A column.
     *
     * @param types from the narrowest to the widest
     * @param value over the row's number {@code id}
     */
    private record Column(String name, List<String> types, String value) {}

    private static final List<Column> COLUMNS =
            List.of(
                    new Column("a", List.of("TINYINT", "SMALLINT", "INT", "BIGINT"), "id"),
                    new Column("x", List.of("FLOAT", "DOUBLE"), "id + 0.5"),
                    new Column(
                            "d",
                            List.of("DECIMAL(5,2)", "DECIMAL(9,2)", "DECIMAL(12,4)"),
                            "id * 1.25"),
                    new Column(
                            "t",
                            List.of("DATE", "TIMESTAMP_NTZ"),
                            "date_add(DATE'2024-01-01', CAST(id AS INT))"),
                    new Column(
                            "s",
                            List.of("STRUCT<p: INT>", "STRUCT<p: BIGINT>"),
                            "named_struct('p', id)"),
                    new Column("l", List.of("ARRAY<INT>", "ARRAY<BIGINT>"), "array(id, id + 1)"));

    @TempDir Path storage;

    @Test
    void everyColumnKeepsItsNameItsWidestTypeAndItsValues() {
        long seed = Long.getLong("millrace.schemas.seed", System.nanoTime());
        Random random = new Random(seed);
        TestPipeline pipeline = new TestPipeline(storage);
        pipeline.sql("CREATE TABLE src (id BIGINT) USING delta");
        Map<String, Integer> widest = new LinkedHashMap<>();
        Map<Integer, List<String>> given = new TreeMap<>();
        for (int update = 1; update <= UPDATES; update++) {
            Map<Column, Integer> chosen = choose(random);
            chosen.forEach((column, type) -> widest.merge(column.name(), type, Math::max));
            given.put(update, chosen.keySet().stream().map(Column::name).toList());
            String query = query(chosen, random);
            pipeline.edit()
                    .streamingTable("t")
                    .flow("f", "t", FlowKind.APPEND, query, stream("src"));
            pipeline.sql("INSERT INTO src VALUES (" + update + ")");
            assertCompleted(pipeline.run());
        }
        String what = "seed " + seed;
        for (Column column : COLUMNS) {
            if (!widest.containsKey(column.name())) {
                continue;
            }
            String type = column.types().get(widest.get(column.name()));
            List<String> expected = new ArrayList<>();
            given.forEach(
                    (id, names) -> {
                        String value = names.contains(column.name()) ? column.value() : "NULL";
                        expected.add(
                                "SELECT CAST(%d AS BIGINT) AS id, CAST(%s AS %s) AS v"
                                        .formatted(
                                                id,
                                                value.replace("id", Integer.toString(id)),
                                                type));
                    });
            assertThat(
                            pipeline.rows(
                                    "SELECT id, typeof(%1$s), %1$s FROM t ORDER BY id"
                                            .formatted(column.name())))
                    .as(what + ", column " + column.name())
                    .isEqualTo(
                            pipeline.rows(
                                    "SELECT id, typeof(v), v FROM (%s) ORDER BY id"
                                            .formatted(String.join(" UNION ALL ", expected))));
        }
    }

    @Test
    void aTableGetsItsFirstTimestampWithoutZoneLater() {
        TestPipeline pipeline = new TestPipeline(storage);
        pipeline.sql("CREATE TABLE src AS SELECT 1L AS id");
        pipeline.streamingTable("t")
                .flow("f", "t", FlowKind.APPEND, "SELECT id FROM STREAM src", stream("src"));
        assertCompleted(pipeline.run());
        pipeline.sql("INSERT INTO src VALUES (2)");
        pipeline.edit()
                .streamingTable("t")
                .flow(
                        "f",
                        "t",
                        FlowKind.APPEND,
                        "SELECT id, TIMESTAMP_NTZ'2024-01-01 00:00:00' AS at FROM STREAM src",
                        stream("src"));
        assertCompleted(pipeline.run());
        assertThat(pipeline.rows("SELECT id, typeof(at), at FROM t ORDER BY id"))
                .containsExactly("[1,timestamp_ntz,null]", "[2,timestamp_ntz,2024-01-01T00:00]");
    }

    private static Map<Column, Integer> choose(Random random) {
        Map<Column, Integer> chosen = new LinkedHashMap<>();
        for (Column column : COLUMNS) {
            if (random.nextInt(3) > 0) {
                chosen.put(column, random.nextInt(column.types().size()));
            }
        }
        return chosen;
    }

    private static String query(Map<Column, Integer> chosen, Random random) {
        List<String> items = new ArrayList<>();
        items.add("id");
        chosen.forEach(
                (column, type) -> {
                    String name =
                            random.nextBoolean()
                                    ? column.name()
                                    : column.name().toUpperCase(Locale.ROOT);
                    items.add(
                            "CAST(%s AS %s) AS %s"
                                    .formatted(column.value(), column.types().get(type), name));
                });
        Collections.shuffle(items, random);
        return items.stream().collect(Collectors.joining(", ", "SELECT ", " FROM STREAM src"));
    }
}
