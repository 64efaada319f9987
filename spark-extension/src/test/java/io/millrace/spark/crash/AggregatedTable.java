/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An aggregate of a stream without a watermark, of which each batch replaces its table. */
final class AggregatedTable extends CrashTables {

    private static final String SQL =
            """
            CREATE STREAMING TABLE totals AS
            SELECT g, count(*) AS n, sum(v) AS s
            FROM STREAM read_files('in/a', format => 'json', schema => 'g STRING, v BIGINT')
            GROUP BY g;
            """;

    private final List<Map<String, Long>> states = new ArrayList<>(List.of(Map.of()));
    private long files;
    private long sum;

    AggregatedTable(Path folder) {
        super(folder);
    }

    @Override
    String sql() {
        return SQL;
    }

    @Override
    List<String> inputs() {
        return List.of("a");
    }

    @Override
    void writeFirst() {}

    @Override
    void addInput() throws IOException {
        files++;
        sum += files;
        write(
                "a",
                "f" + files,
                List.of(
                        "{\"g\":\"all\",\"v\":%d}".formatted(files),
                        "{\"g\":\"f%d\"}".formatted(files)));
        Map<String, Long> state = new TreeMap<>();
        state.put("all %d %d".formatted(files, sum), 1L);
        for (long file = 1; file <= files; file++) {
            state.put("f%d 1".formatted(file), 1L);
        }
        states.add(state);
    }

    @Override
    void checkNothingIsDoubled() {
        assertThat(states).contains(totals());
    }

    @Override
    void checkTables() {
        assertThat(totals()).isEqualTo(states.get(states.size() - 1));
    }

    private Map<String, Long> totals() {
        return rows("totals", "concat_ws(' ', g, n, s)");
    }
}
