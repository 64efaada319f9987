/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.UpdateRequest;
import io.millrace.spark.plan.DatasetPlan;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values find their place by name, and are compared as the table holds them. */
class CdcValuesTest {

    private static final String NESTED =
            """
            mp MAP<STRING, STRUCT<a INT, b INT>>, mk MAP<STRUCT<a INT, b INT>, INT>,
            am ARRAY<MAP<STRING, STRUCT<a INT, b INT>>>,
            sm STRUCT<m MAP<STRING, STRUCT<a INT, b INT>>>\
            """;

    private static final String NESTED_SQL =
            """
            k, s, map('k', struct(20 AS b, 10 AS A)) AS mp, map(struct(20 AS b, 10 AS a), 7) AS mk,
            array(map('k', struct(20 AS b, 10 AS a))) AS am,
            struct(map('k', struct(20 AS b, 10 AS a)) AS m) AS sm\
            """;

    @TempDir Path storage;

    @Test
    void fieldsInMapsArePlacedByNameInEveryWriter() {
        SqlPipeline pipeline = new SqlPipeline(storage).source("src", "k INT, s INT");
        String text =
                """
                CREATE TEMPORARY VIEW v AS SELECT %1$s FROM STREAM src;
                CREATE STREAMING TABLE one (k INT, s INT, %2$s);
                CREATE FLOW f1 AS AUTO CDC INTO one FROM STREAM v KEYS (k) SEQUENCE BY s;
                CREATE STREAMING TABLE two (k INT, s INT, %2$s, __START_AT INT, __END_AT INT);
                CREATE FLOW f2 AS AUTO CDC INTO two FROM STREAM v KEYS (k) SEQUENCE BY s
                  STORED AS SCD TYPE 2 TRACK HISTORY ON * EXCEPT (s);
                CREATE STREAMING TABLE appended (k INT, s INT, %2$s) AS SELECT * FROM STREAM v;
                CREATE STREAMING TABLE replaced (k INT, s INT, %2$s);
                CREATE FLOW f3 AS INSERT INTO replaced BY NAME REPLACE USING (k) SEQUENCE BY s
                  SELECT * FROM STREAM v;
                CREATE STREAMING TABLE swapped (k INT, s INT, %2$s);
                CREATE FLOW f6 AS INSERT INTO swapped BY NAME REPLACE WHERE k > 0
                  SELECT %1$s FROM src;
                CREATE STREAMING TABLE snapped (k INT, s INT, %2$s);
                CREATE FLOW f4 AS AUTO CDC FROM SNAPSHOT INTO snapped FROM now KEYS (k);
                CREATE TEMPORARY VIEW now AS SELECT %1$s FROM src
                  WHERE s = (SELECT max(s) FROM src);
                CREATE MATERIALIZED VIEW viewed (k INT, s INT, %2$s) AS SELECT %1$s FROM src;
                CREATE STREAMING TABLE grown (k INT, less MAP<STRING, STRUCT<a INT, b INT>>);
                CREATE FLOW f5 AS AUTO CDC INTO grown FROM (
                    SELECT k, s, %3$s AS less FROM STREAM src)
                  KEYS (k) SEQUENCE BY s COLUMNS (k, less);
                CREATE STREAMING TABLE free;
                CREATE FLOW f7 AS AUTO CDC INTO free FROM (
                    SELECT k, s, map('k', struct(%4$s)) AS m FROM STREAM src)
                  KEYS (k) SEQUENCE BY s COLUMNS (k, m);
                """;
        pipeline.define(text.formatted(NESTED_SQL, NESTED, "map('k', struct(10 AS a))", "1 AS b"));
        pipeline.feed("(1, 1)");
        pipeline.define(
                text.formatted(
                        NESTED_SQL,
                        NESTED,
                        "map('k', struct(2L AS c, 3 AS b))",
                        "77 AS a, s AS b"));
        pipeline.feed("(1, 2)");

        String all =
                "SELECT mp['k'].a, mp['k'].b, map_keys(mk)[0].a, map_keys(mk)[0].b, am[0]['k'].a,"
                        + " am[0]['k'].b, sm.m['k'].a, sm.m['k'].b FROM $.";
        for (String table : new String[] {"one", "two", "replaced"}) {
            assertThat(pipeline.query(all + table))
                    .as(table)
                    .containsExactly("10,20,10,20,10,20,10,20");
        }
        for (String table : new String[] {"appended", "swapped", "snapped", "viewed"}) {
            assertThat(pipeline.query(all + table))
                    .as(table)
                    .containsOnly("10,20,10,20,10,20,10,20")
                    .isNotEmpty();
        }
        assertThat(pipeline.query("SELECT less['k'].a, less['k'].b, less['k'].c FROM $.grown"))
                .containsExactly("null,3,2");
        assertThat(pipeline.query("SELECT m['k'].a, m['k'].b FROM $.free")).containsExactly("77,2");
    }

