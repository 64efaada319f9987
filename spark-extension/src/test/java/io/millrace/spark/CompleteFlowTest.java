/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.spark.cdc.SqlPipeline;
import io.millrace.spark.plan.FlowPlan;
import io.millrace.spark.plan.UpdatePlan;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Aggregates of streams without a watermark: each batch replaces the table. */
class CompleteFlowTest {

    @TempDir Path storage;

    private SqlPipeline pipeline;

    @BeforeEach
    void newPipeline() {
        pipeline = new SqlPipeline(storage).source("src", "country STRING, kind STRING, x INT");
    }

    @Test
    void eachBatchReplacesTheTableWithAllGroups() {
        pipeline.define(
                """
                CREATE STREAMING TABLE $.counted (
                  CONSTRAINT many EXPECT (n > 1) ON VIOLATION QUARANTINE ROW,
                  CONSTRAINT more EXPECT (n > 2)
                ) AS SELECT country, count(*) AS n FROM STREAM $.src GROUP BY country;
                CREATE STREAMING TABLE $.ranked (CONSTRAINT a EXPECT (s > 1) ON VIOLATION DROP ROW);
                CREATE FLOW f AS INSERT INTO $.ranked BY NAME
                WITH totals AS (SELECT country, sum(x) AS s FROM STREAM $.src GROUP BY country)
                SELECT country, s, rank() OVER (ORDER BY s DESC) AS place FROM totals
                ORDER BY s DESC LIMIT 3;
                CREATE TEMPORARY VIEW per_kind AS
                SELECT country, kind, count(*) AS n FROM STREAM $.src GROUP BY country, kind;
                CREATE STREAMING TABLE $.pivoted AS
                SELECT * FROM STREAM per_kind PIVOT (sum(n) FOR kind IN ('a', 'b'));
                CREATE TEMPORARY VIEW timed AS
                SELECT *, TIMESTAMP '2024-01-01 10:00:00' AS ts FROM STREAM $.src;
                CREATE STREAMING TABLE $.kinds AS SELECT kind, count(*) AS n
                FROM STREAM timed WATERMARK ts DELAY OF INTERVAL 1 HOUR GROUP BY kind;
                """);
        pipeline.append("('de', 'a', 1)");
        FlowPlan unbounded = flow(pipeline.plan(UpdateRequest.refreshAll()), "kinds");
        assertThat(unbounded.kind()).isEqualTo("COMPLETE");
        assertThat(unbounded.notes()).anyMatch(note -> note.contains("on nothing that it groups"));

        pipeline.feed("('de', 'b', 2), ('fr', 'a', 1)");

        assertThat(pipeline.query("SELECT * FROM $.counted")).containsExactly("de,2");
        assertThat(pipeline.query("SELECT country, n FROM $.counted_quarantine"))
                .containsExactly("fr,1");
        assertThat(pipeline.query("SELECT * FROM $.ranked")).containsExactly("de,3,1");
        assertThat(pipeline.query("SELECT * FROM $.pivoted ORDER BY country"))
                .containsExactly("de,1,1", "fr,1,null");

        assertThat(pipeline.warnings())
                .anyMatch(warning -> warning.contains("window(...) over it"));

        List<FlowResult> flows = pipeline.feed("('fr', 'b', 5), ('fr', 'b', 1), ('it', 'b', 4)");
        assertThat(pipeline.query("SELECT * FROM $.kinds ORDER BY kind"))
                .containsExactly("a,2", "b,4");
        assertThat(flows)
                .filteredOn(flow -> flow.name().equals("kinds"))
                .allSatisfy(flow -> assertThat(flow.kind()).isEqualTo("COMPLETE"));

        assertThat(pipeline.query("SELECT * FROM $.counted ORDER BY country"))
                .containsExactly("de,2", "fr,3");
        assertThat(pipeline.query("SELECT country, n FROM $.counted_quarantine"))
                .containsExactly("it,1");
        assertThat(pipeline.query("SELECT * FROM $.ranked ORDER BY place"))
                .containsExactly("fr,7,1", "it,4,2", "de,3,3");
        assertThat(pipeline.query("SELECT * FROM $.pivoted ORDER BY country"))
                .containsExactly("de,1,1", "fr,1,2", "it,null,1");
        FlowResult counted = flows.get(0);
        assertThat(counted.kind()).isEqualTo("COMPLETE");
        assertThat(counted.outputRows()).hasValue(2L);
        assertThat(counted.quarantinedRows()).hasValue(1L);
        assertThat(counted.expectations().get(1).failed()).isEqualTo(2);
        assertThat(pipeline.run())
                .allSatisfy(flow -> assertThat(flow.status()).isEqualTo(FlowStatus.IDLE));

        pipeline.complete(new UpdateRequest(List.of(), List.of(), true, List.of(), false, 16, 0));

        assertThat(pipeline.query("SELECT * FROM $.counted ORDER BY country"))
                .containsExactly("de,2", "fr,3");
        assertThat(pipeline.query("SELECT country, n FROM $.counted_quarantine"))
                .containsExactly("it,1");
    }

    @Test
    void rowsOfOtherFlowsAreNotReplaced() {
        String copy = "CREATE STREAMING TABLE $.t; CREATE FLOW %s AS INSERT INTO $.t BY NAME %s;";
        String rows = "SELECT country, x AS n FROM STREAM $.src";
        String groups = "SELECT country, sum(x) AS n FROM STREAM $.src GROUP BY country";
        pipeline.define(copy.formatted("f", rows));
        pipeline.feed("('de', 'a', 1), ('de', 'b', 2)");

        pipeline.define(copy.formatted("f", groups));
        assertRefused("MILLRACE_CHECKPOINT_INCOMPATIBLE");
        pipeline.define(copy.formatted("g", groups));
        assertRefused("MILLRACE_COMPLETE_FLOW");
        assertThat(pipeline.query("SELECT * FROM $.t ORDER BY n")).containsExactly("de,1", "de,2");

        List<FlowPlan> plan = pipeline.plan(UpdateRequest.refreshAll()).datasets().get(0).flows();
        assertThat(plan.get(0).kind()).isEqualTo("COMPLETE");
        pipeline.complete(new UpdateRequest(List.of(), List.of(), true, List.of(), false, 16, 0));
        assertThat(pipeline.query("SELECT * FROM $.t")).containsExactly("de,3");

        pipeline.define(copy.formatted("g", rows));
        assertRefused("MILLRACE_CHECKPOINT_INCOMPATIBLE");
        assertThat(pipeline.query("SELECT * FROM $.t")).containsExactly("de,3");

        pipeline.define(
                copy.formatted(
                        "g", groups + " UNION ALL SELECT country, x AS n FROM STREAM $.src"));
        assertRefused("MILLRACE_COMPLETE_FLOW");
    }

    private static FlowPlan flow(UpdatePlan plan, String name) {
        return plan.datasets().stream()
                .flatMap(dataset -> dataset.flows().stream())
                .filter(flow -> flow.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void assertRefused(String code) {
        UpdatePlan plan = pipeline.plan(UpdateRequest.refreshAll());
        assertThat(Stream.concat(plan.refusals().stream(), plan.errors().stream()))
                .extracting(RunDiagnostic::code)
                .contains(code);
        assertThatThrownBy(pipeline::run).hasMessageContaining(code);
    }
}
