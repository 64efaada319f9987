/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static io.millrace.spark.TestPipeline.assertCompleted;
import static io.millrace.spark.TestPipeline.batch;
import static io.millrace.spark.TestPipeline.stream;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streams that remember rows from one update to the next, or are joined. */
class StatefulStreamTest {

    @TempDir Path storage;

    private TestPipeline pipeline;

    @BeforeEach
    void newPipeline() {
        pipeline = new TestPipeline(storage);
        pipeline.sql("CREATE TABLE src (id INT, v STRING) USING delta");
    }

    @Test
    void distinctOverAStreamRemembersAcrossUpdates() {
        pipeline.sql("INSERT INTO src VALUES (1, 'a'), (1, 'a'), (2, 'b')");
        pipeline.streamingTable("t", "SELECT DISTINCT id, v FROM STREAM src", stream("src"));
        assertCompleted(pipeline.run());
        pipeline.sql("INSERT INTO src VALUES (2, 'b'), (3, 'c')");

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT * FROM t ORDER BY id"))
                .containsExactly("[1,a]", "[2,b]", "[3,c]");
    }

    @Test
    void setOperationsWithATableGiveEachRowOfAStreamOnce() {
        pipeline.sql(
                "CREATE TABLE known (id INT, v STRING) USING delta",
                "INSERT INTO known VALUES (2, 'b'), (3, NULL)",
                "INSERT INTO src VALUES (1, 'a'), (1, 'a'), (2, 'b'), (3, NULL)");
        pipeline.streamingTable(
                "news",
                "SELECT id, v FROM STREAM src EXCEPT SELECT id, v FROM known",
                stream("src"),
                batch("known"));
        pipeline.streamingTable(
                "old",
                "FROM STREAM src |> SELECT id, v |> INTERSECT (SELECT id, v FROM known)",
                stream("src"),
                batch("known"));
        assertCompleted(pipeline.run());
        pipeline.sql("INSERT INTO src VALUES (1, 'a'), (2, 'b'), (4, 'd')");

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT * FROM news ORDER BY id"))
                .containsExactly("[1,a]", "[4,d]");
        assertThat(pipeline.rows("SELECT * FROM old ORDER BY id"))
                .containsExactly("[2,b]", "[3,null]");
    }

    @Test
    void whatNoStreamCanDoIsToldWithWhatToWriteInstead() {
        pipeline.sql("CREATE TABLE dim (id INT, v STRING) USING delta");
        pipeline.streamingTable(
                "a",
                "SELECT * FROM STREAM src UNION ALL SELECT * FROM dim",
                stream("src"),
                batch("dim"));
        pipeline.streamingTable(
                "b",
                "SELECT * FROM STREAM src EXCEPT ALL SELECT * FROM dim",
                stream("src"),
                batch("dim"));
        pipeline.streamingTable(
                "c",
                "SELECT d.v FROM dim d LEFT JOIN STREAM src USING (id)",
                stream("src"),
                batch("dim"));
        pipeline.streamingTable(
                "d",
                "WITH RECURSIVE r(id) AS (SELECT id FROM STREAM src UNION ALL SELECT id + 1 FROM r"
                        + " WHERE id < 3) SELECT id FROM r",
                stream("src"));

        assertThat(pipeline.plan(UpdateRequest.refreshAll()).errors())
                .hasSize(4)
                .allSatisfy(
                        error -> {
                            assertThat(error.code()).isEqualTo("MILLRACE_STREAMING_OPERATOR");
                            assertThat(error.message()).doesNotContain("DataFrame");
                            assertThat(error.hint()).isPresent();
                        });
    }

    @Test
    void aStreamIsJoinedWithTheTableAsItIsAtThatTime() {
        pipeline.sql(
                "CREATE TABLE dim (id INT, name STRING) USING delta",
                "INSERT INTO src VALUES (1, 'a')");
        pipeline.streamingTable(
                "t",
                "SELECT o.id, d.name FROM STREAM src o LEFT JOIN dim d ON o.id = d.id",
                stream("src"),
                batch("dim"));
        assertCompleted(pipeline.run());
        pipeline.sql(
                "INSERT INTO dim VALUES (1, 'one'), (2, 'two')", "INSERT INTO src VALUES (2, 'b')");

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT * FROM t ORDER BY id"))
                .containsExactly("[1,null]", "[2,two]");
    }

