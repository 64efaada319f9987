/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.UpdateRequest;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An AUTO CDC target, read by a pipeline that it does not belong to. */
class ForeignTargetTest {

    @TempDir Path storage;

    private SqlPipeline owner;
    private SqlPipeline reader;

    @BeforeEach
    void twoPipelines() {
        owner = new SqlPipeline(storage.resolve("owner"));
        reader = new SqlPipeline(storage.resolve("reader"));
        owner.source("src", "k INT, v STRING, s INT, op STRING");
    }

    private void target(int type, String others) {
        owner.define(
                """
                CREATE OR REFRESH STREAMING TABLE t;
                CREATE FLOW f AS AUTO CDC INTO t FROM STREAM src KEYS (k)
                  APPLY AS DELETE WHEN op = 'D' SEQUENCE BY s
                  COLUMNS * EXCEPT (s, op) STORED AS SCD TYPE %d;
                """
                                .formatted(type)
                        + others);
    }

    private void read(String sql) {
        reader.define(sql.replace("t!", owner.schema() + ".t"));
    }

    private FlowStatus status(String flow) {
        return reader.run().stream()
                .filter(result -> result.name().equals(flow))
                .findFirst()
                .orElseThrow()
                .status();
    }

    /** The same queries, in the pipeline of the target and in the other, tell the same. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void itsChangesAreTheSameInEachPipeline(int type) {
        String readers =
                """
                CREATE STREAMING TABLE feed AS SELECT * FROM STREAM t! WITH (readChangeFeed = true);
                CREATE STREAMING TABLE log AS SELECT * FROM STREAM table_changes('t!', 0);
                CREATE MATERIALIZED VIEW kinds AS
                  SELECT _commit_version, _change_type, k, v, count(*) AS c
                  FROM table_changes('t!', 0) GROUP BY ALL;
                CREATE VIEW v AS SELECT * FROM t!;
                CREATE STREAMING TABLE through AS
                  SELECT * FROM STREAM v WITH (readChangeFeed = true, startingVersion = 0);
                """;
        target(type, readers.replace("t!", "t"));
        read(readers);
        owner.feed("(1, 'a', 1, 'U'), (2, 'x', 1, 'U'), (3, 'p', 5, 'U')");
        reader.run();
        assertSame();
        owner.feed("(1, 'b', 3, 'U'), (2, NULL, 2, 'D'), (3, 'q', 2, 'U'), (4, 'n', 1, 'U')");
        reader.run();
        assertSame();
        assertThat(reader.query("SELECT k, v, _change_type FROM $.log WHERE k < 3 ORDER BY ALL"))
                .contains("1,a,delete", "1,a,insert", "1,b,insert", "2,x,delete");

        List<FlowResult> again = reader.run();
        assertThat(again).extracting(FlowResult::status).containsOnly(FlowStatus.IDLE);
    }

    private void assertSame() {
        for (String table : List.of("feed", "log", "through")) {
            String all = "SELECT * FROM $.%s ORDER BY ALL".formatted(table);
            assertThat(reader.query(all)).as(table).isNotEmpty().isEqualTo(owner.query(all));
        }
        String kinds = "SELECT * FROM $.kinds ORDER BY ALL";
        assertThat(reader.query(kinds)).isNotEmpty().isEqualTo(owner.query(kinds));
    }

    @Test
    void itsChangeFeedKeepsACopyOfIt() {
        target(1, "");
        read(
                """
                CREATE STREAMING TABLE copy;
                CREATE FLOW c AS AUTO CDC INTO copy FROM STREAM t! WITH (readChangeFeed = true)
                  KEYS (k) APPLY AS DELETE WHEN _change_type = 'delete' SEQUENCE BY _commit_version
                  COLUMNS * EXCEPT (_change_type, _commit_version, _commit_timestamp);
                CREATE MATERIALIZED VIEW rows AS SELECT * FROM t!;
                """);
        for (String values :
                List.of(
                        "(1, 'a', 1, 'U'), (2, 'x', 1, 'U')",
                        "(1, 'b', 2, 'U'), (2, NULL, 2, 'D'), (3, 'y', 2, 'U')",
                        "(2, 'again', 3, 'U'), (3, NULL, 3, 'D')")) {
            owner.feed(values);
            reader.run();
            List<String> rows = owner.query("SELECT * FROM $.t ORDER BY k");
            assertThat(reader.query("SELECT * FROM $.copy ORDER BY k")).isEqualTo(rows);
            assertThat(reader.query("SELECT * FROM $.rows ORDER BY k")).isEqualTo(rows);
        }
        assertThat(status("c")).isEqualTo(FlowStatus.IDLE);
        assertThat(status("rows")).isEqualTo(FlowStatus.IDLE);
    }

    @Test
    void columnsThatComeLaterAreReadAsWell() {
        target(1, "");
        read("CREATE MATERIALIZED VIEW rows AS SELECT * FROM table_changes('t!', 0)");
        owner.feed("(1, 'a', 1, 'U')");
        reader.run();
        owner.query("ALTER TABLE $.src ADD COLUMNS (w INT)");
        owner.feed("(2, 'b', 2, 'U', 7)");
        reader.run();
        assertThat(reader.query("SELECT k, v, w, _change_type FROM $.rows ORDER BY k"))
                .containsExactly("1,a,null,insert", "2,b,7,insert");
    }

    /** As the compiler says of a target of the same pipeline. */
    @Test
    void itsRowsAreNoStream() {
        target(1, "");
        owner.feed("(1, 'a', 1, 'U')");
        for (String query :
                List.of(
                        "CREATE STREAMING TABLE s AS SELECT * FROM STREAM t!",
                        "CREATE VIEW v AS SELECT * FROM t!;"
                                + " CREATE STREAMING TABLE s AS SELECT * FROM STREAM v")) {
            read(query);
            assertThatThrownBy(() -> reader.update(UpdateRequest.refreshAll()))
                    .hasMessageContaining("MILLRACE_STREAM_READ_OF_REWRITTEN_TABLE")
                    .hasMessageContaining(
                            "`%s.t` is a target of AUTO CDC, which rewrites rows, so it cannot be read as a stream"
                                    .formatted(owner.schema()));
        }
        read("CREATE STREAMING TABLE s AS SELECT * FROM STREAM t! WITH (skipChangeCommits)");
        reader.run();
        assertThat(reader.query("SELECT * FROM $.s")).containsExactly("1,a");
    }

    @Test
    void aTableThatWasMadeAnewIsNotTakenForTheOldOne() {
        target(1, "");
        owner.feed("(1, 'a', 1, 'U')");
        read("CREATE STREAMING TABLE log AS SELECT * FROM STREAM t! WITH (readChangeFeed = true)");
        reader.run();
        owner.query("DROP VIEW $.t");
        owner.complete(new UpdateRequest(List.of(), List.of("t"), false, List.of(), false, 16, 0));

        assertThat(reader.update(UpdateRequest.refreshAll()).flows().get(0).error().orElseThrow())
                .hasFieldOrPropertyWithValue("code", "MILLRACE_SOURCE_RECREATED");
    }
}
