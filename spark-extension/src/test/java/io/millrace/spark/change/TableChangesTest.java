/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.cdc.SqlPipeline;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code table_changes}, in batches and streams, over tables and targets of AUTO CDC. */
class TableChangesTest {

    private static final String NET =
            """
            SELECT %s FROM (
              SELECT %s, sum(CASE WHEN _change_type LIKE '%%pre%%' OR _change_type = 'delete' THEN -1 ELSE 1 END) AS n
              FROM $.log GROUP BY ALL) WHERE n <> 0 ORDER BY ALL
            """;

    @TempDir Path storage;

    private SqlPipeline pipeline;

    @BeforeEach
    void newPipeline() {
        pipeline = new SqlPipeline(storage);
    }

    private static FlowStatus status(List<FlowResult> flows, String name) {
        return flows.stream()
                .filter(flow -> flow.name().equals(name))
                .findFirst()
                .orElseThrow()
                .status();
    }

    @Test
    void tellsTheChangesOfATableOutsideOfThePipeline() {
        pipeline.source("src", "id INT, v STRING");
        pipeline.append("(1, 'a')");
        String table = pipeline.schema() + ".src";
        var session = io.millrace.spark.SharedSparkSession.get();
        session.sql(
                "ALTER TABLE " + table + " SET TBLPROPERTIES (delta.enableChangeDataFeed = true)");
        pipeline.append("(2, 'b')");
        session.sql("UPDATE " + table + " SET v = 'c' WHERE id = 2");
        session.sql("DELETE FROM " + table + " WHERE id = 1");
        pipeline.define(
                """
                CREATE MATERIALIZED VIEW range AS
                SELECT id, v, _change_type, _commit_version FROM table_changes('src', 3, 4);
                CREATE MATERIALIZED VIEW whole AS
                SELECT id, v, _change_type, _commit_version FROM table_changes('$.src', 3);
                CREATE STREAMING TABLE log AS SELECT * FROM STREAM table_changes('src', 3);
                """);
        pipeline.run();
        String columns = "SELECT id, v, _change_type, _commit_version FROM $.%s ORDER BY ALL";
        assertThat(pipeline.query(columns.formatted("range")))
                .containsExactly("2,b,insert,3", "2,b,update_preimage,4", "2,c,update_postimage,4");
        assertThat(pipeline.query(columns.formatted("whole")))
                .containsExactly(
                        "1,a,delete,5",
                        "2,b,insert,3",
                        "2,b,update_preimage,4",
                        "2,c,update_postimage,4");
        assertThat(pipeline.query(columns.formatted("log")))
                .isEqualTo(pipeline.query(columns.formatted("whole")));

        List<FlowResult> again = pipeline.run();
        assertThat(status(again, "log")).isEqualTo(FlowStatus.IDLE);
        pipeline.append("(3, 'd')");
        pipeline.run();
        assertThat(pipeline.query("SELECT id, v FROM $.log WHERE _commit_version > 5"))
                .containsExactly("3,d");
    }

    @Test
    void changesOfATargetWithHistoryAddUpToWhatItsReadersSee() {
        pipeline.source("src", "id INT, v STRING, op STRING, n INT");
        pipeline.define(
                """
                CREATE STREAMING TABLE t;
                CREATE FLOW f AS AUTO CDC INTO t FROM STREAM $.src KEYS (id)
                APPLY AS DELETE WHEN op = 'D' SEQUENCE BY n COLUMNS * EXCEPT (op, n)
                STORED AS SCD TYPE 2;
                CREATE STREAMING TABLE log AS SELECT * FROM STREAM table_changes('t', 0);
                """);
        pipeline.feed("(1, 'a', 'U', 1), (2, 'x', 'U', 1), (3, 'p', 'U', 5)");
        assertSameAsLog("id, v, __START_AT, __END_AT");
        pipeline.feed("(1, 'b', 'U', 3), (2, NULL, 'D', 2), (3, 'q', 'U', 2)");
        assertSameAsLog("id, v, __START_AT, __END_AT");
        // Late ones: a version between two others, and a delete that no row is seen of.
        pipeline.feed("(1, 'c', 'U', 2), (4, NULL, 'D', 9), (2, 'y', 'U', 4)");
        assertSameAsLog("id, v, __START_AT, __END_AT");
        assertThat(
                        pipeline.query(
                                "SELECT count(*) FROM $.log WHERE id = 4"
                                        + " OR _change_type NOT IN ('insert', 'delete')"))
                .containsExactly("0");
        assertThat(status(pipeline.run(), "log")).isEqualTo(FlowStatus.IDLE);
    }

    private void assertSameAsLog(String columns) {
        assertThat(pipeline.query(NET.formatted(columns, columns)))
                .isNotEmpty()
                .isEqualTo(pipeline.query("SELECT %s FROM $.t ORDER BY ALL".formatted(columns)));
    }

    @Test
    void wrongArgumentsAreTold() {
        pipeline.source("src", "id INT");
        pipeline.define(
                "CREATE STREAMING TABLE log AS SELECT * FROM STREAM table_changes('src', -1)");
        assertThatThrownBy(() -> pipeline.update(UpdateRequest.refreshAll()))
                .hasMessageContaining("MILLRACE_TABLE_CHANGES_ARGUMENT")
                .hasMessageContaining("takes versions from 0 on, not -1");
    }
}
