/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.spark.cdc.SqlPipeline;
import io.millrace.spark.plan.Change;
import io.millrace.spark.plan.FlowAction;
import io.millrace.spark.plan.FlowPlan;
import io.millrace.spark.plan.UpdatePlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplaceFlowTest {

    private static final String BY_DAY =
            """
            CREATE STREAMING TABLE $.days (day DATE, n BIGINT);
            CREATE FLOW f AS INSERT INTO $.days BY NAME REPLACE WHERE s.day >= DATE'2024-01-0%d'
            SELECT s.day, count(*) AS n FROM $.src s GROUP BY s.day;
            """;

    @TempDir Path storage;

    private static UpdateRequest refresh(String table, String condition) {
        return new UpdateRequest(List.of(table), List.of(), false, List.of(), false, 16, 0)
                .withReplaceWhere(Map.of(table, condition));
    }

    @Test
    void rowsThatMeetTheConditionAreComputedAnewAndTheOthersStay() {
        SqlPipeline pipeline = new SqlPipeline(storage).source("src", "day DATE");
        pipeline.define(BY_DAY.formatted(1));
        pipeline.feed("(DATE'2024-01-01'), (DATE'2024-01-01'), (DATE'2024-01-02'), (NULL)");
        assertThat(pipeline.query("SELECT * FROM $.days ORDER BY day"))
                .containsExactly("2024-01-01,2", "2024-01-02,1");
        assertThat(pipeline.run().get(0).status()).isEqualTo(FlowStatus.IDLE);
        pipeline.define(BY_DAY.formatted(2));

        FlowResult flow =
                pipeline.feed("(DATE'2024-01-01'), (DATE'2024-01-02'), (DATE'2024-01-03')").get(0);

        assertThat(flow.outputRows()).hasValue(2L);
        assertThat(flow.kind()).isEqualTo("REPLACE");
        assertThat(pipeline.query("SELECT * FROM $.days ORDER BY day"))
                .containsExactly("2024-01-01,2", "2024-01-02,2", "2024-01-03,1");
        assertThat(pipeline.query("DESCRIBE HISTORY $.days")).hasSize(3);
    }

    @Test
    void aRefreshMayComputeOtherRowsOnceAndAFullRefreshOnlyFillsTheWindow() {
        SqlPipeline pipeline = new SqlPipeline(storage).source("src", "day DATE");
        pipeline.define(BY_DAY.formatted(2));
        pipeline.feed("(DATE'2024-01-01'), (DATE'2024-01-02'), (DATE'2024-01-03')");
        assertThat(pipeline.query("SELECT day FROM $.days")).hasSize(2);

        pipeline.complete(refresh("days", "day < DATE'2024-01-02'"));

        assertThat(pipeline.query("SELECT * FROM $.days ORDER BY day"))
                .containsExactly("2024-01-01,1", "2024-01-02,1", "2024-01-03,1");
        pipeline.complete(new UpdateRequest(List.of(), List.of(), true, List.of(), false, 16, 0));
        assertThat(pipeline.query("SELECT * FROM $.days ORDER BY day"))
                .containsExactly("2024-01-02,1", "2024-01-03,1");
    }

    private static FlowPlan planned(SqlPipeline pipeline, UpdateRequest request) {
        UpdatePlan plan = pipeline.plan(request);
        assertThat(plan.errors()).isEmpty();
        assertThat(plan.datasets()).hasSize(1);
        return plan.datasets().get(0).flows().get(0);
    }

    @Test
    void aPlanKnowsWhetherTheRowsOfTheWindowAreThere() {
        SqlPipeline pipeline = new SqlPipeline(storage).source("src", "day DATE");
        pipeline.define(BY_DAY.formatted(2));
        pipeline.feed("(DATE'2024-01-01'), (DATE'2024-01-02')");
        FlowPlan idle = planned(pipeline, UpdateRequest.refreshAll());
        assertThat(idle.action()).isEqualTo(FlowAction.IDLE);
        assertThat(idle.reads()).isEmpty();
        assertThat(pipeline.run().get(0).status()).isEqualTo(FlowStatus.IDLE);

        UpdateRequest other = refresh("days", "day < DATE'2024-01-02'");
        assertThat(planned(pipeline, other).action()).isEqualTo(FlowAction.RUN);
        UpdateRequest full = new UpdateRequest(List.of(), List.of(), true, List.of(), false, 16, 0);
        assertThat(planned(pipeline, full).action()).isEqualTo(FlowAction.RUN);
        pipeline.append("(DATE'2024-01-03')");
        assertThat(planned(pipeline, UpdateRequest.refreshAll()).action())
                .isEqualTo(FlowAction.RUN);

        pipeline.complete(full);
        assertThat(planned(pipeline, UpdateRequest.refreshAll()).action())
                .isEqualTo(FlowAction.IDLE);
        assertThat(pipeline.run().get(0).status()).isEqualTo(FlowStatus.IDLE);
        assertThat(pipeline.query("SELECT * FROM $.days ORDER BY day"))
                .containsExactly("2024-01-02,1", "2024-01-03,1");
    }

    @Test
    void whereAStatementStandsIsNoChange() {
        SqlPipeline pipeline = new SqlPipeline(storage).source("src", "day DATE");
        pipeline.define(BY_DAY.formatted(1));
        pipeline.feed("(DATE'2024-01-01')");

        pipeline.define("-- counts\n\n" + BY_DAY.formatted(1).replace("s.day >=", "s.day  >="));

        UpdatePlan moved = pipeline.plan(UpdateRequest.refreshAll());
        assertThat(moved.hasChanges()).isFalse();
        pipeline.define(BY_DAY.formatted(2));
        assertThat(planned(pipeline, UpdateRequest.refreshAll()).change())
                .isEqualTo(Change.CHANGED);
    }

    @Test
    void aConditionThatCannotBeUsedIsRefused() {
        SqlPipeline pipeline = new SqlPipeline(storage).source("src", "day DATE");
        pipeline.define(BY_DAY.formatted(1).replace("s.day >=", "s.dya >="));

        PipelineRejectedException rejected =
                catchThrowableOfType(
                        PipelineRejectedException.class,
                        () -> pipeline.update(UpdateRequest.refreshAll()));

        assertThat(rejected.diagnostics().get(0).message()).contains("dya");
        pipeline.define("CREATE STREAMING TABLE $.days AS SELECT * FROM STREAM $.src;");
        rejected =
                catchThrowableOfType(
                        PipelineRejectedException.class,
                        () -> pipeline.update(refresh("days", "day IS NULL")));
        assertThat(rejected.diagnostics().get(0).message()).contains("REPLACE WHERE");
    }

    @Test
    void keptOutRowsOfTheWindowAreReplacedToo() {
        SqlPipeline pipeline = new SqlPipeline(storage).source("src", "day DATE");
        String text =
                """
                CREATE STREAMING TABLE $.days (
                  CONSTRAINT many EXPECT (n > 1) ON VIOLATION QUARANTINE ROW);
                CREATE FLOW f AS INSERT INTO $.days BY NAME REPLACE WHERE day >= DATE'2024-01-0%d'
                SELECT day, count(*) AS n FROM $.src GROUP BY day;
                """;
        pipeline.define(text.formatted(1));
        pipeline.feed("(DATE'2024-01-01'), (DATE'2024-01-02'), (DATE'2024-01-03')");
        pipeline.define(text.formatted(2));

        pipeline.feed("(DATE'2024-01-02'), (DATE'2024-01-04')");

        assertThat(pipeline.query("SELECT * FROM $.days")).containsExactly("2024-01-02,2");
        assertThat(pipeline.query("SELECT day FROM $.days_quarantine ORDER BY day"))
                .containsExactly("2024-01-01", "2024-01-03", "2024-01-04");
    }

    @Test
    void higherSequencesReplaceLowerOnesHoweverTheInputIsCut() {
        Random random = new Random(7);
        SqlPipeline pipeline = new SqlPipeline(storage).source("src", "k INT, s INT, v INT");
        pipeline.define(
                """
                CREATE STREAMING TABLE $.t;
                CREATE FLOW f AS INSERT INTO $.t BY NAME REPLACE USING (k) SEQUENCE BY s
                SELECT * FROM STREAM $.src;
                """);
        Map<Integer, Integer> highest = new HashMap<>();
        List<int[]> all = new ArrayList<>();
        for (int batch = 0; batch < 4; batch++) {
            List<String> values = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                int[] row = {random.nextInt(5), random.nextInt(6), all.size()};
                all.add(row);
                highest.merge(row[0], row[1], Math::max);
                values.add("(%d, %d, %d)".formatted(row[0], row[1], row[2]));
            }
            pipeline.feed(String.join(", ", values));
            TreeMap<Integer, String> expected = new TreeMap<>();
            for (int[] row : all) {
                if (row[1] == highest.get(row[0])) {
                    expected.put(row[2], row[0] + "," + row[1] + "," + row[2]);
                }
            }
            assertThat(pipeline.query("SELECT * FROM $.t ORDER BY v"))
                    .containsExactlyElementsOf(expected.values());
        }
        assertThat(pipeline.run().get(0).status()).isEqualTo(FlowStatus.IDLE);
    }

    @Test
    void aNullSequenceFailsTheFlowBeforeAnythingIsWritten() {
        SqlPipeline pipeline = new SqlPipeline(storage).source("src", "k INT, s INT");
        pipeline.define(
                """
                CREATE STREAMING TABLE $.t FLOW REPLACE USING (k) SEQUENCE BY s BY NAME
                SELECT * FROM STREAM $.src;
                """);
        pipeline.append("(1, 1), (2, NULL)");

        UpdateResult failed = pipeline.update(UpdateRequest.refreshAll());

        assertThat(failed.flows().get(0).error().orElseThrow().code())
                .isEqualTo("MILLRACE_REPLACE_NULL_KEY_OR_SEQUENCE");
        assertThat(pipeline.query("SELECT * FROM $.t")).isEmpty();
    }
}
