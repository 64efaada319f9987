/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.spark.cdc.SqlPipeline;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a Delta table cannot hold is refused by the name of the flow, and nothing else stops. */
class StorableValuesTest {

    @TempDir Path storage;
    private SqlPipeline pipeline;

    @BeforeEach
    void makeSource() {
        pipeline = new SqlPipeline(storage).source("src", "id INT, region STRING");
    }

    @Test
    void typesThatNoTableHoldsAreToldBeforeAnythingIsWritten() {
        pipeline.define(
                """
                CREATE MATERIALIZED VIEW a AS SELECT INTERVAL '2' DAY AS iv FROM src;
                CREATE MATERIALIZED VIEW b AS SELECT struct(array(TIME'12:30:00') AS t) AS s FROM src;
                CREATE MATERIALIZED VIEW c AS SELECT map('k', region COLLATE UTF8_LCASE) AS m FROM src;
                CREATE STREAMING TABLE d AS SELECT make_ym_interval(1, 2) AS ym FROM STREAM src;
                CREATE STREAMING TABLE e;
                CREATE FLOW f AS AUTO CDC INTO e FROM (SELECT id, make_interval(1) AS i FROM STREAM src)
                  KEYS (id) SEQUENCE BY id;
                CREATE STREAMING TABLE g (t TIME) AS SELECT TIME'12:30:00' AS t FROM STREAM src;
                CREATE MATERIALIZED VIEW fine AS
                  SELECT region COLLATE UTF8_LCASE = 'a' AS x, date '2024-01-01' + INTERVAL '1' DAY AS y FROM src;
                """);

        PipelineRejectedException rejected =
                catchThrowableOfType(PipelineRejectedException.class, pipeline::run);

        assertThat(rejected.diagnostics())
                .extracting(diagnostic -> diagnostic.code() + ": " + diagnostic.message())
                .containsExactly(
                        "MILLRACE_TYPE_NOT_STORABLE: column `iv` of `a` is of type INTERVAL DAY, which a Delta table cannot hold",
                        "MILLRACE_TYPE_NOT_STORABLE: column `s.t.element` of `b` is of type TIME(6), which a Delta table cannot hold",
                        "MILLRACE_TYPE_NOT_STORABLE: column `m.value` of `c` is of type STRING COLLATE UTF8_LCASE, which a Delta table cannot hold",
                        "MILLRACE_TYPE_NOT_STORABLE: column `ym` of `d` is of type INTERVAL YEAR TO MONTH, which a Delta table cannot hold",
                        "MILLRACE_TYPE_NOT_STORABLE: column `i` of `e` is of type INTERVAL, which a Delta table cannot hold",
                        "MILLRACE_TYPE_NOT_STORABLE: column `t` of `g` is of type TIME(6), which a Delta table cannot hold");
    }

