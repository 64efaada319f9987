/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.plan;

import static io.millrace.spark.TestPipeline.batch;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.TestPipeline;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.cdc.SqlPipeline;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.RuntimeConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A view is old, too, when its query means something else than it did. */
class MeaningOfViewsTest {

    private static final String TIME_ZONE = "spark.sql.session.timeZone";
    private static final String ANSI = "spark.sql.ansi.enabled";

    @TempDir Path storage;

    private final RuntimeConfig conf = SharedSparkSession.get().conf();
    private final String zone = conf.get(TIME_ZONE);
    private TestPipeline pipeline;

    @BeforeEach
    void newPipeline() {
        pipeline = new TestPipeline(storage);
        pipeline.sql("CREATE TABLE src (ts TIMESTAMP, v STRING) USING delta");
        pipeline.sql("INSERT INTO src VALUES (TIMESTAMP '2024-01-01 20:00:00 UTC', '7')");
        function("s");
    }

    @AfterEach
    void putBack() {
        conf.set(TIME_ZONE, zone);
        conf.unset(ANSI);
        conf.unset("spark.sql.shuffle.partitions");
        pipeline.sql("DROP TEMPORARY FUNCTION IF EXISTS marked");
    }

    private void function(String mark) {
        pipeline.sql(
                "CREATE OR REPLACE TEMPORARY FUNCTION marked(v STRING) RETURNS STRING RETURN v || '%s'"
                        .formatted(mark));
    }

    private Map<String, FlowStatus> run() {
        return pipeline.run().flows().stream()
                .collect(Collectors.toMap(FlowResult::name, FlowResult::status));
    }

    private List<String> notes(String view) {
        return pipeline.plan().datasets().stream()
                .filter(dataset -> dataset.name().equals(view))
                .findFirst()
                .orElseThrow()
                .flows()
                .get(0)
                .notes();
    }

    @Test
    void aSettingOrAFunctionThatItsMeaningDependsOnMakesAViewAnew() {
        pipeline.materializedView(
                        "h", "SELECT hour(ts) AS h, CAST(v AS INT) AS v FROM src", batch("src"))
                .materializedView("f", "SELECT marked(v) AS v FROM src", batch("src"));
        run();
        assertThat(run())
                .containsOnly(Map.entry("h", FlowStatus.IDLE), Map.entry("f", FlowStatus.IDLE));

        conf.set("spark.sql.shuffle.partitions", "3");
        conf.set(ANSI, "true");
        assertThat(notes("h")).isEmpty();
        assertThat(run())
                .containsOnly(Map.entry("h", FlowStatus.IDLE), Map.entry("f", FlowStatus.IDLE));

        conf.set(TIME_ZONE, "Asia/Tokyo");
        assertThat(notes("h"))
                .containsExactly(
                        "setting `%s` changed from %s to Asia/Tokyo".formatted(TIME_ZONE, zone));
        run();
        assertThat(pipeline.rows("SELECT h FROM h")).containsExactly("[5]");
        assertThat(notes("h")).isEmpty();

        pipeline.sql("INSERT INTO src VALUES (TIMESTAMP '2024-01-01 21:00:00 UTC', '8')");
        conf.set(ANSI, "false");
        run();
        conf.unset(ANSI);
        assertThat(notes("h"))
                .containsExactly("setting `%s` changed from false to true".formatted(ANSI));

        run();
        function("!");
        assertThat(notes("h")).isEmpty();
        assertThat(notes("f")).containsExactly("function `marked` is another");
        assertThat(run()).containsEntry("h", FlowStatus.IDLE);
        assertThat(pipeline.rows("SELECT v FROM f ORDER BY v")).containsExactly("[7!]", "[8!]");
    }

    @Test
    void aFunctionThatDecidesOnRowsMakesAViewAnew() {
        SqlPipeline judged = new SqlPipeline(storage);
        judged.define(
                """
                CREATE MATERIALIZED VIEW $.own (
                  CONSTRAINT c EXPECT (marked(v) <> '7!') ON VIOLATION DROP ROW)
                AS SELECT '7' AS v;
                CREATE TEMPORARY VIEW checked (
                  CONSTRAINT c EXPECT (marked(v) <> '7!') ON VIOLATION DROP ROW)
                AS SELECT '7' AS v;
                CREATE MATERIALIZED VIEW $.through AS SELECT * FROM checked;
                CREATE MATERIALIZED VIEW $.recent (
                  CONSTRAINT c EXPECT (d > current_date - 1) ON VIOLATION DROP ROW)
                AS SELECT DATE '2000-01-01' AS d;
                CREATE MATERIALIZED VIEW $.lucky (
                  CONSTRAINT c EXPECT (coalesce(rand() >= n, TRUE)))
                AS SELECT 0 AS n;
                CREATE MATERIALIZED VIEW $.plain (
                  CONSTRAINT c EXPECT (n IN (0, abs(n)) AND date_add(d, n) > DATE '1999-01-01'))
                AS SELECT 0 AS n, DATE '2000-01-01' AS d;
                """);
        judged.run();
        assertThat(judged.query("SELECT * FROM $.own")).containsExactly("7");

        function("!");

        assertThat(judged.plan(UpdateRequest.refreshAll()).datasets().get(0).flows().get(0).notes())
                .containsExactly("function `marked` is another");
        assertThat(judged.run())
                .extracting(flow -> flow.name() + " " + flow.status())
                .containsExactlyInAnyOrder(
                        "own COMPLETED",
                        "through COMPLETED",
                        "recent COMPLETED",
                        "lucky COMPLETED",
                        "plain IDLE");
        assertThat(judged.query("SELECT * FROM $.own")).isEmpty();
        assertThat(judged.query("SELECT * FROM $.through")).isEmpty();
    }
}
