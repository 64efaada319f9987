/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.UpdateRequest;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables and columns with names, comments and types of all kinds. */
class CdcNamesTest {

    private static final String FLOW =
            """
            CREATE OR REFRESH STREAMING TABLE %s %s;
            CREATE FLOW f AS AUTO CDC INTO %s FROM %s KEYS (%s) APPLY AS DELETE WHEN op = 'D'
              SEQUENCE BY %s COLUMNS * EXCEPT (s, op) STORED AS SCD TYPE %d;
            """;

    @TempDir Path storage;

    private SqlPipeline pipeline;

    @BeforeEach
    void newPipeline() {
        pipeline =
                new SqlPipeline(storage)
                        .source("src", "k INT, part STRING, v INT, s INT, op STRING");
    }

    @Test
    void caseCountsInAllClausesOrInNone() {
        Map<String, String> clauses = new LinkedHashMap<>();
        clauses.put("K", "KEYS (K) SEQUENCE BY s");
        clauses.put("S", "KEYS (k) SEQUENCE BY S");
        clauses.put("OP", "KEYS (k) APPLY AS DELETE WHEN OP = 'D' SEQUENCE BY s");
        clauses.put("V", "KEYS (k) SEQUENCE BY s COLUMNS (k, V)");
        clauses.put("Op", "KEYS (k) SEQUENCE BY s COLUMNS * EXCEPT (Op)");
        clauses.put("vV", "KEYS (k) IGNORE NULL UPDATES ON (V) SEQUENCE BY s");
        clauses.put("Vv", "KEYS (k) SEQUENCE BY s STORED AS SCD TYPE 2 TRACK HISTORY ON (V)");
        StringBuilder text = new StringBuilder();
        clauses.forEach(
                (name, clause) ->
                        text.append(
                                "CREATE STREAMING TABLE %1$s; CREATE FLOW f_%1$s AS AUTO CDC INTO %1$s FROM STREAM src %2$s;\n"
                                        .formatted("t" + text.length(), clause)));
        // The columns of a table never differ by case alone.
        text.append("CREATE STREAMING TABLE ok (K INT, V INT);\n");
        text.append(
                "CREATE FLOW f_ok AS AUTO CDC INTO ok FROM STREAM src KEYS (k) APPLY AS DELETE WHEN op = 'D' SEQUENCE BY s COLUMNS (k, v);\n");

        pipeline.define("SET spark.sql.caseSensitive = true;\n" + text);
        List<RunDiagnostic> refused = pipeline.plan(UpdateRequest.refreshAll()).errors();
        assertThat(refused).hasSameSizeAs(clauses.keySet());
        assertThat(refused)
                .zipSatisfy(
                        clauses.values(),
                        (found, clause) -> {
                            assertThat(found.code())
                                    .isIn("MILLRACE_CDC_UNKNOWN_COLUMN", "MILLRACE_CDC_EXPRESSION");
                            assertThat(
                                            found.location().isPresent()
                                                    || found.statement().isPresent())
                                    .as(clause)
                                    .isTrue();
                        });

        pipeline.define(text.toString());
        pipeline.feed("(1, 'a', 10, 1, 'U'), (2, 'a', 20, 1, 'U'), (2, 'a', 21, 2, 'D')");
        assertThat(pipeline.query("SELECT k, v FROM $.ok")).containsExactly("1,10");
        assertThat(pipeline.query("SELECT k, v FROM $.t0 ORDER BY k"))
                .containsExactly("1,10", "2,21");
    }

    /** Mapped, columns have names of their own in the files; each update must find them again. */
    @ParameterizedTest
    @CsvSource({"1, true", "2, true", "1, false", "2, false"})
    void oddNamesKeepTheirRowsFromUpdateToUpdate(int type, boolean odd) {
        String columns = odd ? "k AS `id no`, v AS `unit price`" : "k AS id, v AS price";
        String key = odd ? "`id no`" : "id";
        String table = odd ? "`Daily.Sales-1`" : "mapped";
        String properties =
                odd ? "COMMENT 'it''s odd'" : "TBLPROPERTIES ('delta.columnMapping.mode' = 'name')";
        pipeline.define(
                FLOW.formatted(
                        table,
                        properties,
                        table,
                        "(SELECT " + columns + ", s, op FROM STREAM src)",
                        key,
                        "s",
                        type));
        pipeline.feed("(1, 'a', 10, 1, 'U'), (2, 'a', 20, 1, 'U'), (3, 'a', 30, 1, 'U')");
        pipeline.feed("(4, 'a', 40, 2, 'U'), (1, 'a', 11, 2, 'U'), (2, 'a', 0, 2, 'D')");
        // Late, behind a delete.
        pipeline.feed("(2, 'a', 21, 1, 'U'), (3, 'a', 29, 0, 'U')");

        String rows = "SELECT * FROM $." + table + " ORDER BY " + key + ", 3";
        if (type == 1) {
            assertThat(pipeline.query("SELECT * FROM $." + table + " ORDER BY " + key))
                    .containsExactly("1,11", "3,30", "4,40");
        } else {
            assertThat(pipeline.query(rows))
                    .containsExactly(
                            "1,10,1,2",
                            "1,11,2,null",
                            "2,21,1,2",
                            "3,29,0,1",
                            "3,30,1,null",
                            "4,40,2,null");
        }
        pipeline.complete(
                new UpdateRequest(
                        List.of(),
                        List.of(odd ? "Daily.Sales-1" : "mapped"),
                        false,
                        List.of(),
                        false,
                        16,
                        0));
        assertThat(pipeline.query("SELECT count(*) FROM $." + table))
                .containsExactly(type == 1 ? "3" : "6");
    }

