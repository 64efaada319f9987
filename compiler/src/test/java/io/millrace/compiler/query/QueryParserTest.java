/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import static io.millrace.compiler.query.QueryTexts.analyze;
import static io.millrace.compiler.query.QueryTexts.inputs;
import static io.millrace.compiler.query.QueryTexts.problem;
import static io.millrace.compiler.query.QueryTexts.valid;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.parameter.ParameterSubstitution;
import io.millrace.compiler.source.LineMap.Position;
import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryParserTest {

    @ParameterizedTest
    @CsvSource(
            delimiterString = "-->",
            value = {
                "SELECT 1 --> ''",
                "SELECT * FROM a --> a",
                "SELECT * FROM a, b JOIN c ON x LEFT JOIN d USING (y) CROSS JOIN e --> a b c d e",
                "SELECT * FROM cat.sch.`odd name` --> cat.sch.odd name",
                "SELECT * FROM (SELECT * FROM a) x --> a",
                "SELECT * FROM a WHERE x = (SELECT max(x) FROM b) --> a b",
                "SELECT (SELECT max(x) FROM b) AS m FROM a --> b a",
                "SELECT * FROM a WHERE x IN (SELECT x FROM b) --> a b",
                "SELECT * FROM a WHERE x NOT IN (SELECT x FROM b) --> a b",
                "SELECT * FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE a.x = b.x) --> a b",
                "SELECT * FROM a ORDER BY (SELECT 1 FROM b) --> a b",
                "SELECT x FROM a GROUP BY x HAVING count(*) > (SELECT 1 FROM b) --> a b",
                "SELECT * FROM a JOIN b ON a.x = (SELECT 1 FROM c) --> a b c",
                "SELECT CASE WHEN EXISTS (SELECT 1 FROM b) THEN 1 END AS x FROM a --> b a",
                "SELECT * FROM a, LATERAL (SELECT * FROM b WHERE a.x = b.x) --> a b",
                "SELECT * FROM a UNION ALL SELECT * FROM b EXCEPT SELECT * FROM c --> a b c",
                "(SELECT * FROM a) INTERSECT (SELECT * FROM b) --> a b",
                "SELECT * FROM a PIVOT (sum(v) FOR k IN ('x', 'y')) --> a",
                "SELECT * FROM a UNPIVOT (v FOR k IN (x, y)) --> a",
                "SELECT * FROM a LATERAL VIEW explode(xs) t AS x --> a",
                "SELECT * FROM a TABLESAMPLE (10 PERCENT) --> a",
                "VALUES (1, 2), (3, 4) --> ''",
                "SELECT * FROM VALUES (1) AS t (x) --> ''",
                "TABLE a --> a",
                "FROM a SELECT x --> a",
                "FROM a |> WHERE x > 1 |> JOIN b USING (x) |> AGGREGATE sum(y) GROUP BY x --> a b",
                "FROM a |> WHERE x IN (SELECT x FROM b) |> UNION ALL (SELECT * FROM c) --> a b c",
                "SELECT * FROM IDENTIFIER('a.b') --> a.b",
                "SELECT * FROM IDENTIFIER('a' || '.' || concat('b', '.c')) --> a.b.c",
                "SELECT * FROM IDENTIFIER('`a.b`.c') --> a.b.c",
                "SELECT * FROM STREAM IDENTIFIER('a' || '.b') --> stream a.b",
                "SELECT * FROM a VERSION AS OF 3 --> a",
                "SELECT * FROM a TIMESTAMP AS OF '2024-01-01' --> a",
                "SELECT * FROM range(10) --> range()",
                "SELECT * FROM a JOIN STREAM b --> a stream b",
                "SELECT * FROM STREAM(cat.sch.t) x --> stream cat.sch.t",
                "SELECT * FROM STREAM read_files('p', format => 'json') --> stream read_files()",
                "SELECT * FROM STREAM(read_files('p')) r --> stream read_files()",
                "SELECT * FROM cloud_files('p', 'json') --> stream cloud_files()",
                "SELECT * FROM f(TABLE(a), x => TABLE(SELECT * FROM b)) --> f() a b",
                "SELECT * FROM prices QUALIFY row_number() OVER (ORDER BY ts) = 1 --> prices",
                "SELECT transform(xs, x -> x + (SELECT max(y) FROM b)) AS z FROM a --> b a",
                "SELECT /*+ BROADCAST(b) */ * FROM a JOIN b --> a b",
                "SELECT * FROM LIVE.x JOIN STREAM(live.y) --> LIVE.x stream live.y",
            })
    void findsEveryInput(String sql, String expected) {
        assertThat(String.join(" ", inputs(sql))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "-->",
            value = {
                "WITH x AS (SELECT * FROM a) SELECT * FROM x --> a",
                "WITH x AS (SELECT * FROM a), y AS (SELECT * FROM x) SELECT * FROM Y JOIN X --> a",
                "WITH x AS (SELECT * FROM x) SELECT * FROM x --> x",
                "WITH a AS (SELECT * FROM s.a) SELECT * FROM a JOIN s.a --> s.a s.a",
                "WITH x AS (SELECT * FROM y), y AS (SELECT 1) SELECT * FROM x, y --> y",
                "SELECT * FROM (WITH x AS (SELECT * FROM a) SELECT * FROM x) q JOIN x --> a x",
                "WITH x AS (WITH y AS (SELECT * FROM a) SELECT * FROM y) SELECT * FROM x, y --> a y",
                "WITH x AS (SELECT * FROM a) SELECT * FROM (WITH x AS (SELECT * FROM b) SELECT *"
                        + " FROM x) q --> a b",
                "WITH x AS (SELECT 1) SELECT * FROM a WHERE k IN (SELECT k FROM x) --> a",
                "WITH x AS (SELECT 1) SELECT (SELECT max(k) FROM x) AS m, k FROM a --> a",
                "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r JOIN a) SELECT * FROM"
                        + " r --> a",
                "WITH x AS (SELECT * FROM STREAM a) SELECT * FROM x JOIN b --> stream a b",
                "WITH `x y` AS (SELECT * FROM a) TABLE `x y` --> a",
                "WITH x AS (SELECT * FROM a) SELECT * FROM f(TABLE(x)) --> a f()",
                "WITH x AS (SELECT 1) FROM x |> JOIN a --> a",
            })
    void commonTableExpressionsHideDatasetsInTheirScope(String sql, String expected) {
        assertThat(String.join(" ", inputs(sql))).isEqualTo(expected);
    }

    @Test
    void aHiddenDependencyIsFoundInEveryPlace() {
        assertThat(
                        inputs(
                                """
                                WITH x AS (SELECT * FROM a)
                                SELECT id, (SELECT max(v) FROM c) AS m FROM x
                                WHERE id IN (SELECT id FROM b) AND EXISTS (SELECT 1 FROM d)
                                """))
                .containsExactly("a", "c", "b", "d");
    }

    @Test
    void streamIsAnOrdinaryNameToo() {
        assertThat(
                        inputs(
                                "WITH stream AS (SELECT 1 AS stream) SELECT stream.stream FROM"
                                        + " stream WHERE 'stream' <> ''"))
                .isEmpty();
        assertThat(inputs("SELECT * FROM STREAM stream")).containsExactly("stream stream");
        assertThat(inputs("SELECT * FROM STREAM(stream)")).containsExactly("stream stream");
    }

    @Test
    void keepsOptionsArgumentsAndVersions() {
        List<QueryInput> found =
                valid(
                                "SELECT * FROM STREAM t WITH (SKIPCHANGECOMMITS, `a.b` = 'x', c.d ="
                                        + " TRUE, n 5) JOIN u VERSION AS OF 7 JOIN json.`/data/x` JOIN"
                                        + " cloud_files(\"p\", 'json', map('a', 'b', 'c', 1), format =>"
                                        + " 'j' || 'son', `k.x` => -2, y => f(z))")
                        .inputs();
        assertThat(found.get(0).options())
                .containsExactly(
                        Map.entry("SKIPCHANGECOMMITS", "true"),
                        Map.entry("a.b", "x"),
                        Map.entry("c.d", "true"),
                        Map.entry("n", "5"));
        assertThat(found.get(1).version()).contains("7");
        assertThat(found.get(2).kind()).isEqualTo(RelationKind.FILES);
        assertThat(found.get(2).name()).containsExactly("json", "/data/x");
        assertThat(found.get(3).isCloudFiles()).isTrue();
        List<FunctionArgument> arguments = found.get(3).arguments();
        assertThat(arguments)
                .extracting(FunctionArgument::value)
                .containsExactly(
                        Optional.of("p"),
                        Optional.of("json"),
                        Optional.empty(),
                        Optional.of("json"),
                        Optional.of("-2"),
                        Optional.empty());
        assertThat(arguments.get(2).map()).isEqualTo(Map.of("a", "b", "c", "1"));
        assertThat(arguments)
                .extracting(argument -> argument.name().orElse(""))
                .containsExactly("", "", "", "format", "k.x", "y");
        assertThat(arguments.get(5).span().text()).isEqualTo("f(z)");
    }

    @Test
    void tableArgumentsAreMarked() {
        List<QueryInput> found = valid("SELECT * FROM event_log(TABLE(main.s.t))").inputs();
        assertThat(found).extracting(QueryInput::tableArgument).containsExactly(false, true);
        assertThat(found.get(1).name()).containsExactly("main", "s", "t");
    }

    @Test
    void aNameInIdentifierMustBeConstant() {
        assertThat(problem("SELECT * FROM IDENTIFIER(^lower('A')^)").code())
                .isEqualTo(ErrorCode.MILLRACE_NON_CONSTANT_ARGUMENT);
        assertThat(problem("SELECT * FROM STREAM IDENTIFIER(^lower('A')^)").message())
                .isEqualTo("the name in IDENTIFIER must be a constant");
    }

    @Test
    void placesAreThoseOfTheFileAsWritten() {
        String text =
                "-- 😀 ${skipped}\r\nCREATE STREAMING TABLE t AS\r\n  SELECT '😀 ${long}' AS x\r\n"
                        + "  FROM ${cat}.b JOIN STREAM :tab s WITH (a)\r\n  WHERE FORM y;";
        Diagnostics diagnostics = new Diagnostics();
        SourceFile file =
                ParameterSubstitution.apply(
                        SourceFile.of("a.sql", text),
                        Map.of("long", "much longer\nthan before", "cat", "lake"),
                        Map.of("tab", io.millrace.compiler.ParameterValue.string("s.events")),
                        diagnostics);
        assertThat(diagnostics.inSourceOrder()).isEmpty();
        int start = file.text().indexOf("SELECT");
        QueryAnalysis wrong = QueryParser.analyze(file.span(start, file.text().lastIndexOf(';')));
        SourceSpan place = wrong.diagnostics().get(0).span().orElseThrow();
        assertThat(place.startPosition()).isEqualTo(new Position(5, 14));
        assertThat(place.endPosition()).isEqualTo(new Position(5, 15));

        int where = file.text().indexOf("WHERE");
        QueryAnalysis analysis = QueryParser.analyze(file.span(start, where));
        assertThat(analysis.diagnostics()).isEmpty();
        List<QueryInput> found = analysis.inputs();
        assertThat(found.get(0).span().text()).isEqualTo("lake.b");
        assertThat(found.get(0).span().startPosition()).isEqualTo(new Position(4, 8));
        assertThat(found.get(0).span().endPosition()).isEqualTo(new Position(4, 16));
        assertThat(found.get(1).name()).containsExactly("s", "events");
        assertThat(found.get(1).span().startPosition()).isEqualTo(new Position(4, 29));
        assertThat(found.get(1).span().endPosition()).isEqualTo(new Position(4, 33));
        String executed = analysis.sql().text();
        int original =
                analysis.sql().toSqlText(file).positions().toOriginal(executed.indexOf("STREAM"));
        assertThat(text.substring(original)).startsWith("STREAM :tab");
    }

    @Test
    void anEmptyQueryIsReported() {
        assertThat(analyze("  ").diagnostics()).hasSize(1);
        assertThat(analyze("/* nothing */").diagnostics()).hasSize(1);
    }
}
