/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.UpdateStatus;
import io.millrace.spark.catalyst.CatalogTables;
import io.millrace.spark.session.WarehouseTables;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** AUTO CDC from the text of a pipeline to what its tables show. */
class AutoCdcPipelineTest {

    private static final String USERS =
            "(124, 'Raul', 'Oaxaca', 'INSERT', 1), (123, 'Isabel', 'Monterrey', 'INSERT', 1), (125,"
                    + " 'Mercedes', 'Tijuana', 'INSERT', 2), (126, 'Lily', 'Cancun', 'INSERT', 2),"
                    + " (123, null, null, 'DELETE', 6), (125, 'Mercedes', 'Guadalajara', 'UPDATE', 6),"
                    + " (125, 'Mercedes', 'Mexicali', 'UPDATE', 5), (123, 'Isabel', 'Chihuahua',"
                    + " 'UPDATE', 5)";

    @TempDir Path storage;

    private SqlPipeline pipeline;

    @BeforeEach
    void newPipeline() {
        pipeline = new SqlPipeline(storage);
    }

    private void users(String clauses) {
        pipeline.source("users", "userId INT, name STRING, city STRING, op STRING, seq BIGINT")
                .define(
                        """
                        CREATE OR REFRESH STREAMING TABLE target;
                        CREATE FLOW f AS AUTO CDC INTO target FROM STREAM(users)
                          KEYS (userId)
                          APPLY AS DELETE WHEN op = "DELETE"
                        """
                                + clauses);
    }

    @Test
    void type1KeepsTheNewestRowOfEachKey() {
        users(
                """
                APPLY AS TRUNCATE WHEN op = "TRUNCATE"
                SEQUENCE BY seq COLUMNS * EXCEPT (op, seq) STORED AS SCD TYPE 1;
                """);

        List<FlowResult> flows = pipeline.feed(USERS);

        assertThat(pipeline.query("SELECT * FROM $.target ORDER BY userId"))
                .containsExactly("124,Raul,Oaxaca", "125,Mercedes,Guadalajara", "126,Lily,Cancun");
        assertThat(flows.get(0).upsertedRows()).contains(3L);

        // A truncate that comes late voids what is older than it, and nothing else.
        pipeline.feed("(null, null, null, 'TRUNCATE', 3)");

        assertThat(pipeline.query("SELECT * FROM $.target ORDER BY userId"))
                .containsExactly("125,Mercedes,Guadalajara");
        pipeline.feed("(126, 'Lily', 'Cancun', 'INSERT', 2)");
        assertThat(pipeline.query("SELECT * FROM $.target")).hasSize(1);
        assertThat(pipeline.run()).extracting(FlowResult::status).containsOnly(FlowStatus.IDLE);
    }

    @Test
    void type2KeepsTheHistory() {
        users("SEQUENCE BY seq COLUMNS * EXCEPT (op, seq) STORED AS SCD TYPE 2;");

        pipeline.feed(USERS);

        assertThat(pipeline.query("SELECT * FROM $.target ORDER BY userId, __START_AT"))
                .containsExactly(
                        "123,Isabel,Monterrey,1,5",
                        "123,Isabel,Chihuahua,5,6",
                        "124,Raul,Oaxaca,1,null",
                        "125,Mercedes,Tijuana,2,5",
                        "125,Mercedes,Mexicali,5,6",
                        "125,Mercedes,Guadalajara,6,null",
                        "126,Lily,Cancun,2,null");
    }

    @Test
    void type2TracksSomeColumnsOnly() {
        users(
                """
                SEQUENCE BY seq COLUMNS * EXCEPT (op, seq) STORED AS SCD TYPE 2
                TRACK HISTORY ON * EXCEPT (city);
                """);

        pipeline.feed(USERS);

        assertThat(pipeline.query("SELECT * FROM $.target ORDER BY userId"))
                .containsExactly(
                        "123,Isabel,Chihuahua,1,6",
                        "124,Raul,Oaxaca,1,null",
                        "125,Mercedes,Guadalajara,2,null",
                        "126,Lily,Cancun,2,null");
    }

