/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.portability;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceFile;
import java.util.List;
import org.junit.jupiter.api.Test;

class PortabilityCheckTest {

    private static List<String> lacks(PeerEngine engine, String sql) {
        return PortabilityCheck.check(
                        List.of(SourceFile.of("a.sql", sql)), CompileOptions.named("p"), engine)
                .stream()
                .map(Diagnostic::message)
                .toList();
    }

    @Test
    void everyStatementIsJudgedForSpark() {
        assertThat(
                        lacks(
                                PeerEngine.SPARK,
                                """
                                CREATE OR REFRESH STREAMING TABLE t (
                                  id INT,
                                  CONSTRAINT good EXPECT (id > 0) ON VIOLATION DROP ROW
                                ) CLUSTER BY AUTO;
                                CREATE FLOW f AS INSERT INTO ONCE t BY NAME
                                SELECT * FROM read_files('/in', format => 'json');
                                CREATE STREAMING TABLE c;
                                CREATE FLOW g AS AUTO CDC INTO c FROM STREAM t KEYS (id) SEQUENCE BY id;
                                """))
                .containsExactly(
                        "Apache Spark 4.2 does not take OR REFRESH",
                        "Apache Spark 4.2 does not take an expectation",
                        "Apache Spark 4.2 does not take CLUSTER BY AUTO",
                        "Apache Spark 4.2 does not take ONCE",
                        "Apache Spark 4.2 does not take read_files()",
                        "Apache Spark 4.2 does not take AUTO CDC");
    }

    @Test
    void lakeflowTakesItsOwnDialectAndNotOurAdditions() {
        assertThat(
                        lacks(
                                PeerEngine.LAKEFLOW,
                                """
                                CREATE OR REFRESH PRIVATE STREAMING TABLE t (
                                  CONSTRAINT good EXPECT (id > 0) ON VIOLATION DROP ROW
                                ) SCHEDULE EVERY 1 HOUR AS SELECT * FROM STREAM read_files('/in');
                                CREATE FLOW g AS AUTO CDC INTO c FROM STREAM t KEYS (id) SEQUENCE BY id;
                                """))
                .isEmpty();
        assertThat(
                        lacks(
                                PeerEngine.LAKEFLOW,
                                """
                                CREATE SINK s USING kafka;
                                CREATE OR REFRESH MATERIALIZED VIEW m (
                                  CONSTRAINT one EXPECT UNIQUE (id),
                                  CONSTRAINT side EXPECT (id > 0) ON VIOLATION QUARANTINE ROW
                                ) AS SELECT 1 AS id;
                                CREATE FLOW f SPARK_CONF ('a' = 'b') AS INSERT INTO SINK s SELECT * FROM STREAM t;
                                CREATE FLOW h AS AUTO CDC FROM SNAPSHOT INTO c FROM x KEYS (id);
                                """))
                .containsExactly(
                        "Databricks Lakeflow does not take CREATE SINK",
                        "Databricks Lakeflow does not take a rule across rows",
                        "Databricks Lakeflow does not take QUARANTINE ROW",
                        "Databricks Lakeflow does not take SPARK_CONF",
                        "Databricks Lakeflow does not take a flow into a sink",
                        "Databricks Lakeflow does not take an INSERT without BY NAME",
                        "Databricks Lakeflow does not take AUTO CDC FROM SNAPSHOT");
    }

    @Test
    void whatIsLackingIsAWarningWithWhatToWriteInstead() {
        Diagnostic found =
                PortabilityCheck.check(
                                List.of(SourceFile.of("a.sql", "CREATE SINK s USING kafka")),
                                CompileOptions.named("p"),
                                PeerEngine.LAKEFLOW)
                        .get(0);
        assertThat(found.code()).isEqualTo(ErrorCode.MILLRACE_NOT_PORTABLE);
        assertThat(found.isError()).isFalse();
        assertThat(found.hint()).hasValueSatisfying(hint -> assertThat(hint).contains("Python"));
    }
}
