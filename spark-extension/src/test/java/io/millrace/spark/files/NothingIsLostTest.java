/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random records in files that come one after the other, against the records themselves. */
class NothingIsLostTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int ROUNDS = 3;

    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 7})
    void eachRecordIsInItsColumnsAndItsRescuedData(long seed) throws Exception {
        var files = new FilesFixture(folder);
        var random = new Random(seed);
        Map<String, Map<String, String>> written = new TreeMap<>();
        Map<String, Map<String, String>> read = new TreeMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (int file = 0; file < 2; file++) {
                List<String> lines = new ArrayList<>();
                for (int line = 0; line < 4; line++) {
                    ObjectNode record = record(random, "r" + written.size());
                    written.put(record.get("id").textValue(), leaves(record));
                    lines.add(record.toString());
                }
                files.write(round + "-" + file + ".json", lines.toArray(String[]::new));
            }
            var stream = files.function().stream(files.call("format", "json"));
            for (String row : files.runStream(stream.selectExpr("to_json(struct(*))"))) {
                ObjectNode found = whole(row.substring(1, row.length() - 1));
                assertThat(read.put(found.get("id").textValue(), leaves(found))).isNull();
            }
        }
        assertThat(read).isEqualTo(written);
    }

    /** The columns of a row and, over them, what was rescued. */
    private static ObjectNode whole(String row) throws Exception {
        ObjectNode columns = (ObjectNode) JSON.readTree(row);
        JsonNode rescued = columns.remove("_rescued_data");
        if (rescued != null) {
            ObjectNode lost = (ObjectNode) JSON.readTree(rescued.textValue());
            assertThat(lost.remove("_file_path").textValue()).endsWith(".json");
            merge(columns, lost);
        }
        return columns;
    }

    private static void merge(ObjectNode into, ObjectNode more) {
        more.properties()
                .forEach(
                        field -> {
                            JsonNode there = into.get(field.getKey());
                            if (there instanceof ObjectNode left
                                    && field.getValue() instanceof ObjectNode right) {
                                merge(left, right);
                            } else {
                                into.set(field.getKey(), field.getValue());
                            }
                        });
    }

    private static ObjectNode record(Random random, String id) {
        ObjectNode record = JSON.createObjectNode().put("id", id);
        for (String name : List.of("a", "b", "C", "c", "d")) {
            if (random.nextInt(3) == 0) {
                put(record, name, random);
            }
        }
        if (random.nextBoolean()) {
            ObjectNode nested = record.putObject("n");
            put(nested, "z", random);
            put(nested, "y" + random.nextInt(2), random);
        }
        if (random.nextInt(3) == 0) {
            record.putArray("l").add(random.nextInt(9)).add(random.nextInt(9));
        }
        return record;
    }

    private static void put(ObjectNode object, String name, Random random) {
        switch (random.nextInt(4)) {
            case 0 -> object.put(name, "text" + random.nextInt(9));
            case 1 -> object.put(name, random.nextBoolean());
            default -> object.put(name, random.nextLong());
        }
    }

    /** The values as text, by their paths: a column of texts has numbers as texts. */
    private static Map<String, String> leaves(JsonNode record) {
        Map<String, String> leaves = new TreeMap<>();
        add("", record, leaves);
        return leaves;
    }

    private static void add(String path, JsonNode node, Map<String, String> leaves) {
        if (node.isValueNode()) {
            leaves.put(path, node.asText());
        }
        node.properties()
                .forEach(field -> add(path + "." + field.getKey(), field.getValue(), leaves));
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                add(path + "[" + i + "]", node.get(i), leaves);
            }
        }
    }
}
