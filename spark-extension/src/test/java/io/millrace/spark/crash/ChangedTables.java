/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Targets of AUTO CDC: type 1 with a load that runs once and truncates, type 2, a snapshot. */
final class ChangedTables extends CrashTables {

    private static final String SQL =
"""
CREATE STREAMING TABLE balances
  TBLPROPERTIES ('pipelines.cdc.tombstoneGCThresholdInSeconds' = '0');
CREATE FLOW live AS AUTO CDC INTO balances
  FROM STREAM read_files('in/changes', format => 'json', schema => 'k INT, seq BIGINT, v STRING, op STRING')
  KEYS (k) APPLY AS DELETE WHEN op = 'D' APPLY AS TRUNCATE WHEN op = 'T' SEQUENCE BY seq
  COLUMNS * EXCEPT (op) STORED AS SCD TYPE 1;
CREATE FLOW loaded AS AUTO CDC ONCE INTO balances
  FROM read_files('in/first', format => 'json', schema => 'k INT, seq BIGINT, v STRING, op STRING')
  KEYS (k) APPLY AS DELETE WHEN op = 'D' APPLY AS TRUNCATE WHEN op = 'T' SEQUENCE BY seq
  COLUMNS * EXCEPT (op) STORED AS SCD TYPE 1;
CREATE STREAMING TABLE versions;
CREATE FLOW versioned AS AUTO CDC INTO versions
  FROM (SELECT * FROM STREAM read_files('in/changes', format => 'json', schema => 'k INT, seq BIGINT, v STRING, op STRING')
        WHERE op <> 'T')
  KEYS (k) APPLY AS DELETE WHEN op = 'D' SEQUENCE BY seq
  COLUMNS * EXCEPT (op) STORED AS SCD TYPE 2;
CREATE STREAMING TABLE states;
CREATE FLOW compared AS AUTO CDC FROM SNAPSHOT INTO states
  FROM (SELECT k, v, taken FROM read_files('in/state', format => 'json', schema => 'k INT, v STRING, taken BIGINT'))
  KEYS (k) SNAPSHOT VERSION taken STORED AS SCD TYPE 1;
""";

    private static final int KEYS = 4;

    /** What users see of the stored tables. */
    private static final Map<String, String> VISIBLE =
            Map.of("balances", "__mr_op = 2", "versions", "__mr_vis", "states", "__mr_op = 2");

    /** A change; those of the load come before all others. */
    private record Change(int key, long sequence, String value, String operation) {

        String json() {
            return "{\"k\":%d,\"seq\":%d,\"v\":\"%s\",\"op\":\"%s\"}"
                    .formatted(key, sequence, value, operation);
        }
    }

    private final List<Change> loaded =
            List.of(new Change(100, -2, "first", "U"), new Change(101, -1, "first", "U"));
    private final List<Change> changes = new ArrayList<>();
    private Map<Integer, String> state = new TreeMap<>();
    private int round;

    ChangedTables(Path folder) {
        super(folder);
    }

    @Override
    String sql() {
        return SQL;
    }

    @Override
    List<String> inputs() {
        return List.of("changes", "first", "state");
    }

    @Override
    void writeFirst() throws IOException {
        write("first", "all", loaded.stream().map(Change::json).toList());
    }

    @Override
    void addInput() throws IOException {
        round++;
        List<Change> next = new ArrayList<>();
        next.add(new Change(round % KEYS, 10L * round, "a" + round, "U"));
        next.add(
                new Change((round + 1) % KEYS, 10L * round + 1, "b" + round, delete() ? "D" : "U"));
        if (round % 9 == 0) {
            next.add(new Change(0, 10L * round + 2, "", "T"));
        }
        changes.addAll(next);
        // Late ones first: order in a file says nothing.
        List<Change> reversed = new ArrayList<>(next);
        reversed.sort(Comparator.comparingLong(Change::sequence).reversed());
        write("changes", "f" + round, reversed.stream().map(Change::json).toList());
        state = new TreeMap<>(state);
        state.put(round % KEYS, "s" + round);
        state.remove((round + 2) % KEYS);
        write(
                "state",
                "all",
                state.entrySet().stream()
                        .map(
                                row ->
                                        "{\"k\":%d,\"v\":\"%s\",\"taken\":%d}"
                                                .formatted(row.getKey(), row.getValue(), round))
                        .toList());
    }

    private boolean delete() {
        return round % 3 == 0;
    }

    @Override
    void checkNothingIsDoubled() {
        assertThat(seen("balances", "k")).allSatisfy((key, times) -> assertThat(times).isOne());
        assertThat(seen("states", "k")).allSatisfy((key, times) -> assertThat(times).isOne());
        Map<String, Long> starts = seen("versions", "concat(k, ' ', __START_AT, ' ', v)");
        assertThat(starts).allSatisfy((key, times) -> assertThat(times).isOne());
        assertThat(
                        changes.stream()
                                .filter(change -> change.operation().equals("U"))
                                .map(
                                        change ->
                                                "%d %d %s"
                                                        .formatted(
                                                                change.key(),
                                                                change.sequence(),
                                                                change.value())))
                .containsAll(starts.keySet());
    }

    @Override
    void checkTables() {
        assertThat(seen("balances", "concat_ws(' ', k, seq, v)")).isEqualTo(once(balances()));
        assertThat(seen("versions", "concat_ws(' ', k, v, __START_AT, __END_AT)"))
                .isEqualTo(once(versions()));
        assertThat(seen("states", "concat_ws(' ', k, v)"))
                .isEqualTo(
                        once(
                                state.entrySet().stream()
                                        .map(row -> row.getKey() + " " + row.getValue())
                                        .toList()));
    }

    private List<String> balances() {
        Map<Integer, Change> rows = new TreeMap<>();
        loaded.forEach(change -> rows.put(change.key(), change));
        for (Change change : changes) {
            switch (change.operation()) {
                case "U" -> rows.put(change.key(), change);
                case "D" -> rows.remove(change.key());
                default -> rows.clear();
            }
        }
        return rows.values().stream()
                .map(row -> "%d %d %s".formatted(row.key(), row.sequence(), row.value()))
                .toList();
    }

    private List<String> versions() {
        List<String> rows = new ArrayList<>();
        for (int key = 0; key < KEYS; key++) {
            int of = key;
            List<Change> mine =
                    changes.stream()
                            .filter(change -> change.key() == of)
                            .filter(change -> !change.operation().equals("T"))
                            .toList();
            for (int i = 0; i < mine.size(); i++) {
                Change change = mine.get(i);
                if (change.operation().equals("U")) {
                    String end = i + 1 < mine.size() ? " " + mine.get(i + 1).sequence() : "";
                    rows.add("%d %s %d%s".formatted(key, change.value(), change.sequence(), end));
                }
            }
        }
        return rows;
    }

    private Map<String, Long> seen(String target, String expression) {
        return rows("__millrace_cdc/" + target, expression, VISIBLE.get(target));
    }

    private static Map<String, Long> once(List<String> rows) {
        Map<String, Long> counts = new TreeMap<>();
        rows.forEach(row -> counts.put(row, 1L));
        return counts;
    }
}
