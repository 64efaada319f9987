/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.portability;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.CompileResult;
import io.millrace.compiler.PipelineCompiler;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.source.SourceFile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LegacyRewriteTest {

    private static final CompileOptions OPTIONS = CompileOptions.named("p");

    private static String modern(String sql) {
        return LegacyRewrite.modern(SourceFile.of("a.sql", sql), OPTIONS).orElse(sql);
    }

    @Test
    void liveTablesBecomeTheirModernKinds() {
        assertThat(modern("CREATE OR REFRESH LIVE TABLE t AS SELECT 1 AS id;"))
                .isEqualTo("CREATE OR REFRESH MATERIALIZED VIEW t AS SELECT 1 AS id;");
        assertThat(modern("create streaming live table t comment 'x' as select * from stream(s);"))
                .isEqualTo("CREATE STREAMING TABLE t comment 'x' as select * from stream(s);");
        assertThat(modern("CREATE INCREMENTAL LIVE TABLE t AS SELECT * FROM STREAM(s)"))
                .isEqualTo("CREATE STREAMING TABLE t AS SELECT * FROM STREAM(s)");
        assertThat(modern("CREATE TEMPORARY LIVE TABLE t AS SELECT 1 AS id"))
                .isEqualTo("CREATE PRIVATE MATERIALIZED VIEW t AS SELECT 1 AS id");
        assertThat(
                        modern(
                                "CREATE OR REFRESH TEMPORARY STREAMING TABLE t AS SELECT * FROM STREAM s"))
                .isEqualTo("CREATE OR REFRESH PRIVATE STREAMING TABLE t AS SELECT * FROM STREAM s");
        assertThat(modern("CREATE LIVE VIEW v AS SELECT 1 AS id"))
                .isEqualTo("CREATE TEMPORARY VIEW v AS SELECT 1 AS id");
        assertThat(modern("CREATE STREAMING LIVE VIEW v AS SELECT * FROM STREAM(s)"))
                .isEqualTo("CREATE TEMPORARY VIEW v AS SELECT * FROM STREAM(s)");
    }

    @Test
    void thePrefixGoesFromNamesRelationsAndColumnsOnly() {
        assertThat(
                        modern(
                                """
                                CREATE LIVE TABLE LIVE.t AS
                                SELECT LIVE.a.id, live.n, 'LIVE.a' AS text -- LIVE.a
                                FROM LIVE.a JOIN STREAM(LIVE.`b c`) live ON a.id = live.id
                                """))
                .isEqualTo(
                        """
                        CREATE MATERIALIZED VIEW t AS
                        SELECT a.id, live.n, 'LIVE.a' AS text -- LIVE.a
                        FROM a JOIN STREAM(`b c`) live ON a.id = live.id
                        """);
    }

    @Test
    void applyChangesBecomesAFlowNamedLikeItsTarget() {
        String legacy =
                """
                CREATE STREAMING LIVE TABLE customers;
                APPLY CHANGES INTO LIVE.customers
                FROM STREAM(LIVE.feed)
                KEYS (id) SEQUENCE BY n;
                CREATE TEMPORARY LIVE VIEW feed AS SELECT * FROM STREAM(crm.feed);
                """;
        String modern = modern(legacy);
        assertThat(modern)
                .isEqualTo(
                        """
                        CREATE STREAMING TABLE customers;
                        CREATE FLOW customers AS AUTO CDC INTO customers
                        FROM STREAM(feed)
                        KEYS (id) SEQUENCE BY n;
                        CREATE TEMPORARY VIEW feed AS SELECT * FROM STREAM(crm.feed);
                        """);
        assertThat(flows(modern)).isEqualTo(flows(legacy));
    }

    @Test
    void cloudFilesBecomesReadFiles() {
        assertThat(
                        modern(
                                """
                                CREATE STREAMING TABLE t AS SELECT * FROM cloud_files("/in", "csv",
                                  map("cloudFiles.inferColumnTypes", "true", 'header', 'true', 'a.b', lower('X')));
                                """))
                .isEqualTo(
                        """
                        CREATE STREAMING TABLE t AS SELECT * FROM STREAM read_files("/in", format => "csv", inferColumnTypes => "true", header => 'true', `a.b` => lower('X'));
                        """);
        assertThat(
                        modern(
                                "CREATE STREAMING TABLE t AS SELECT * FROM STREAM cloud_files('/in', 'json')"))
                .isEqualTo(
                        "CREATE STREAMING TABLE t AS SELECT * FROM STREAM read_files('/in', format => 'json')");
    }

    @Test
    void parametersStayAndModernTextIsLeftAlone() {
        CompileOptions options =
                new CompileOptions(
                        "p", "spark_catalog", "default", Map.of("path", "/long/in"), Map.of());
        SourceFile file =
                SourceFile.of(
                        "a.sql",
                        "CREATE LIVE TABLE t AS SELECT * FROM cloud_files('${path}', 'json');\n");
        assertThat(LegacyRewrite.modern(file, options))
                .hasValue(
                        "CREATE MATERIALIZED VIEW t AS SELECT * FROM STREAM read_files('/long/in',"
                                + " format => 'json');\n".replace("/long/in", "/long/in"));
        String modern = "CREATE OR REFRESH MATERIALIZED VIEW t AS SELECT 1 AS live;\n";
        assertThat(LegacyRewrite.modern(SourceFile.of("a.sql", modern), OPTIONS)).isEmpty();
    }

    @Test
    void commentsInAHeadAreKept() {
        assertThat(modern("CREATE /* old */ LIVE -- words\n TABLE t AS SELECT 1 AS id"))
                .isEqualTo("CREATE MATERIALIZED VIEW /* old */ -- words\nt AS SELECT 1 AS id");
    }

    @Test
    void theDiffIsUnified() {
        String sql =
                """
                -- one
                -- two
                -- three
                -- four
                CREATE LIVE TABLE t
                AS SELECT 1 AS id;
                -- end""";
        assertThat(LegacyRewrite.diffs(List.of(SourceFile.of("x/a.sql", sql)), OPTIONS))
                .containsExactly(
                        """
                        --- x/a.sql
                        +++ x/a.sql
                        @@ -2,6 +2,6 @@
                         -- two
                         -- three
                         -- four
                        -CREATE LIVE TABLE t
                        +CREATE MATERIALIZED VIEW t
                         AS SELECT 1 AS id;
                         -- end
                        \\ No newline at end of file
                        """);
    }

    private static List<String> flows(String sql) {
        CompileResult compiled =
                PipelineCompiler.compile(List.of(SourceFile.of("a.sql", sql)), OPTIONS);
        return compiled.graph().orElseThrow().flows().stream().map(Flow::name).toList();
    }
}