    @Test
    void commentsOfTheTableAndItsColumnsAreSeenAndFollowTheDeclaration() {
        String text =
                """
                CREATE OR REFRESH STREAMING TABLE dim (k INT COMMENT '%s', v INT) COMMENT '%s';
                CREATE FLOW f AS AUTO CDC INTO dim FROM STREAM src KEYS (k) SEQUENCE BY s
                  COLUMNS (k, v);
                """;
        pipeline.define(text.formatted("the key", "the table"));
        pipeline.feed("(1, 'a', 10, 1, 'U')");
        assertThat(pipeline.query("DESCRIBE EXTENDED $.dim"))
                .contains("k,int,the key", "Comment,the table,");

        pipeline.define(text.formatted("the new key", "the new table"));
        pipeline.feed("(2, 'a', 20, 1, 'U')");
        assertThat(pipeline.query("DESCRIBE EXTENDED $.dim"))
                .contains("k,int,the new key", "Comment,the new table,");
        assertThat(pipeline.query("SELECT * FROM $.dim ORDER BY k"))
                .containsExactly("1,10", "2,20");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "map(k, v)",
                "array(k)",
                "CAST(part AS STRING COLLATE UTF8_LCASE)",
                "parse_json('1')"
            })
    void aKeyThatCannotBeOneIsRefusedBeforeAnythingIsWritten(String key) {
        pipeline.define(
                FLOW.formatted(
                        "dim",
                        "",
                        "dim",
                        "(SELECT " + key + " AS id, v, s, op FROM STREAM src)",
                        "id",
                        "s",
                        1));
        pipeline.append("(1, 'a', 10, 1, 'U')");
        assertThatThrownBy(() -> pipeline.run())
                .hasMessageContaining("MILLRACE_CDC_KEY_TYPE")
                .hasMessageContaining("`id`");
    }

    @Test
    void columnsThatDifferInLetterCaseOnlyAreRefusedWithTheirNames() {
        pipeline.define(
                FLOW.formatted(
                        "dim",
                        "",
                        "dim",
                        "(SELECT k, v, v AS V, s, op FROM STREAM src)",
                        "k",
                        "s",
                        1));
        pipeline.append("(1, 'a', 10, 1, 'U')");
        assertThatThrownBy(() -> pipeline.run()).hasMessageContaining("COLUMN_ALREADY_EXISTS");
    }

    @Test
    void anUnknownRuleForTiesIsRefused() {
        pipeline.define(
                FLOW.formatted(
                        "dim",
                        "TBLPROPERTIES ('millrace.cdc.onConflictingTie' = 'eror')",
                        "dim",
                        "STREAM src",
                        "k",
                        "s",
                        1));
        pipeline.append("(1, 'a', 10, 1, 'U')");
        assertThatThrownBy(() -> pipeline.run())
                .hasMessageContaining("MILLRACE_CDC_TABLE_PROPERTY")
                .hasMessageContaining("onConflictingTie = eror");
    }

    @Test
    void aFieldOfAStructSequenceGetsWider() {
        String flow =
                FLOW.formatted(
                        "dim",
                        "",
                        "dim",
                        "(SELECT k, part, v, %s AS s, op FROM STREAM src)",
                        "k",
                        "STRUCT(s, part)",
                        2);
        pipeline.define(flow.formatted("s"));
        pipeline.feed("(1, 'a', 10, 1, 'U')");
        pipeline.define(flow.formatted("CAST(s AS BIGINT) + 5000000000"));
        pipeline.feed("(1, 'a', 11, 2, 'U'), (2, 'b', 20, 1, 'U')");
        assertThat(pipeline.query("SELECT k, v, __START_AT.s, __END_AT.s FROM $.dim ORDER BY k, v"))
                .containsExactly(
                        "1,10,1,5000000002", "1,11,5000000002,null", "2,20,5000000001,null");
    }
}
