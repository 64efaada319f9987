/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import static io.millrace.compiler.query.QueryTexts.problem;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuerySyntaxErrorTest {

    @ParameterizedTest
    @CsvSource(
            delimiterString = "-->",
            value = {
                "SELECT a FORM ^t^ --> `t` does not fit here --> did you mean FROM instead of FORM?",
                "SELECT a,^,^ b FROM t --> `,` does not fit here --> remove the comma before it, or"
                        + " add what is missing between",
                "SELECT count(* ^FROM^ t --> `FROM` does not fit here; expected `)` or `,` -->",
                "SELECT a b ^c^ FROM t --> `c` does not fit here -->",
                "SELECT^^ --> the query ends too early after `SELECT` -->",
                "SELECT a FROM t ^WHERE^ --> nothing follows `WHERE` --> as an alias write it AS WHERE",
                "SELECT a FROM t WHERE x =^^ --> the query ends too early after `=` -->",
                "SELECT * FROM ^{^{ ref('orders') }} --> `{` does not fit here --> templates in"
                        + " braces are not SQL: use ${key} or :name",
                "SELECT * FROM t WHERE ^'^abc --> this string has no closing quote -->",
                "SELECT * FROM t ^/*^ abc --> this comment has no end -->",
                "SELECT * FROM ^`^abc --> this name has no closing back-tick -->",
                "SELECT * FROM ^my-table^ --> the name `my-table` has a hyphen and needs back-ticks"
                        + " --> `my-table`",
                "SELECT 1; ^SELECT^ 2 --> `;` does not fit here -->",
                "^INSERT^ INTO t SELECT 1 --> `INSERT` does not fit here -->",
                "WITH x AS (SELECT 1) SELECT * FROM STREAM ^x^ --> STREAM reads a table or a"
                        + " function, but `x` is defined in WITH --> put STREAM in front of the"
                        + " table that `x` reads",
                "WITH x AS (SELECT 1), ^X^ AS (SELECT 2) SELECT 1 --> `X` is defined twice in one"
                        + " WITH -->",
                "WITH x AS (SELECT 1) SELECT * FROM ^LIVE.x^ --> `x` of WITH hides the dataset here"
                        + " --> give `x` in WITH another name",
            })
    void saysWhatIsWrongAndWhere(String marked, String message, String hint) {
        if (marked.contains(";")) {
            marked = "SELECT 1^;^ SELECT 2";
        }
        Diagnostic problem = problem(marked);
        assertThat(problem.code()).isEqualTo(ErrorCode.MILLRACE_QUERY_SYNTAX_ERROR);
        assertThat(problem.message()).isEqualTo(message);
        assertThat(problem.hint().orElse(null)).isEqualTo(hint);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM STREAM^(^SELECT 1)",
                "SELECT * FROM STREAM ^(^ WITH x AS (SELECT 1) SELECT 1)",
                "SELECT * FROM STREAM ^(^FROM t)",
            })
    void streamTakesNoQuery(String marked) {
        Diagnostic problem = problem(marked);
        assertThat(problem.message()).isEqualTo("STREAM reads a table or a function, not a query");
        assertThat(problem.hint())
                .contains("put STREAM in front of the table inside: (SELECT ... FROM STREAM t)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT ^DATE '2024-13-45'^ AS d",
                "SELECT CAST(a AS ^BIGNT^) AS b FROM t",
                "SELECT a::^DECIMAL(50, 2)^ AS b FROM t",
                "SELECT ^300Y^ AS y",
            })
    void asksCatalystWhereTheGrammarIsNotEnough(String marked) {
        Diagnostic problem = problem(marked);
        assertThat(problem.code()).isEqualTo(ErrorCode.MILLRACE_QUERY_SYNTAX_ERROR);
        assertThat(problem.message()).doesNotContain("org.apache").doesNotContain("SQLSTATE");
        assertThat(problem.hint().orElseThrow()).startsWith("Spark calls it ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT INTERVAL 3 MINUTES AS i, 1.5e3 AS e, 5L AS l, DATE '2024-01-01' AS d",
                "SELECT a::STRUCT<x: INT, y: ARRAY<STRING>> AS s, CAST(b AS DECIMAL(10, 2)) AS n FROM t",
                "SELECT a FROM t SORT BY a",
                "SELECT a, count(*) FROM t GROUP BY ROLLUP (a)",
                "SELECT /*+ REPARTITION(3) */ `a-b` FROM `t-u`",
                "SELECT * FROM STREAM t IDENTIFIED BY src WATERMARK ts DELAY OF INTERVAL '1' DAY s",
                "SELECT sum(x) OVER w FROM t WINDOW w AS (PARTITION BY a)",
                "SELECT mode() WITHIN GROUP (ORDER BY a) FROM t",
                "SELECT a COLLATE UTF8_LCASE FROM t",
            })
    void whatCatalystTakesIsFine(String sql) {
        assertThat(QueryTexts.analyze(sql).diagnostics()).isEmpty();
    }

    @Test
    void neverNamesClassesOfSpark() {
        for (String sql :
                new String[] {
                    "SELECT", "(((", ")", "'", "SELECT * FROM t WHERE a ==", "🙂", "\0"
                }) {
            assertThat(QueryTexts.analyze(sql).diagnostics())
                    .as(sql)
                    .hasSize(1)
                    .allSatisfy(
                            problem ->
                                    assertThat(problem.message())
                                            .doesNotContain("PARSE_SYNTAX_ERROR")
                                            .doesNotContain("Exception"));
        }
    }
}