    @Test
    void theEmptyTextIsNoPartition() {
        pipeline.define(
                """
                CREATE STREAMING TABLE t (id INT, region STRING NOT NULL)
                  PARTITIONED BY (region) AS SELECT * FROM STREAM src;
                CREATE MATERIALIZED VIEW m PARTITIONED BY (region) AS SELECT * FROM src;
                CREATE STREAMING TABLE w (id INT, region STRING) PARTITIONED BY (region);
                CREATE FLOW w1 AS INSERT INTO w BY NAME REPLACE WHERE region = '' SELECT * FROM src WHERE region = '';
                CREATE STREAMING TABLE u (id INT, region STRING) PARTITIONED BY (region);
                CREATE FLOW u1 AS INSERT INTO u BY NAME REPLACE USING (region) SEQUENCE BY id SELECT * FROM STREAM src;
                CREATE STREAMING TABLE o (id INT, region STRING) PARTITIONED BY (region);
                CREATE FLOW o1 AS INSERT INTO ONCE o BY NAME SELECT * FROM src;
                CREATE MATERIALIZED VIEW groups PARTITIONED BY (region) AS SELECT region, count(*) AS n FROM src GROUP BY region;
                CREATE STREAMING TABLE kept (CONSTRAINT some EXPECT (region <> '') ON VIOLATION DROP ROW)
                  PARTITIONED BY (region) AS SELECT * FROM STREAM src;
                CREATE STREAMING TABLE clustered CLUSTER BY (region) AS SELECT * FROM STREAM src;
                CREATE SINK there USING delta OPTIONS (tableName = '$.foreign');
                CREATE FLOW out AS INSERT INTO SINK there BY NAME SELECT * FROM STREAM src;
                CREATE STREAMING TABLE put (
                  CONSTRAINT some EXPECT (region <> '') ON VIOLATION QUARANTINE ROW)
                  PARTITIONED BY (region) AS SELECT * FROM STREAM src;
                CREATE MATERIALIZED VIEW bare PARTITIONED BY (region) AS SELECT id, nullif(region, '') AS region FROM src;
                """);
        SharedSparkSession.get()
                .sql(
                        "CREATE TABLE %s.foreign (id INT, region STRING) USING delta PARTITIONED BY (region)"
                                .formatted(pipeline.schema()));
        pipeline.append("(1, 'a/b=c%20'), (2, 'ü')");
        pipeline.append("(3, '')");

        UpdateResult result = pipeline.update(UpdateRequest.refreshAll());

        assertThat(result.flows())
                .filteredOn(flow -> flow.status() == FlowStatus.FAILED)
                .extracting(
                        flow -> flow.name() + " " + flow.error().map(FlowError::code).orElse(""))
                .containsExactlyInAnyOrder(
                        "t MILLRACE_PARTITION_VALUE_EMPTY",
                        "m MILLRACE_PARTITION_VALUE_EMPTY",
                        "w1 MILLRACE_PARTITION_VALUE_EMPTY",
                        "u1 MILLRACE_PARTITION_VALUE_EMPTY",
                        "o1 MILLRACE_PARTITION_VALUE_EMPTY",
                        "groups MILLRACE_PARTITION_VALUE_EMPTY",
                        "out MILLRACE_PARTITION_VALUE_EMPTY");
        assertThat(pipeline.query("SELECT * FROM $.foreign")).isEmpty();
        assertThat(pipeline.query("SELECT id, region = '' FROM $.put_quarantine"))
                .containsExactly("3,true");
        assertThat(result.flows().get(0).error().map(FlowError::message))
                .hasValueSatisfying(
                        text ->
                                assertThat(text)
                                        .contains(
                                                "a row has '' in `region`",
                                                "`t`",
                                                "CLUSTER BY (`region`)"));
        assertThat(pipeline.query("SELECT * FROM $.t")).isEmpty();
        assertThat(pipeline.query("SELECT id, region FROM $.kept ORDER BY id"))
                .containsExactly("1,a/b=c%20", "2,ü");
        assertThat(pipeline.query("SELECT id, region = '' FROM $.clustered ORDER BY id"))
                .containsExactly("1,false", "2,false", "3,true");
        assertThat(pipeline.query("SELECT id FROM $.bare WHERE region IS NULL"))
                .containsExactly("3");
    }

    @Test
    void aTableThatCannotBeMadeFailsItsFlowsAlone() {
        pipeline.define(
                """
                CREATE MATERIALIZED VIEW bad TBLPROPERTIES ('delta.checkpointInterval' = 'often') AS SELECT * FROM src;
                CREATE MATERIALIZED VIEW behind AS SELECT * FROM bad;
                CREATE VIEW seen AS SELECT * FROM behind;
                CREATE MATERIALIZED VIEW good AS SELECT * FROM src;
                """);
        pipeline.append("(1, 'a')");

        UpdateResult result = pipeline.update(UpdateRequest.refreshAll());

        assertThat(result.flows())
                .extracting(flow -> flow.name() + " " + flow.status())
                .containsExactlyInAnyOrder("bad FAILED", "behind SKIPPED", "good COMPLETED");
        assertThat(pipeline.query("SELECT * FROM $.good")).containsExactly("1,a");

        pipeline.define(
                """
                CREATE MATERIALIZED VIEW bad AS SELECT * FROM src;
                CREATE MATERIALIZED VIEW behind AS SELECT * FROM bad;
                CREATE VIEW seen AS SELECT * FROM behind;
                CREATE MATERIALIZED VIEW good AS SELECT * FROM src;
                """);
        assertThat(pipeline.run()).extracting(FlowResult::error).containsOnly(Optional.empty());
        assertThat(pipeline.query("SELECT * FROM $.seen")).containsExactly("1,a");
    }
}
