/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatementClassifierTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create /* c */ or refresh -- x\n streaming table t as select",
                "CREATE MATERIALIZED VIEW m",
                "CREATE LIVE TABLE m",
                "CREATE FLOW f",
                "CREATE SINK s",
                "CREATE OR REPLACE TEMPORARY VIEW v AS SELECT 1",
                "CREATE TABLE t (a INT)",
                "REFRESH MATERIALIZED VIEW m",
                "APPLY CHANGES INTO t",
                "AUTO CDC INTO t",
                "ALTER STREAMING TABLE t ADD SCHEDULE",
                "DROP MATERIALIZED VIEW m",
                "EXPLAIN CREATE MATERIALIZED VIEW m AS SELECT 1",
                ";; SET a.b = 1",
                "USE CATALOG c",
                "CREATE STREMING TABLE t"
            })
    void takesStatementsOfTheDialect(String text) {
        assertThat(StatementClassifier.isDialect(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-- nothing",
                "SELECT create streaming FROM t",
                "WITH a AS (SELECT 1) SELECT * FROM a",
                "CREATE FUNCTION f AS 'x'",
                "CREATE TEMPORARY FUNCTION f AS 'x'",
                "CREATE SCHEMA s",
                "ALTER TABLE t ADD COLUMN a INT",
                "DROP SCHEMA s",
                "INSERT INTO t SELECT 1",
                "EXPLAIN SELECT 1",
                "REFRESH FUNCTION f",
                "REFRESH 'path'",
                "SET VARIABLE x = 1",
                "SET a",
                "BEGIN SELECT 1; END",
                "streaming table t"
            })
    void leavesTheRestToSpark(String text) {
        assertThat(StatementClassifier.isDialect(text)).isFalse();
    }
}