    @Test
    void snapshotsBecomeHistory() {
        pipeline.source("snap", "k INT, tracked STRING, other STRING, version INT")
                .define(
                        """
                        CREATE OR REFRESH STREAMING TABLE target;
                        CREATE FLOW f AS AUTO CDC FROM SNAPSHOT INTO target
                          FROM (SELECT * FROM snap
                                WHERE version = (SELECT max(version) FROM snap))
                          KEYS (k)
                          SNAPSHOT VERSION version
                          STORED AS SCD TYPE 2 TRACK HISTORY ON (tracked);
                        CREATE OR REFRESH STREAMING TABLE same
                          FLOW AUTO CDC FROM SNAPSHOT (
                            SELECT * EXCEPT (version) FROM snap
                            WHERE version = (SELECT max(version) FROM snap))
                          WITH VERSION (SELECT max(version) FROM snap)
                          KEYS (k) STORED AS SCD TYPE 2 TRACK HISTORY ON (tracked);
                        CREATE OR REFRESH STREAMING TABLE first;
                        CREATE FLOW once AS AUTO CDC ONCE INTO first
                          FROM SNAPSHOT (SELECT k, tracked FROM snap) KEYS (k);
                        """);

        pipeline.feed("(1,'a1','b1',1), (2,'a2','b2',1), (4,'a4','b4',1)");
        pipeline.feed("(2,'a2_new','b2',2), (3,'a3','b3',2), (4,'a4','b4_new',2)");

        assertThat(pipeline.query("SELECT * FROM $.target ORDER BY k, __START_AT"))
                .containsExactly(
                        "1,a1,b1,1,2",
                        "2,a2,b2,1,2",
                        "2,a2_new,b2,2,null",
                        "3,a3,b3,2,null",
                        "4,a4,b4_new,1,null");
        assertThat(pipeline.query("SELECT * FROM $.same ORDER BY k, __START_AT"))
                .isEqualTo(pipeline.query("SELECT * FROM $.target ORDER BY k, __START_AT"));
        assertThat(pipeline.query("SELECT * FROM $.first ORDER BY k"))
                .containsExactly("1,a1", "2,a2", "4,a4");
        assertThat(pipeline.run()).extracting(FlowResult::status).containsOnly(FlowStatus.IDLE);
        assertThat(pipeline.warnings()).isEmpty();

        pipeline.query("DELETE FROM $.snap WHERE version = 2");
        assertThat(pipeline.run()).extracting(FlowResult::status).containsOnly(FlowStatus.IDLE);
        assertThat(pipeline.warnings())
                .anySatisfy(text -> assertThat(text).contains("`f` is skipped", "lower"));
    }

    @Test
    void aSequenceThatComparesTextIsToldOnceForEachField() {
        pipeline.source("events", "k INT, day STRING, part STRUCT<name: STRING, n: INT>")
                .define(
                        """
                        CREATE OR REFRESH STREAMING TABLE target;
                        CREATE FLOW f AS AUTO CDC INTO target
                          FROM STREAM events KEYS (k) SEQUENCE BY struct(day, part) STORED AS SCD TYPE 1;
                        """);

        pipeline.feed("(1, '2024-01-01', struct('a', 1))");

        assertThat(pipeline.warnings())
                .filteredOn(text -> text.contains("compares text"))
                .hasSize(2)
                .anySatisfy(text -> assertThat(text).contains("compares text in `day`"))
                .anySatisfy(text -> assertThat(text).contains("compares text in `part.name`"));
    }

    @Test
    void aSnapshotWithRepeatedKeysIsRefusedAndTheNextOneGoesOn() {
        pipeline.source("snap", "k INT, v STRING, day INT")
                .define(
                        """
                        CREATE OR REFRESH STREAMING TABLE target;
                        CREATE FLOW f AS AUTO CDC FROM SNAPSHOT INTO target
                          FROM (SELECT k, v FROM snap WHERE day = (SELECT max(day) FROM snap))
                          KEYS (k) STORED AS SCD TYPE 1;
                        """);
        pipeline.feed("(1, 'a', 1), (2, 'b', 1)");

        pipeline.append("(1, 'a2', 2), (1, 'a3', 2)");
        UpdateResult refused = pipeline.update(UpdateRequest.refreshAll());

        assertThat(refused.status()).isEqualTo(UpdateStatus.FAILED);
        assertThat(refused.flows().get(0).error().orElseThrow().message())
                .contains("1 key(s) more than once")
                .contains("k = 1");
        assertThat(pipeline.query("SELECT * FROM $.target ORDER BY k"))
                .containsExactly("1,a", "2,b");
        pipeline.feed("(1, 'a4', 3)");
        assertThat(pipeline.query("SELECT * FROM $.target")).containsExactly("1,a4");
    }

