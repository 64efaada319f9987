/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.spark.FlowStatus;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.cdc.SqlPipeline;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.SparkThrowable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricViewsTest {

    private static final String VIEWS =
            """
            CREATE TEMPORARY VIEW more AS SELECT *, amount * 2 AS twice FROM src;
            CREATE MATERIALIZED VIEW orders AS SELECT * FROM more;
            CREATE MATERIALIZED VIEW customers AS
              SELECT * FROM VALUES (10, 'Ann', 1), (11, 'Bob', 2) AS t(id, name, nation);
            CREATE MATERIALIZED VIEW nations AS SELECT * FROM VALUES (1, 'DE') AS t(nation, code);
            CREATE VIEW sales (region, who COMMENT 'the one who pays', nation, total, average, rows)
            COMMENT 'What is sold' WITH METRICS LANGUAGE YAML AS $$
            version: 1.1
            source: orders
            joins:
              - name: customer
                source: customers
                on: source.customer_id = customer.id
                joins:
                  - {name: land, source: "SELECT nation, code FROM nations", using: [nation]}
            filter: amount > 0 -- returns do not count
            fields:
              - {name: region, expr: upper(region)}
              - {name: who, expr: customer.name}
              - {name: nation, expr: "coalesce(customer.land.code, 'none')"}
            measures:
              - {name: total, expr: sum(amount)}
              - {name: average, expr: MEASURE(total) / MEASURE(rows)}
              - {name: rows, expr: count(1)}
            $$;
            """;

    @TempDir Path storage;

    @Test
    void theRowsComeFromGroupsAndMeasures() {
        SqlPipeline pipeline = new SqlPipeline(storage);
        pipeline.source("src", "customer_id INT, region STRING, amount INT");
        pipeline.define(
                VIEWS
                        + """
                        CREATE MATERIALIZED VIEW by_region AS
                          SELECT region, MEASURE(total) AS total, MEASURE(rows) AS n FROM sales GROUP BY region;
                        CREATE MATERIALIZED VIEW by_nation AS
                          WITH n AS (SELECT nation, MEASURE(average) AS average FROM sales
                            WHERE who IS NOT NULL GROUP BY ALL)
                          SELECT n.nation, average FROM n;
                        """);
        pipeline.feed(
                "(10, 'north', 4), (10, 'south', 6), (11, 'north', 10), (12, 'south', 1), (10, 'north', -7)");

        assertThat(pipeline.query("SELECT * FROM $.by_region ORDER BY region"))
                .containsExactly("NORTH,14,2", "SOUTH,7,2");
        assertThat(pipeline.query("SELECT * FROM $.by_nation ORDER BY nation"))
                .containsExactly("DE,5.0", "none,10.0");
        // Any session has the view.
        assertThat(
                        pipeline.query(
                                "SELECT who, MEASURE(total), MEASURE(average) FROM $.sales GROUP BY who ORDER BY who"))
                .containsExactly("null,1,1.0", "Ann,10,5.0", "Bob,10,10.0");
        assertThat(pipeline.query("DESCRIBE $.sales"))
                .anyMatch(row -> row.startsWith("who,string,the one who pays"));

        assertThat(pipeline.run())
                .filteredOn(flow -> flow.name().startsWith("by_"))
                .extracting(flow -> flow.status())
                .containsExactly(FlowStatus.IDLE, FlowStatus.IDLE);
        pipeline.feed("(11, 'north', 1)");
        assertThat(pipeline.query("SELECT * FROM $.by_region ORDER BY region"))
                .containsExactly("NORTH,15,3", "SOUTH,7,2");

        assertThatThrownBy(
                        () ->
                                SharedSparkSession.get()
                                        .table(pipeline.schema() + ".sales")
                                        .collectAsList())
                .hasMessageContaining("`sales` is read as if it were a table")
                .isInstanceOfSatisfying(
                        SparkThrowable.class,
                        error ->
                                assertThat(error.getCondition())
                                        .isEqualTo("MILLRACE_METRIC_VIEW_READ"));

        pipeline.define(VIEWS.replace("sum(amount)", "max(amount)"));
        pipeline.run();
        assertThat(pipeline.query("SELECT MEASURE(total) FROM $.sales")).containsExactly("10");
        pipeline.define("CREATE VIEW sales AS SELECT 1 AS one;");
        pipeline.run();
        assertThat(pipeline.query("SELECT * FROM $.sales")).containsExactly("1");
        pipeline.define(VIEWS);
        pipeline.run();
        assertThat(pipeline.query("SELECT MEASURE(rows) FROM $.sales")).containsExactly("5");
        assertThat(pipeline.query("SHOW VIEWS IN $")).hasSize(1);
    }

    @Test
    void whatDoesNotFitIsToldWithItsPlaceInTheYaml() {
        SqlPipeline pipeline = new SqlPipeline(storage);
        pipeline.source("src", "customer_id INT, region STRING, amount INT");
        pipeline.define(
                """
                CREATE VIEW a WITH METRICS LANGUAGE YAML AS $$
                version: 1.1
                source: src
                fields:
                  - {name: place, expr: upper(regio)}
                measures:
                  - {name: total, expr: sum(amount)}
                $$;
                CREATE VIEW b WITH METRICS LANGUAGE YAML AS $$
                version: 1.1
                source: nowhere
                measures:
                  - {name: total, expr: sum(amount)}
                $$;
                CREATE VIEW c WITH METRICS LANGUAGE YAML AS $$
                version: 1.1
                source: src
                fields: [{name: region, expr: region}]
                measures:
                  - {name: total, expr: sum(amount)}
                $$;
                CREATE MATERIALIZED VIEW no_measure AS SELECT region, total FROM c GROUP BY region, total;
                CREATE MATERIALIZED VIEW no_view AS SELECT MEASURE(amount) AS m FROM src;
                """);

        List<RunDiagnostic> errors = pipeline.plan(UpdateRequest.refreshAll()).errors();

        assertThat(errors)
                .extracting(RunDiagnostic::code)
                .containsExactly(
                        "FIELD_NOT_FOUND",
                        "TABLE_OR_VIEW_NOT_FOUND",
                        "MILLRACE_METRIC_VIEW_READ",
                        "MILLRACE_METRIC_VIEW_READ");
        assertThat(errors).allMatch(error -> error.location().isPresent());
        assertThat(errors.get(0).message())
                .isEqualTo("No such struct field `regio` in `customer_id`, `region`, `amount`.");
    }
}
