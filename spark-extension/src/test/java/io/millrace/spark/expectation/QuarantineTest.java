/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.expectation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.FlowResult;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.UpdateStatus;
import io.millrace.spark.cdc.SqlPipeline;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuarantineTest {

    @TempDir Path storage;

    private SqlPipeline pipeline;

    @BeforeEach
    void newPipeline() {
        pipeline = new SqlPipeline(storage).source("src", "id INT, age INT, note STRING");
    }

    @Test
    void rowsThatAreKeptOutAreInTheSideTableWithTheirRulesAndReadersGoOnFromThere() {
        pipeline.define(
                """
                CREATE STREAMING TABLE $.bad_ids AS SELECT id FROM STREAM $.t_quarantine;
                CREATE STREAMING TABLE $.t (
                  CONSTRAINT of_age EXPECT (age > 0) ON VIOLATION QUARANTINE ROW,
                  CONSTRAINT low EXPECT (id < 9) ON VIOLATION DROP ROW,
                  CONSTRAINT has_note EXPECT (note IS NOT NULL),
                  CONSTRAINT even EXPECT (id % 2 = 0) ON VIOLATION QUARANTINE ROW
                ) AS SELECT * FROM STREAM $.src;
                """);

        List<FlowResult> flows =
                pipeline.feed("(2, 5, 'a'), (4, -1, NULL), (5, NULL, 'c'), (9, -1, 'd')");

        assertThat(pipeline.query("SELECT id FROM $.t")).containsExactly("2");
        assertThat(
                        pipeline.query(
                                "SELECT id, age, note, array_join(_violated_rules, '+'), _flow,"
                                        + " _quarantined_at IS NOT NULL, _batch LIKE '%:0', _source_file"
                                        + " FROM $.t_quarantine ORDER BY id"))
                .containsExactly(
                        "4,-1,null,of_age+has_note,t,true,true,null",
                        "5,null,c,of_age+even,t,true,true,null");
        FlowResult flow =
                flows.stream().filter(f -> f.name().equals("t")).findFirst().orElseThrow();
        assertThat(flow.droppedRows()).hasValue(1L);
        assertThat(flow.quarantinedRows()).hasValue(2L);
        assertThat(flow.outputRows()).hasValue(1L);
        assertThat(flow.expectations().get(0).failed()).isEqualTo(3);
        assertThat(pipeline.query("SELECT id FROM $.bad_ids ORDER BY id"))
                .containsExactly("4", "5");
        pipeline.feed("(7, 1, 'e'), (6, 1, 'f')");
        assertThat(pipeline.query("SELECT id FROM $.t ORDER BY id")).containsExactly("2", "6");
        assertThat(pipeline.query("SELECT id FROM $.bad_ids ORDER BY id"))
                .containsExactly("4", "5", "7");
    }

    @Test
    void aFullRefreshBeginsTheSideTableAnewAndAMaterializedViewReplacesIt() {
        pipeline.define(
                """
                CREATE STREAMING TABLE $.t (
                  CONSTRAINT of_age EXPECT (age > 0) ON VIOLATION QUARANTINE ROW INTO $.bad
                );
                CREATE FLOW f AS INSERT INTO $.t BY NAME SELECT * FROM STREAM $.src;
                CREATE FLOW g AS INSERT ONCE INTO $.t BY NAME SELECT id + 100 AS id, age FROM $.src;
                CREATE MATERIALIZED VIEW $.m (
                  CONSTRAINT of_age EXPECT (age > 0) ON VIOLATION QUARANTINE ROW
                ) AS SELECT id, age FROM $.src WHERE id <> 1;
                """);
        pipeline.feed("(1, -1, 'a'), (2, -2, 'b'), (3, 3, 'c')");
        assertThat(pipeline.query("SELECT id FROM $.bad ORDER BY id"))
                .containsExactly("1", "2", "101", "102");
        assertThat(pipeline.query("SELECT id FROM $.m_quarantine")).containsExactly("2");
        pipeline.append("(4, -4, 'd')");

        UpdateResult result =
                pipeline.update(
                        new UpdateRequest(List.of(), List.of(), true, List.of(), false, 16, 0));

        assertThat(result.status()).isEqualTo(UpdateStatus.COMPLETED);
        assertThat(pipeline.query("SELECT id FROM $.bad ORDER BY id"))
                .containsExactly("1", "2", "4", "101", "102", "104");
        assertThat(pipeline.query("SELECT id FROM $.t ORDER BY id")).containsExactly("3", "103");
        assertThat(pipeline.query("SELECT id FROM $.m_quarantine ORDER BY id"))
                .containsExactly("2", "4");
    }

    @Test
    void changeEventsThatAreKeptOutGoToTheSideTable() {
        pipeline.define(
                """
                CREATE STREAMING TABLE $.t (
                  CONSTRAINT of_age EXPECT (age > 0) ON VIOLATION QUARANTINE ROW
                );
                CREATE FLOW f AS AUTO CDC INTO $.t FROM STREAM $.src KEYS (id)
                APPLY AS DELETE WHEN note = 'delete' SEQUENCE BY length(note) COLUMNS * EXCEPT (note)
                STORED AS SCD TYPE 2;
                """);

        pipeline.feed("(1, 5, 'a'), (1, -5, 'bb'), (2, 7, 'a'), (2, NULL, 'delete')");

        assertThat(pipeline.query("SELECT id, age, __END_AT FROM $.t ORDER BY id"))
                .containsExactly("1,5,null", "2,7,6");
        assertThat(pipeline.query("SELECT id, age, _violated_rules[0] FROM $.t_quarantine"))
                .containsExactly("1,-5,of_age");
    }

    @Test
    void eachRuleMayHaveASideTableAndTheFirstBrokenOneDecides() {
        pipeline.define(
                """
                CREATE STREAMING TABLE $.young (
                  id INT, age INT, note STRING, _violated_rules ARRAY<STRING>, _flow STRING,
                  _update_id STRING, _batch STRING, _quarantined_at TIMESTAMP, _source_file STRING);
                CREATE STREAMING TABLE $.t (
                  CONSTRAINT of_age EXPECT (age > 0) ON VIOLATION QUARANTINE ROW INTO $.young,
                  CONSTRAINT low EXPECT (id < 9) ON VIOLATION QUARANTINE ROW INTO $.high
                ) AS SELECT * FROM STREAM $.src;
                """);

        pipeline.feed("(1, 5, 'a'), (9, -1, 'b'), (10, 1, 'c')");

        assertThat(pipeline.query("SELECT id, size(_violated_rules) FROM $.young"))
                .containsExactly("9,2");
        assertThat(pipeline.query("SELECT id FROM $.high")).containsExactly("10");
        assertThat(pipeline.query("SELECT id FROM $.t")).containsExactly("1");
    }

    @Test
    void aBatchThatComesAgainAndIsPartedAnotherWayIsInOneOfTheTablesOnly() {
        String text =
                """
                CREATE STREAMING TABLE $.t (
                  id INT NOT NULL, age INT, note STRING,
                  CONSTRAINT of_age EXPECT (%s) ON VIOLATION QUARANTINE ROW
                ) AS SELECT * FROM STREAM $.src;
                """;
        pipeline.define(text.formatted("age > 0"));
        pipeline.feed("(1, 1, 'a'), (2, -2, 'b')");
        pipeline.append("(3, 3, 'c'), (4, -4, 'd'), (NULL, 5, 'e')");
        assertThat(pipeline.update(UpdateRequest.refreshAll()).status())
                .isEqualTo(UpdateStatus.FAILED);
        assertThat(pipeline.query("SELECT id FROM $.t_quarantine ORDER BY id"))
                .containsExactly("2", "4");
        assertThat(pipeline.query("SELECT id FROM $.t")).containsExactly("1");
        long commits = commits();
        pipeline.update(UpdateRequest.refreshAll());
        assertThat(commits()).isEqualTo(commits);
        pipeline.define(text.formatted("age <> 3 AND id IS NOT NULL"));

        pipeline.run();

        assertThat(pipeline.query("SELECT id FROM $.t ORDER BY id")).containsExactly("1", "4");
        assertThat(pipeline.query("SELECT id FROM $.t_quarantine ORDER BY id"))
                .containsExactly("null", "2", "3");
    }

    private long commits() {
        return pipeline.query("DESCRIBE HISTORY $.t_quarantine").size();
    }
}