    @Test
    void bitemporalTargetsKeepWhatWasBelievedWhen() {
        pipeline.source("beliefs", "id INT, x STRING, y STRING, bt INT, st INT")
                .define(
                        """
                        CREATE OR REFRESH STREAMING TABLE target;
                        CREATE FLOW f AS AUTO CDC INTO target FROM STREAM beliefs
                          KEYS (id) SEQUENCE BY bt SYSTEM SEQUENCE BY st
                          COLUMNS * EXCEPT (bt, st) STORED AS BITEMPORAL;
                        """);

        pipeline.feed("(1, 'x10', 'y10', 10, 100)");
        pipeline.feed("(1, 'x20', 'y20', 20, 200)");

        assertThat(pipeline.query("SELECT * FROM $.target ORDER BY __SYSTEM_START_AT, __START_AT"))
                .containsExactly(
                        "1,x10,y10,10,null,100,200",
                        "1,x10,y10,10,20,200,null",
                        "1,x20,y20,20,null,200,null");
    }

    @Test
    void onceAndLiveFlowsMeetInEitherOrder() {
        pipeline.source("live", "k INT, v STRING, s BIGINT");
        pipeline.query("CREATE TABLE $.old (k INT, v STRING, s BIGINT) USING delta");
        pipeline.query("INSERT INTO $.old VALUES (1, 'a', 10), (1, 'b', 50)");
        String live =
                """
                CREATE OR REFRESH STREAMING TABLE dim;
                CREATE FLOW l AS AUTO CDC INTO dim FROM STREAM live KEYS (k) SEQUENCE BY s
                  COLUMNS * EXCEPT (s) STORED AS SCD TYPE 2;
                """;
        pipeline.define(live);
        pipeline.feed("(1, 'c', 100)");
        pipeline.define(
                live
                        + """
                        CREATE FLOW h AS AUTO CDC ONCE INTO dim FROM STREAM old KEYS (k)
                          SEQUENCE BY s COLUMNS * EXCEPT (s) STORED AS SCD TYPE 2;
                        """);

        pipeline.run();

        List<String> history = List.of("1,a,10,50", "1,b,50,100", "1,c,100,null");
        assertThat(pipeline.query("SELECT * FROM $.dim ORDER BY __START_AT")).isEqualTo(history);
        pipeline.query("INSERT INTO $.old VALUES (1, 'never', 60)");
        assertThat(pipeline.run()).extracting(FlowResult::status).containsOnly(FlowStatus.IDLE);
        pipeline.query("DELETE FROM $.old WHERE v = 'never'");

        pipeline.complete(
                new UpdateRequest(List.of(), List.of("dim"), false, List.of(), false, 16, 0));

        assertThat(pipeline.query("SELECT * FROM $.dim ORDER BY __START_AT")).isEqualTo(history);
    }

    @Test
    void readersSeeTheVisibleTableOnly() {
        users("SEQUENCE BY seq COLUMNS * EXCEPT (op, seq) STORED AS SCD TYPE 1;");
        String target =
                """
                CREATE OR REFRESH STREAMING TABLE target;
                CREATE FLOW f AS AUTO CDC INTO target FROM STREAM(users)
                  KEYS (userId) APPLY AS DELETE WHEN op = "DELETE"
                  SEQUENCE BY seq COLUMNS * EXCEPT (op, seq);
                CREATE MATERIALIZED VIEW per_city AS
                  SELECT city, count(*) AS n FROM target GROUP BY city;
                CREATE OR REFRESH STREAMING TABLE changes AS
                  SELECT userId, city, _change_type FROM STREAM target WITH (readChangeFeed = true);
                """;
        pipeline.define(target);
        pipeline.feed("(1, 'a', 'Ulm', 'INSERT', 1), (2, 'b', 'Bonn', 'INSERT', 1)");
        pipeline.feed(
                "(1, 'a', 'Kiel', 'UPDATE', 2), (2, null, null, 'DELETE', 2), (3, null,"
                        + " null, 'DELETE', 1)");

        assertThat(pipeline.query("SELECT * FROM $.per_city")).containsExactly("Kiel,1");
        assertThat(pipeline.query("SELECT * FROM $.changes ORDER BY userId, city, _change_type"))
                .containsExactly(
                        "1,Kiel,insert",
                        "1,Ulm,delete",
                        "1,Ulm,insert",
                        "2,Bonn,delete",
                        "2,Bonn,insert");
        assertThat(pipeline.query("SHOW TABLES IN $")).noneMatch(row -> row.contains("millrace"));
        assertThat(pipeline.query("DESCRIBE $.target"))
                .extracting(row -> row.split(",")[0])
                .containsExactly("userId", "name", "city");

        // As in a new process, whose catalog knows nothing yet.
        CatalogTables.forget(SharedSparkSession.get(), List.of(pipeline.schema(), "target"));
        WarehouseTables.register(SharedSparkSession.get());

        assertThat(pipeline.query("SELECT * FROM $.target")).containsExactly("1,a,Kiel");
    }