    @Test
    void closedWindowsComeOutWhenNewerDataArrives() {
        pipeline.sql(
                "CREATE TABLE events (ts TIMESTAMP, n INT) USING delta",
                "INSERT INTO events VALUES (TIMESTAMP'2024-01-01 00:00:10', 1),"
                        + " (TIMESTAMP'2024-01-01 00:00:20', 2)");
        pipeline.streamingTable(
                "w",
                "SELECT window(ts, '1 minute').start AS s, sum(n) AS n FROM STREAM events WATERMARK"
                        + " ts DELAY OF INTERVAL 1 MINUTE GROUP BY window(ts, '1 minute')",
                stream("events"));
        assertCompleted(pipeline.run());
        assertThat(pipeline.rows("SELECT * FROM w")).isEmpty();
        pipeline.sql("INSERT INTO events VALUES (TIMESTAMP'2024-01-01 00:10:00', 5)");

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT * FROM w")).containsExactly("[2024-01-01 00:00:00.0,3]");
        assertThat(pipeline.run().flows().get(0).status()).isEqualTo(FlowStatus.IDLE);
    }

    @Test
    void anAggregationWithoutWatermarkReplacesItsTable() {
        pipeline.sql("INSERT INTO src VALUES (1, 'a'), (2, 'b')");
        pipeline.streamingTable(
                "t", "SELECT v, count(*) AS n FROM STREAM src GROUP BY v", stream("src"));
        assertCompleted(pipeline.run());
        pipeline.sql("INSERT INTO src VALUES (3, 'a')");

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT * FROM t ORDER BY v")).containsExactly("[a,2]", "[b,1]");
    }

    @Test
    void twoStreamsAreJoined() {
        pipeline.sql(
                "CREATE TABLE imp (k INT, it TIMESTAMP) USING delta",
                "CREATE TABLE clk (k INT, ct TIMESTAMP) USING delta",
                "INSERT INTO imp VALUES (1, TIMESTAMP'2024-01-01 00:00:00'), (2,"
                        + " TIMESTAMP'2024-01-01 00:00:00')",
                "INSERT INTO clk VALUES (1, TIMESTAMP'2024-01-01 00:01:00')");
        pipeline.streamingTable(
                "j",
                "SELECT i.k, c.ct FROM STREAM (imp) WATERMARK it DELAY OF INTERVAL 3 MINUTES i"
                        + " INNER JOIN STREAM (clk) WATERMARK ct DELAY OF INTERVAL 3 MINUTES AS c"
                        + " ON i.k = c.k AND c.ct BETWEEN i.it AND i.it + INTERVAL 3 MINUTES",
                stream("imp"),
                stream("clk"));
        assertCompleted(pipeline.run());
        pipeline.sql("INSERT INTO clk VALUES (2, TIMESTAMP'2024-01-01 00:02:00')");

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT k FROM j ORDER BY k")).containsExactly("[1]", "[2]");
    }

    /** Each run brings rows of one stream only; what the other has brought before counts. */
    @Test
    void unmatchedRowsComeOutAlthoughTheStreamsTakeTurns() {
        List<String> warnings = new ArrayList<>();
        pipeline.listener(
                new UpdateListener() {
                    @Override
                    public void warning(String message) {
                        warnings.add(message);
                    }
                });
        pipeline.sql(
                "CREATE TABLE l (k INT, lt TIMESTAMP) USING delta",
                "CREATE TABLE r (k INT, rt TIMESTAMP) USING delta",
                "INSERT INTO l VALUES (1, TIMESTAMP'2024-01-01 00:00:00'), (7, NULL)",
                "INSERT INTO r VALUES (9, TIMESTAMP'2024-01-01 00:01:00')");
        pipeline.streamingTable(
                "j",
                "SELECT l.k, r.rt FROM STREAM l WATERMARK lt DELAY OF INTERVAL 1 MINUTE"
                        + " LEFT JOIN STREAM r WATERMARK rt DELAY OF INTERVAL 1 MINUTE"
                        + " ON l.k = r.k AND r.rt BETWEEN l.lt AND l.lt + INTERVAL 3 MINUTES",
                stream("l"),
                stream("r"));
        assertCompleted(pipeline.run());
        assertThat(warnings)
                .anyMatch(text -> text.contains("`lt` is NULL"))
                .anyMatch(text -> text.contains("for its outer join"));
        pipeline.sql("INSERT INTO l VALUES (2, TIMESTAMP'2024-01-01 05:00:00')");
        assertCompleted(pipeline.run());
        assertThat(pipeline.rows("SELECT * FROM j")).isEmpty();
        pipeline.sql("INSERT INTO r VALUES (2, TIMESTAMP'2024-01-01 06:00:00')");

        assertCompleted(pipeline.run());

        assertThat(pipeline.rows("SELECT * FROM j")).containsExactly("[1,null]");
        // Nothing that the watermark of the slower stream allows is late.
        pipeline.sql("INSERT INTO r VALUES (2, TIMESTAMP'2024-01-01 05:01:00')");
        assertCompleted(pipeline.run());
        assertThat(pipeline.rows("SELECT k, rt FROM j ORDER BY k"))
                .containsExactly("[1,null]", "[2,2024-01-01 05:01:00.0]");
    }
}