    @Test
    void aColumnThatIsNoLongerGivenIsToldOnceAndKeepsItsValues() {
        SqlPipeline pipeline = new SqlPipeline(storage).source("src", "k INT, a INT, b INT, s INT");
        String text =
                """
                CREATE STREAMING TABLE one;
                CREATE FLOW f1 AS AUTO CDC INTO one FROM STREAM src KEYS (k) SEQUENCE BY s
                  COLUMNS (k, a%1$s);
                CREATE STREAMING TABLE two;
                CREATE FLOW f2 AS AUTO CDC INTO two FROM (SELECT k, a%1$s, s FROM STREAM src)
                  KEYS (k) SEQUENCE BY s COLUMNS * EXCEPT (s) STORED AS SCD TYPE 2;
                CREATE STREAMING TABLE snapped;
                CREATE FLOW f3 AS AUTO CDC FROM SNAPSHOT INTO snapped FROM now KEYS (k);
                CREATE TEMPORARY VIEW now AS SELECT k, max(a) AS a%2$s FROM src GROUP BY k;
                """;
        pipeline.define(text.formatted(", b", ", max(b) AS b"));
        pipeline.feed("(1, 10, 100, 1), (2, 20, 200, 1)");
        pipeline.define(text.formatted("", ""));
        assertThat(pipeline.plan(UpdateRequest.refreshAll()).datasets())
                .flatExtracting(DatasetPlan::changes)
                .filteredOn(change -> change.contains("no longer given"))
                .hasSize(3);
        pipeline.feed("(1, 11, 101, 2), (3, 30, 300, 1)");
        assertThat(pipeline.warnings()).filteredOn(w -> w.contains("no longer given")).hasSize(3);
        pipeline.feed("(1, 12, 102, 3)");
        assertThat(pipeline.warnings()).filteredOn(w -> w.contains("no longer given")).isEmpty();

        String rows = "1,12,100;2,20,200;3,30,null";
        assertThat(String.join(";", pipeline.query("SELECT k, a, b FROM $.one ORDER BY k")))
                .isEqualTo(rows);
        assertThat(String.join(";", pipeline.query("SELECT k, a, b FROM $.snapped ORDER BY k")))
                .isEqualTo(rows);
        assertThat(pipeline.query("SELECT k, a, b, __START_AT FROM $.two ORDER BY k, a"))
                .containsExactly(
                        "1,10,100,1", "1,11,100,2", "1,12,100,3", "2,20,200,1", "3,30,null,1");
    }

    @Test
    void textsOfOneCharAreOneValueHoweverTheyArePadded() {
        SqlPipeline pipeline = new SqlPipeline(storage).source("src", "c STRING, n STRING, s INT");
        pipeline.define(
                """
                CREATE STREAMING TABLE one (c CHAR(3), n STRING,
                  CONSTRAINT shown EXPECT (c = 'ab' OR c = 'ü') ON VIOLATION FAIL UPDATE);
                CREATE FLOW f1 AS AUTO CDC INTO one FROM STREAM src KEYS (c) SEQUENCE BY s
                  COLUMNS (c, n);
                CREATE STREAMING TABLE two (c CHAR(3), n STRING, __START_AT INT, __END_AT INT);
                CREATE FLOW f2 AS AUTO CDC INTO two FROM STREAM src KEYS (c) SEQUENCE BY s
                  COLUMNS (c, n) STORED AS SCD TYPE 2;
                CREATE STREAMING TABLE tracked (k INT, c CHAR(3), t STRUCT<c CHAR(3)>,
                  __START_AT INT, __END_AT INT);
                CREATE FLOW f3 AS AUTO CDC INTO tracked FROM (
                    SELECT 1 AS k, c, struct(c) AS t, s FROM STREAM src WHERE c LIKE 'ab%')
                  KEYS (k) SEQUENCE BY s COLUMNS (k, c, t) STORED AS SCD TYPE 2;
                CREATE STREAMING TABLE replaced (c CHAR(3), n STRING, s INT,
                  CONSTRAINT shown EXPECT (c = 'ab' OR c = 'ü') ON VIOLATION FAIL UPDATE);
                CREATE FLOW f4 AS INSERT INTO replaced BY NAME REPLACE USING (c) SEQUENCE BY s
                  SELECT * FROM STREAM src;
                CREATE STREAMING TABLE snapped (c CHAR(3), n STRING);
                CREATE FLOW f5 AS AUTO CDC FROM SNAPSHOT INTO snapped FROM now KEYS (c);
                CREATE TEMPORARY VIEW now AS SELECT max(c) AS c, max_by(n, s) AS n
                  FROM src GROUP BY rtrim(c);
                """);
        pipeline.feed("('ab', 'x', 1), ('ab  ', 'y', 3), ('ü', 'z', 1)");
        pipeline.feed("('ab', 'new', 6), ('ab ', 'late', 2)");

        assertThat(pipeline.query("SELECT concat(c, '|'), n FROM $.one ORDER BY c"))
                .containsExactly("ab |,new", "ü  |,z");
        assertThat(pipeline.query("SELECT c, n, __START_AT, __END_AT FROM $.two ORDER BY c, 3"))
                .containsExactly(
                        "ab ,x,1,2", "ab ,late,2,3", "ab ,y,3,6", "ab ,new,6,null", "ü  ,z,1,null");
        assertThat(pipeline.query("SELECT c, t.c, __START_AT, __END_AT FROM $.tracked"))
                .containsExactly("ab ,ab ,1,null");
        assertThat(pipeline.query("SELECT c, n FROM $.replaced ORDER BY c"))
                .containsExactly("ab ,new", "ü  ,z");
        assertThat(pipeline.query("SELECT c, n FROM $.snapped ORDER BY c"))
                .containsExactly("ab ,new", "ü  ,z");
    }
}