    @Test
    void nullKeysFailTheFlowBeforeAnythingIsWritten() {
        users("SEQUENCE BY seq COLUMNS * EXCEPT (op, seq) STORED AS SCD TYPE 1;");
        pipeline.feed("(1, 'a', 'Ulm', 'INSERT', 1)");
        pipeline.append("(1, 'b', 'Ulm', 'UPDATE', null), (null, 'c', 'Bonn', 'INSERT', 3)");

        UpdateResult failed = pipeline.update(UpdateRequest.refreshAll());

        assertThat(failed.status()).isEqualTo(UpdateStatus.FAILED);
        assertThat(failed.flows().get(0).error().orElseThrow().code())
                .isEqualTo("MILLRACE_CDC_NULL_KEY_OR_SEQUENCE");
        assertThat(failed.flows().get(0).error().orElseThrow().message())
                .contains("1 event(s) have a NULL key and 1 a NULL sequence");
        assertThat(pipeline.query("SELECT * FROM $.target")).containsExactly("1,a,Ulm");
    }

    @Test
    void whatCannotChangeIsRefusedBeforeAnythingIsWritten() {
        pipeline.source("src", "k INT, region STRING, v STRING, s INT");
        String flow =
                """
                CREATE OR REFRESH STREAMING TABLE dim;
                CREATE FLOW f AS AUTO CDC INTO dim FROM STREAM src KEYS (%s)
                  SEQUENCE BY %s COLUMNS * EXCEPT (s) STORED AS SCD TYPE %s;
                """;
        pipeline.define(flow.formatted("region, k", "s", 1));
        pipeline.feed("(1, 'eu', 'a', 10)");
        pipeline.append("(1, 'eu', 'b', 20)");

        pipeline.define(flow.formatted("k", "s", 1));
        assertThatThrownBy(() -> pipeline.run())
                .hasMessageContaining("MILLRACE_CDC_KEYS_CHANGED")
                .hasMessageContaining("from (region, k) to (k)");
        pipeline.define(flow.formatted("region, k", "s", 2));
        assertThatThrownBy(() -> pipeline.run())
                .hasMessageContaining("MILLRACE_CDC_SCD_TYPE_CHANGED");
        pipeline.define(flow.formatted("region, k", "CAST(s AS STRING)", 1));
        assertThatThrownBy(() -> pipeline.run())
                .hasMessageContaining("MILLRACE_CDC_SEQUENCE_TYPE_CHANGED")
                .hasMessageContaining("from INT to STRING");
        pipeline.define(flow.formatted("region, k", "map(s, s)", 1));
        assertThatThrownBy(() -> pipeline.run())
                .hasMessageContaining("MILLRACE_CDC_SEQUENCE_NOT_ORDERABLE");
        assertThat(pipeline.query("SELECT * FROM $.dim")).containsExactly("1,eu,a");

        pipeline.define(flow.formatted("k, region", "s", 1));
        pipeline.run();
        assertThat(pipeline.query("SELECT * FROM $.dim")).containsExactly("1,eu,b");
    }

    @Test
    void newColumnsAndWiderTypesJoinTheHistory() {
        pipeline.source("src", "k INT, v INT, addr STRUCT<city: STRING>, s INT")
                .define(
                        """
                        CREATE OR REFRESH STREAMING TABLE dim;
                        CREATE FLOW f AS AUTO CDC INTO dim FROM STREAM src KEYS (k)
                          SEQUENCE BY s COLUMNS * EXCEPT (s) STORED AS SCD TYPE 2;
                        """);
        pipeline.feed("(1, 7, struct('Ulm'), 10)");
        pipeline.query("ALTER TABLE $.src SET TBLPROPERTIES ('delta.enableTypeWidening' = 'true')");
        pipeline.query("ALTER TABLE $.src ALTER COLUMN v TYPE BIGINT");
        pipeline.query("ALTER TABLE $.src ALTER COLUMN s TYPE BIGINT");
        pipeline.query("ALTER TABLE $.src ADD COLUMNS (email STRING, addr.zip STRING)");
        pipeline.feed("(1, 7, struct('Ulm', null), 20, null)");

        pipeline.feed("(1, 3000000000, struct('Ulm', '89073'), 30, 'e')");

        assertThat(
                        pipeline.query(
                                "SELECT v, addr.city, addr.zip, email, __START_AT, __END_AT"
                                        + " FROM $.dim ORDER BY __START_AT"))
                .containsExactly("7,Ulm,null,null,10,30", "3000000000,Ulm,89073,e,30,null");
    }
}
