/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DialectRewriteTest {

    private static QueryAnalysis analyze(String sql) {
        SourceFile file = SourceFile.of("a.sql", sql);
        QueryAnalysis analysis = QueryParser.analyze(new SourceSpan(file, 0, sql.length()));
        assertThat(analysis.diagnostics()).as(sql).isEmpty();
        return analysis;
    }

    /** The executed text with runs of blanks as one. */
    private static String rewritten(String sql) {
        return analyze(sql).sql().text().replaceAll(" +", " ").strip();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM stream",
                "SELECT * FROM stream AS s",
                "SELECT * FROM stream WHERE a > 1",
                "SELECT * FROM stream GROUP BY a",
                "SELECT * FROM stream HAVING count(*) > 1",
                "SELECT * FROM stream QUALIFY row_number() OVER (ORDER BY a) = 1",
                "SELECT * FROM stream ORDER BY a",
                "SELECT * FROM stream LIMIT 5",
                "SELECT * FROM stream LIMIT ALL",
                "SELECT * FROM stream VERSION AS OF 3",
                "SELECT * FROM stream WITH (a = 1)",
                "SELECT * FROM stream LATERAL VIEW explode(x) AS y",
                "SELECT * FROM stream TABLESAMPLE (5 ROWS)",
                "SELECT * FROM stream |> WHERE a",
                "SELECT * FROM (stream)",
                "SELECT * FROM stream WATERMARK ts DELAY OF INTERVAL 1 MINUTE",
                "SELECT a, stream AS b FROM stream AS s WHERE s.stream IS NOT NULL",
                "SELECT * FROM stream WINDOW w AS (ORDER BY a)",
            })
    void readsATableCalledStreamAsABatch(String sql) {
        assertThat(analyze(sql).inputs())
                .singleElement()
                .satisfies(
                        input -> {
                            assertThat(input.name()).containsExactly("stream");
                            assertThat(input.streaming()).isFalse();
                            assertThat(input.span().text()).isEqualTo("stream");
                        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"INNER", "LEFT", "RIGHT OUTER", "FULL", "CROSS", "LEFT SEMI", "ANTI"})
    void joinsATableCalledStream(String join) {
        String on = join.equals("CROSS") ? "" : " ON stream.a = b.a";
        assertThat(analyze("SELECT * FROM stream " + join + " JOIN b" + on).inputs())
                .extracting(QueryInput::name)
                .containsExactly(List.of("stream"), List.of("b"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM STREAM t",
                "SELECT * FROM STREAM(t)",
                "SELECT * FROM Stream ( t ) s",
                "SELECT * FROM stream t AS s",
                "SELECT * FROM STREAM /* here */ t",
                "SELECT * FROM STREAM -- here\n t",
                "SELECT * FROM STREAM IDENTIFIER('t')",
                "SELECT * FROM STREAM(IDENTIFIER('t'))",
                "SELECT * FROM a.b JOIN STREAM t",
                "SELECT * FROM STREAM t WITH (x = 1), a.b",
                "SELECT * FROM STREAM t s WITH (x = 1)",
                "SELECT * FROM STREAM t LEFT JOIN a.b ON true",
            })
    void readsAStream(String sql) {
        assertThat(analyze(sql).inputs())
                .anySatisfy(
                        input -> {
                            assertThat(input.name()).containsExactly("t");
                            assertThat(input.streaming()).isTrue();
                        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "-->",
            value = {
                "STREAM t WITH (SKIPCHANGECOMMITS, STARTINGVERSION = 5)"
                        + " --> STREAM t WITH (SKIPCHANGECOMMITS = true, STARTINGVERSION = 5)",
                "t WITH (a, `b.c` 'x') s --> t WITH (a = true, `b.c` 'x') s",
                "STREAM t AS s WITH (a) --> STREAM t WITH (a = true) AS s",
                "STREAM(t) s WATERMARK s.ts DELAY OF INTERVAL 3 MINUTES WITH (a = 1) WHERE x"
                        + " --> STREAM(t) WITH (a = 1) WATERMARK s.ts DELAY OF INTERVAL 3 MINUTES s"
                        + " WHERE x",
                "STREAM(t WITH (a)) s --> STREAM(t ) WITH (a = true) s",
                "STREAM t WATERMARK ts DELAY OF INTERVAL '1' HOUR WITH (a = 1) AS s (x, y)"
                        + " --> STREAM t WITH (a = 1) WATERMARK ts DELAY OF INTERVAL '1' HOUR AS s"
                        + " (x, y)",
                "STREAM f('p', x => 1) WITH (maxFilesPerTrigger = 10, once) r"
                        + " --> STREAM f('p', x => 1, `maxFilesPerTrigger` => 10, `once` => true) r",
                "STREAM f() r WITH (a.b = 'c') --> STREAM f(`a.b` => 'c') r",
                "STREAM(f('p')) AS r WITH (a) WATERMARK ts DELAY OF INTERVAL 1 DAY"
                        + " --> STREAM(f('p', `a` => true)) WATERMARK ts DELAY OF INTERVAL 1 DAY AS r",
                "STREAM f('p') r WATERMARK ts DELAY OF INTERVAL 1 DAY"
                        + " --> STREAM f('p') WATERMARK ts DELAY OF INTERVAL 1 DAY r",
                "STREAM IDENTIFIER('a' || '.b') s --> STREAM IDENTIFIER('a.b') s",
                "cloud_files('p', 'json', map('a', 'b'))"
                        + " --> STREAM cloud_files('p', 'json', map('a', 'b'))",
                "STREAM(cloud_files('p', 'json')) --> STREAM(cloud_files('p', 'json'))",
                "LIVE.x --> x",
                "STREAM(live.x) --> STREAM(x)",
                "Live . `x y` AS z --> `x y` AS z",
                "IDENTIFIER('LIVE.x') --> `x`",
            })
    void writesItInSparksWords(String from, String expected) {
        assertThat(rewritten("SELECT * FROM " + from)).isEqualTo("SELECT * FROM " + expected);
    }

    @Test
    void takesLiveOffTheColumnsOfLiveRelations() {
        assertThat(
                        rewritten(
                                "SELECT LIVE.a.id, LIVE.a.*, LIVE.a.s.f, live.b, live.b.c, 'LIVE.a.id'"
                                        + " /* LIVE.a.id */ FROM LIVE.a JOIN t AS live ON LIVE.a.id ="
                                        + " live.id"))
                .isEqualTo(
                        "SELECT a.id, a.*, a.s.f, live.b, live.b.c, 'LIVE.a.id' /* LIVE.a.id */ FROM"
                                + " a JOIN t AS live ON a.id = live.id");
    }

    @Test
    void leavesOtherTextUntouched() {
        for (String sql :
                List.of(
                        "SELECT a, stream, f(stream) FROM t -- STREAM x WITH (y)",
                        "WITH x AS (SELECT 1) SELECT 'STREAM t WITH (a)' FROM x",
                        "SELECT * FROM STREAM t WITH (a = 1) WATERMARK ts DELAY OF INTERVAL 1 DAY s",
                        "SELECT stream(x) FROM t")) {
            assertThat(analyze(sql).sql().text()).isEqualTo(sql);
        }
    }

    @Test
    void everyOffsetOfTheExecutedTextLeadsBack() {
        String before = "-- 😀\r\nCREATE STREAMING TABLE x AS ";
        String sql =
                "SELECT LIVE.t.id, '😀' AS e FROM stream AS s JOIN STREAM(LIVE.t) q WITH (a) ON"
                        + " here = 1";
        SourceFile file = SourceFile.of("a.sql", before + sql + ";\nSELECT 1");
        SourceSpan span = new SourceSpan(file, before.length(), before.length() + sql.length());
        QueryAnalysis analysis = QueryParser.analyze(span);
        assertThat(analysis.diagnostics()).isEmpty();
        String text = analysis.sql().text();
        assertThat(text)
                .isEqualTo(
                        "SELECT t.id, '😀' AS e FROM `stream` AS s JOIN STREAM(t) WITH (a = true) q"
                                + "    ON here = 1");
        for (String word : List.of("SELECT", "id", "AS e", "stream", "q ", "(a", "ON", "here")) {
            int original = analysis.sql().positions().toOriginal(text.indexOf(word));
            assertThat(file.text().substring(original)).startsWith(word);
        }
        assertThat(analysis.inputs())
                .extracting(input -> input.span().text())
                .containsExactly("stream", "LIVE.t");
        assertThat(analysis.sql().toSqlText(file).positions().toOriginal(0))
                .isEqualTo(before.length());
    }
}
