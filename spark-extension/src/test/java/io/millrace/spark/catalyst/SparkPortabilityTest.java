/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.portability.PeerEngine;
import io.millrace.compiler.portability.PortabilityCheck;
import io.millrace.compiler.source.SourceFile;
import java.util.List;
import org.apache.spark.sql.execution.SparkSqlParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said to be portable to Spark, and what is said not to be, by Spark's own parser. */
class SparkPortabilityTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE STREAMING TABLE t",
                "CREATE STREAMING TABLE t (id INT COMMENT 'x') PARTITIONED BY (id) COMMENT 'c'"
                        + " TBLPROPERTIES ('a' = 'b') AS SELECT * FROM STREAM(s)",
                "CREATE STREAMING TABLE t CLUSTER BY (id)",
                "CREATE STREAMING TABLE t (id INT NOT NULL DEFAULT 3)",
                "CREATE FLOW f COMMENT 'c' AS INSERT INTO t BY NAME SELECT * FROM STREAM s",
                "CREATE MATERIALIZED VIEW v CLUSTER BY (id) AS SELECT 1 AS id",
                "CREATE TEMPORARY VIEW v AS SELECT 1 AS id",
                "CREATE OR REPLACE VIEW v AS SELECT 1 AS id",
                "USE SCHEMA x",
            })
    void whatIsPortableIsReadBySpark(String sql) {
        assertThat(isPortable(sql)).isTrue();
        assertThat(new SparkSqlParser().parsePlan(sql)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE OR REFRESH STREAMING TABLE t",
                "CREATE PRIVATE STREAMING TABLE t",
                "CREATE STREAMING TABLE t (CONSTRAINT c EXPECT (id > 0))",
                "CREATE STREAMING TABLE t CLUSTER BY AUTO",
                "CREATE STREAMING TABLE t (id INT PRIMARY KEY)",
                "CREATE STREAMING TABLE t SCHEDULE EVERY 1 HOUR",
                "CREATE STREAMING TABLE t FLOW INSERT BY NAME SELECT * FROM STREAM s",
                "CREATE FLOW f AS AUTO CDC INTO t FROM STREAM s KEYS (id) SEQUENCE BY n",
                "CREATE FLOW f AS INSERT INTO ONCE t BY NAME SELECT * FROM s",
                "CREATE MATERIALIZED VIEW v (id COMMENT 'x') AS SELECT 1 AS id",
                "CREATE MATERIALIZED VIEW v REFRESH POLICY FULL AS SELECT 1 AS id",
                "CREATE TABLE t (id INT) FLOW INSERT BY NAME SELECT * FROM STREAM s",
                "CREATE SINK s USING kafka",
                "CREATE LIVE TABLE t AS SELECT 1 AS id",
                "APPLY CHANGES INTO t FROM STREAM s KEYS (id) SEQUENCE BY n",
                "USE CATALOG x",
            })
    void whatIsNotPortableIsRefusedBySpark(String sql) {
        assertThat(isPortable(sql)).isFalse();
        assertThatThrownBy(() -> new SparkSqlParser().parsePlan(sql)).isNotNull();
    }

    private static boolean isPortable(String sql) {
        return PortabilityCheck.check(
                        List.of(SourceFile.of("a.sql", sql)),
                        CompileOptions.named("p"),
                        PeerEngine.SPARK)
                .isEmpty();
    }
}
