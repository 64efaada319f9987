/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import static io.millrace.compiler.query.QueryTexts.valid;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.query.QueryFact.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryFactTest {

    /** The facts of one kind as words: name, then stream, watermark, window, top. */
    private static String facts(String sql, Kind kind) {
        List<String> result = new ArrayList<>();
        for (QueryFact fact : valid(sql).facts(kind)) {
            result.add(
                    fact.name()
                            + (fact.overStream() ? " stream" : "")
                            + (fact.watermarked() ? " watermark" : "")
                            + (fact.windowed() ? " window" : "")
                            + (fact.top() ? " top" : ""));
        }
        return String.join(", ", result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "-->",
            value = {
                "SELECT a, sum(b) FROM STREAM t GROUP BY a --> GROUP BY stream top",
                "SELECT a, sum(b) FROM t GROUP BY a --> GROUP BY top",
                "SELECT count(*) FROM STREAM t --> count stream top",
                "SELECT max(x) + min(y) FROM STREAM t --> max stream top",
                "SELECT window(ts, '5 minutes') AS w, avg(v) AS v FROM STREAM(t) WATERMARK ts DELAY"
                        + " OF INTERVAL 10 MINUTES GROUP BY window(ts, '5 minutes')"
                        + " --> GROUP BY stream watermark window top",
                "WITH x AS (SELECT * FROM STREAM t WATERMARK ts DELAY OF INTERVAL 1 DAY) SELECT a,"
                        + " count(*) FROM x GROUP BY a --> GROUP BY stream watermark top",
                "SELECT * FROM (SELECT a, count(*) AS n FROM STREAM t GROUP BY a) x"
                        + " --> GROUP BY stream",
                "SELECT * FROM STREAM t WHERE x = (SELECT max(x) FROM u) --> max",
                "SELECT * FROM STREAM t WHERE x IN (SELECT x FROM u GROUP BY x) --> GROUP BY",
                "SELECT sum(a) OVER (ORDER BY b) FROM STREAM t --> ''",
                "FROM STREAM t |> AGGREGATE count(*) AS n GROUP BY a"
                        + " --> AGGREGATE stream top, GROUP BY stream top",
                "SELECT * FROM STREAM t PIVOT (sum(v) FOR k IN ('x')) --> PIVOT stream",
                "SELECT upper(a), size(collect_x) FROM STREAM t --> ''",
                "(SELECT count(*) FROM STREAM t) --> count stream top",
            })
    void tellsAggregates(String sql, String expected) {
        assertThat(facts(sql, Kind.AGGREGATE)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "-->",
            value = {
                "SELECT DISTINCT a FROM STREAM t --> SELECT DISTINCT stream top",
                "SELECT DISTINCT a FROM t --> SELECT DISTINCT top",
                "SELECT count(DISTINCT a) FROM STREAM t --> ''",
                "SELECT a FROM STREAM t UNION SELECT a FROM u --> UNION stream top",
                "SELECT a FROM STREAM t UNION ALL SELECT a FROM u --> ''",
                "SELECT a FROM STREAM t EXCEPT SELECT a FROM u --> EXCEPT stream top",
                "FROM STREAM t |> UNION DISTINCT (SELECT 1) --> UNION stream top",
            })
    void tellsDistinct(String sql, String expected) {
        assertThat(facts(sql, Kind.DISTINCT)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "-->",
            value = {
                "SELECT * FROM STREAM a JOIN STREAM b ON x --> JOIN stream",
                "SELECT * FROM STREAM a LEFT JOIN b ON x --> LEFT JOIN",
                "SELECT * FROM STREAM a JOIN b ON x JOIN STREAM c ON y --> JOIN, JOIN stream",
                "SELECT * FROM STREAM a, STREAM b --> , stream",
                "SELECT i.u FROM STREAM (imp) WATERMARK it DELAY OF INTERVAL 3 MINUTES i INNER JOIN"
                        + " STREAM (clk) WATERMARK ct DELAY OF INTERVAL 3 MINUTES AS c ON i.u = c.u"
                        + " --> INNER JOIN stream watermark",
                "SELECT * FROM STREAM a WATERMARK t DELAY OF INTERVAL 1 DAY JOIN STREAM b ON x"
                        + " --> JOIN stream",
                "WITH q AS (SELECT * FROM STREAM b) SELECT * FROM STREAM a LEFT OUTER JOIN q ON x"
                        + " --> LEFT OUTER JOIN stream",
                "FROM STREAM a |> JOIN STREAM b ON x --> JOIN stream",
            })
    void tellsJoins(String sql, String expected) {
        assertThat(facts(sql, Kind.JOIN)).isEqualTo(expected);
    }

    @Test
    void tellsOrderAndLimits() {
        assertThat(facts("SELECT * FROM STREAM t ORDER BY a LIMIT 5 OFFSET 2", Kind.ORDER_BY))
                .isEqualTo("ORDER BY stream top");
        assertThat(facts("SELECT * FROM STREAM t ORDER BY a LIMIT 5 OFFSET 2", Kind.LIMIT))
                .isEqualTo("LIMIT stream top, OFFSET stream top");
        assertThat(facts("SELECT * FROM STREAM t WHERE x = (SELECT y FROM u LIMIT 1)", Kind.LIMIT))
                .isEqualTo("LIMIT");
        assertThat(facts("SELECT * FROM (SELECT * FROM STREAM t LIMIT 1) q", Kind.LIMIT))
                .isEqualTo("LIMIT stream");
        assertThat(facts("SELECT * FROM t SORT BY a", Kind.ORDER_BY)).isEqualTo("SORT BY top");
    }

    @Test
    void tellsWindowFunctionsWithTheirPlace() {
        QueryAnalysis analysis =
                valid(
                        "SELECT *, row_number() OVER (ORDER BY a) AS n FROM STREAM t QUALIFY rank()"
                                + " OVER (PARTITION BY b ORDER BY c) = 1");
        assertThat(analysis.facts(Kind.WINDOW_FUNCTION))
                .extracting(fact -> fact.span().text())
                .containsExactly(
                        "row_number() OVER (ORDER BY a)",
                        "rank() OVER (PARTITION BY b ORDER BY c)");
        assertThat(analysis.facts(Kind.WINDOW_FUNCTION)).allMatch(QueryFact::overStream);
    }

    @Test
    void tellsUnstableFunctions() {
        String sql =
                "SELECT rand(), uuid() AS u, current_timestamp(), now() AS n, CURRENT_DATE,"
                        + " unix_timestamp(), unix_timestamp(x), `rand`, date_add(current_date(), 1)"
                        + " FROM t";
        assertThat(valid(sql).facts(Kind.NON_DETERMINISTIC_FUNCTION))
                .extracting(fact -> fact.span().text())
                .containsExactly("rand()", "uuid()");
        assertThat(valid(sql).facts(Kind.CURRENT_TIME_FUNCTION))
                .extracting(fact -> fact.span().text())
                .containsExactly(
                        "current_timestamp()",
                        "now()",
                        "CURRENT_DATE",
                        "unix_timestamp()",
                        "current_date()");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "-->",
            value = {
                "SELECT a, b.c, d.e.f AS g, sum(h), `i j` k, l::int, CAST(m AS STRING), v:x.y FROM t"
                        + " --> a c g ? k l m y",
                "SELECT *, a FROM t --> a ...",
                "SELECT t.* EXCEPT (x), count(*) n FROM t --> n ...",
                "SELECT a FROM t UNION ALL SELECT b FROM u --> a",
                "WITH x AS (SELECT 1 AS q) SELECT q FROM x --> q",
                "(SELECT a FROM t) --> a",
                "FROM t SELECT a, b --> a b",
                "FROM t |> WHERE a |> SELECT c, d + 1 AS e --> c e",
                "FROM t |> SELECT c |> WHERE c > 1 |> ORDER BY c --> c",
                "FROM t |> EXTEND 1 AS x --> ...",
                "TABLE t --> ...",
                "VALUES (1, 2) AS t (x, y) --> x y",
                "VALUES (1, 2) --> ...",
                "SELECT stack(2, 1, 2) AS (x) FROM t --> x",
                "SELECT (a), 1 FROM t --> a ?",
            })
    void tellsTheColumnsOfTheResult(String sql, String expected) {
        QueryOutput output = valid(sql).output();
        List<String> names = new ArrayList<>();
        output.columns().forEach(column -> names.add(column.name().orElse("?")));
        if (!output.complete()) {
            names.add("...");
        }
        assertThat(String.join(" ", names)).isEqualTo(expected);
    }

    @Test
    void tellsDuplicatesAndUnnamedColumns() {
        QueryOutput output = valid("SELECT id, a AS ID, b, t.id, sum(x) FROM t").output();
        assertThat(output.duplicates())
                .extracting(column -> column.span().text())
                .containsExactly("a AS ID", "t.id");
        assertThat(output.unnamed())
                .extracting(column -> column.span().text())
                .containsExactly("sum(x)");
    }
}
