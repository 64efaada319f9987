/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Streaming tables, one of them with a rule that a batch would break if it were judged beside
 * itself when it comes again; a flow that runs once, a stream behind another, and a materialized
 * view.
 */
final class AppendedTables extends CrashTables {

    private static final String SQL =
"""
CREATE STREAMING TABLE events (CONSTRAINT once EXPECT UNIQUE (origin, id) ON VIOLATION FAIL UPDATE);
CREATE FLOW first AS INSERT INTO events BY NAME
  SELECT id, 'a' AS origin
  FROM STREAM read_files('in/a', format => 'json', schema => 'id BIGINT');
CREATE FLOW second AS INSERT INTO events BY NAME
  SELECT id, 'b' AS origin
  FROM STREAM read_files('in/b', format => 'json', schema => 'id BIGINT');
CREATE FLOW seed AS INSERT INTO ONCE events BY NAME
  SELECT id, 'seed' AS origin
  FROM read_files('in/seed', format => 'json', schema => 'id BIGINT');
CREATE STREAMING TABLE chained AS SELECT id, upper(origin) AS origin FROM STREAM events;
CREATE MATERIALIZED VIEW totals AS
  SELECT origin, count(*) AS n, sum(id) AS s FROM chained GROUP BY origin;
CREATE STREAMING TABLE nothing AS
  SELECT id FROM STREAM read_files('in/none', format => 'json', schema => 'id BIGINT');
""";

    private final List<Long> a = new ArrayList<>();
    private final List<Long> b = new ArrayList<>();
    private final List<Long> seed = List.of(1L, 2L, 3L);
    private int files;

    AppendedTables(Path folder) {
        super(folder);
    }

    @Override
    String sql() {
        return SQL;
    }

    @Override
    List<String> inputs() {
        return List.of("a", "b", "seed", "none");
    }

    @Override
    void writeFirst() throws IOException {
        writeIds("seed", seed);
    }

    @Override
    void addInput() throws IOException {
        files++;
        add("a", a, 1000L * files);
        add("b", b, 1000L * files);
    }

    private void add(String input, List<Long> all, long first) throws IOException {
        List<Long> ids = List.of(first, first + 1);
        writeIds(input, ids);
        all.addAll(ids);
    }

    private void writeIds(String input, List<Long> ids) throws IOException {
        write(input, "f" + files, ids.stream().map("{\"id\":%d}"::formatted).toList());
    }

    @Override
    void checkNothingIsDoubled() {
        Map<String, Long> most = expected();
        Map<String, Long> events = rows("events", "concat(origin, ' ', id)");
        assertThat(most).as("events").containsAllEntriesOf(events);
        Map<String, Long> chained = rows("chained", "concat(lower(origin), ' ', id)");
        assertThat(most).as("chained").containsAllEntriesOf(chained);
    }

    @Override
    void checkTables() {
        assertThat(rows("events", "concat(origin, ' ', id)")).isEqualTo(expected());
        assertThat(rows("chained", "concat(lower(origin), ' ', id)")).isEqualTo(expected());
        Map<String, Long> totals = new TreeMap<>();
        Map.of("A", a, "B", b, "SEED", seed)
                .forEach(
                        (origin, ids) -> {
                            if (!ids.isEmpty()) {
                                long sum = ids.stream().mapToLong(id -> id).sum();
                                totals.put(origin + " " + ids.size() + " " + sum, 1L);
                            }
                        });
        assertThat(rows("totals", "concat_ws(' ', origin, n, s)")).isEqualTo(totals);
        assertThat(rows("nothing", "id")).isEmpty();
    }

    private Map<String, Long> expected() {
        Map<String, Long> rows = new TreeMap<>();
        a.forEach(id -> rows.put("a " + id, 1L));
        b.forEach(id -> rows.put("b " + id, 1L));
        seed.forEach(id -> rows.put("seed " + id, 1L));
        return rows;
    }
}
