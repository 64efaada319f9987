/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.expectation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.ExpectationCount;
import io.millrace.spark.FlowError;
import io.millrace.spark.FlowResult;
import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.cdc.SqlPipeline;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code EXPECT EXISTS} and {@code EXPECT UNIQUE}, where they look at more than one row. */
class RulesAcrossRowsTest {

    @TempDir Path storage;

    private SqlPipeline pipeline;

    @BeforeEach
    void newPipeline() {
        pipeline = new SqlPipeline(storage);
    }

    private void sql(String statement) {
        SharedSparkSession.get().sql(statement.replace("$", pipeline.schema()));
    }

    private static FlowResult flow(List<FlowResult> flows, String name) {
        return flows.stream().filter(flow -> flow.name().equals(name)).findFirst().orElseThrow();
    }

    private static List<String> counts(FlowResult flow) {
        return flow.expectations().stream().map(RulesAcrossRowsTest::text).toList();
    }

    private static String text(ExpectationCount count) {
        return count.name() + " " + count.passed() + "/" + count.failed();
    }

    @Test
    void aMaterializedViewDropsCountsAndPutsAsideRowsThatReferToNothing() {
        sql("CREATE TABLE $.people (id INT, country STRING) USING delta");
        sql("INSERT INTO $.people VALUES (1, 'DE'), (2, 'FR'), (2, 'FR'), (NULL, 'IT')");
        sql("CREATE TABLE $.orders (n INT, id INT, country STRING) USING delta");
        sql(
                "INSERT INTO $.orders VALUES (10, 1, 'DE'), (11, 2, 'DE'), (12, 3, 'FR'),"
                        + " (13, NULL, 'ES'), (14, 2, NULL)");
        pipeline.define(
                """
                CREATE MATERIALIZED VIEW known AS SELECT id, country FROM $.people;
                CREATE MATERIALIZED VIEW open (
                  CONSTRAINT pair EXPECT EXISTS IN known (id, country),
                  CONSTRAINT person EXPECT EXISTS IN known (id) ON VIOLATION DROP ROW,
                  CONSTRAINT big EXPECT (o.n > 10)
                ) AS SELECT o.n, o.* EXCEPT (n) FROM $.orders o;
                CREATE MATERIALIZED VIEW apart (
                  CONSTRAINT place EXPECT EXISTS IN people (country) ON VIOLATION QUARANTINE ROW
                ) AS SELECT * FROM $.orders;
                """);

        List<FlowResult> flows = pipeline.run();

        assertThat(counts(flow(flows, "open")))
                .containsExactly("pair 3/2", "person 4/1", "big 4/1");
        assertThat(pipeline.query("SELECT n FROM $.open ORDER BY n"))
                .containsExactly("10", "11", "13", "14");
        assertThat(pipeline.query("SELECT n FROM $.apart ORDER BY n"))
                .containsExactly("10", "11", "12", "14");
        assertThat(pipeline.query("SELECT n, _violated_rules[0] FROM $.apart_quarantine"))
                .containsExactly("13,place");

        assertThat(flow(pipeline.run(), "open").technique()).contains("NO_OP");
        sql("INSERT INTO $.people VALUES (3, 'XX')");
        assertThat(counts(flow(pipeline.run(), "open")))
                .containsExactly("pair 3/2", "person 5/0", "big 4/1");
    }

    @Test
    void streamsAndTargetsOfCdcJudgeWhatComes() {
        sql("CREATE TABLE $.known (id INT) USING delta");
        sql("INSERT INTO $.known VALUES (1), (2)");
        pipeline.source("src", "id INT, ref INT, op STRING, n INT");
        pipeline.define(
                """
                CREATE STREAMING TABLE s (
                  CONSTRAINT there EXPECT EXISTS IN refs (ref) ON VIOLATION DROP ROW
                ) AS SELECT id, ref FROM STREAM $.src WHERE op = 'U';
                CREATE STREAMING TABLE t (
                  CONSTRAINT there EXPECT EXISTS IN refs (ref) ON VIOLATION DROP ROW
                );
                CREATE FLOW f AS AUTO CDC INTO t FROM STREAM $.src KEYS (id)
                APPLY AS DELETE WHEN op = 'D' SEQUENCE BY n COLUMNS * EXCEPT (op, n)
                STORED AS SCD TYPE 1;
                CREATE TEMPORARY VIEW refs AS SELECT id AS ref FROM $.known;
                """);

        List<FlowResult> first =
                pipeline.feed("(10, 1, 'U', 1), (11, 3, 'U', 1), (12, NULL, 'U', 1)");
        assertThat(counts(flow(first, "s"))).containsExactly("there 2/1");
        assertThat(counts(flow(first, "f"))).containsExactly("there 2/1");
        sql("INSERT INTO $.known VALUES (3)");
        List<FlowResult> second = pipeline.feed("(11, 3, 'U', 2), (12, 9, 'D', 2)");
        assertThat(counts(flow(second, "f"))).containsExactly("there 1/0");
        assertThat(pipeline.query("SELECT id FROM $.s ORDER BY id"))
                .containsExactly("10", "11", "12");
        assertThat(pipeline.query("SELECT id FROM $.t ORDER BY id")).containsExactly("10", "11");
    }

    @Test
    void uniqueOnATargetOfCdcCountsTheRowsThatABatchWrites() {
        cdc("", "1");
        assertThat(
                        counts(
                                feed(
                                        "(1, 'a', 1), (2, 'b', 1), (3, 'b', 1), (4, NULL, 1), (5,"
                                                + " NULL, 1)")))
                .containsExactly("one 3/2");
        // Where it was seen before, it does not count again; where it comes in, it does.
        assertThat(counts(feed("(6, 'c', 1), (1, 'b', 2)"))).containsExactly("one 1/1");
        // A key that gives its value up makes room for another in the same batch.
        assertThat(counts(feed("(6, 'd', 2), (7, 'c', 2)"))).containsExactly("one 2/0");
    }

    @Test
    void uniqueOnATargetWithHistoryLooksAtTheRowsThatHoldNow() {
        cdc("ON VIOLATION FAIL UPDATE", "2");
        assertThat(counts(feed("(1, 'a', 1), (1, 'b', 2), (2, 'a', 2)")))
                .containsExactly("one 2/0");
        pipeline.append("(2, 'b', 3), (3, 'z', 1)");
        UpdateResult failed = pipeline.update(UpdateRequest.refreshAll());
        FlowError error = failed.flows().get(0).error().orElseThrow();
        assertThat(error.code()).isEqualTo("MILLRACE_EXPECTATION_VIOLATION");
        assertThat(error.message()).contains("'one' (1 of 2 rows").contains("{\"mail\":\"b\"}");
        assertThat(pipeline.query("SELECT count(*) FROM $.t WHERE id = 3")).containsExactly("0");
    }

    private void cdc(String violation, String type) {
        pipeline.source("src", "id INT, mail STRING, n INT");
        pipeline.define(
                """
                CREATE STREAMING TABLE t (CONSTRAINT one EXPECT UNIQUE (mail) %s);
                CREATE FLOW f AS AUTO CDC INTO t FROM STREAM $.src KEYS (id)
                SEQUENCE BY n COLUMNS * EXCEPT (n) STORED AS SCD TYPE %s;
                """
                        .formatted(violation, type));
    }

    private FlowResult feed(String rows) {
        return pipeline.feed(rows).get(0);
    }
}
