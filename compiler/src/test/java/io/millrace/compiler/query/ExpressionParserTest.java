/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionParserTest {

    private static ExpressionAnalysis valid(String sql) {
        ExpressionAnalysis analysis = ExpressionParser.analyze(QueryTexts.span(sql));
        assertThat(analysis.diagnostics()).as(sql).isEmpty();
        return analysis;
    }

    private static List<String> texts(List<SourceSpan> spans) {
        return spans.stream().map(SourceSpan::text).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "-->",
            value = {
                "order_id IS NOT NULL --> order_id",
                "op = \"DELETE\" --> op",
                "CASE WHEN kind IN ('a)', 'b,c') THEN size(split(v, '[)]')) > 1 ELSE TRUE END"
                        + " --> kind v",
                "struct(ts, seq) --> ts seq",
                "a.b.c + `d e` --> a.b.c d e",
                "f(x)[0].y --> x",
                "v:path.to::int > 1 --> v",
                "exists(xs, x -> x > lim AND x.y = 1) --> xs lim",
                "aggregate(xs, 0, (acc, x) -> acc + x + acc0) --> xs acc0",
                "1 + 1 --> ''",
                "EXTRACT(YEAR FROM ts) = 2024 --> ts",
                "d BETWEEN '2020-01-01' AND e --> d e",
                "current_date() --> ''",
                "/* x */ a -- y --> a",
            })
    void findsTheColumns(String sql, String expected) {
        assertThat(
                        String.join(
                                " ",
                                valid(sql).columns().stream()
                                        .map(column -> String.join(".", column.parts()))
                                        .toList()))
                .isEqualTo(expected);
    }

    @Test
    void tellsWhatIsInside() {
        ExpressionAnalysis analysis =
                valid(
                        "sum(a) + rank() OVER (ORDER BY b) + (SELECT 1 FROM t) + explode(c) + rand()"
                                + " + count(*)");
        assertThat(texts(analysis.aggregates())).containsExactly("sum(a)", "count(*)");
        assertThat(texts(analysis.windowFunctions())).containsExactly("rank() OVER (ORDER BY b)");
        assertThat(texts(analysis.subqueries())).containsExactly("SELECT 1 FROM t");
        assertThat(texts(analysis.generators())).containsExactly("explode(c)");
        assertThat(texts(analysis.unstable())).containsExactly("rand()");
        assertThat(analysis.star()).isEmpty();
        assertThat(valid("struct(*)").star()).isPresent();
        assertThat(texts(valid("EXISTS (SELECT 1 FROM t)").subqueries())).hasSize(1);
        assertThat(texts(valid("a IN (SELECT b FROM t)").subqueries())).hasSize(1);
    }

    @Test
    void tellsBareColumns() {
        assertThat(valid("seq").bareColumn().orElseThrow().parts()).containsExactly("seq");
        assertThat(valid("(`my col`)").bareColumn().orElseThrow().parts())
                .containsExactly("my col");
        assertThat(valid(" ((t.seq)) ").bareColumn().orElseThrow().parts())
                .containsExactly("t", "seq");
        assertThat(valid("seq + 1").bareColumn()).isEmpty();
        assertThat(valid("struct(a, b)").bareColumn()).isEmpty();
        assertThat(valid("f(a).b").bareColumn()).isEmpty();
        assertThat(valid("1").bareColumn()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "-->",
            quoteCharacter = '#',
            value = {
                "'it''s' 'x' --> it'sx",
                "\"a\\tb\" --> a\tb",
                "r'a\\tb' --> a\\tb",
                "-5 --> -5",
                "(12.5) --> 12.5",
                "TRUE --> true",
                "NULL --> NULL",
                "DATE '2024-01-01' --> 2024-01-01",
                "INTERVAL 1 DAY --> INTERVAL 1 DAY",
            })
    void tellsLiterals(String sql, String value) {
        assertThat(valid(sql).literal().orElseThrow().replace("\t", "\\t"))
                .isEqualTo(value.replace("\t", "\\t"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "1 + 1", "current_date()", "CAST('1' AS INT)", "-a"})
    void otherExpressionsAreNoLiterals(String sql) {
        assertThat(valid(sql).literal()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "-->",
            value = {
                "a >^^ --> the expression ends too early after `>`",
                "a ^b^ --> `b` does not fit here; an expression ends before",
                "a > 1 ^AND^ --> `AND` does not fit here; an expression ends before",
                "a IS ^NUL^ --> `NUL` does not fit here",
                "a ^,^ b --> `,` does not fit here",
                "a = ^'^x --> this string has no closing quote",
            })
    void reportsErrors(String marked, String message) {
        ExpressionAnalysis analysis =
                ExpressionParser.analyze(QueryTexts.span(marked.replace("^", "")));
        Diagnostic problem = QueryTexts.at(marked, analysis.diagnostics());
        assertThat(problem.message()).startsWith(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "-->",
            value = {
                "BIGINT --> BIGINT",
                "integer --> INT",
                "string --> STRING",
                "decimal(10, 2) --> DECIMAL(10,2)",
                "STRUCT<a: INT, `b c`: ARRAY<STRING>> --> STRUCT<a: INT, `b c`: ARRAY<STRING>>",
                "map<string,array<bigint>> --> MAP<STRING, ARRAY<BIGINT>>",
                "VARIANT --> VARIANT",
                "VARCHAR(10) --> VARCHAR(10)",
                "TIMESTAMP_NTZ --> TIMESTAMP_NTZ",
                "INTERVAL DAY TO SECOND --> INTERVAL DAY TO SECOND",
            })
    void readsTypes(String sql, String ddl) {
        DataTypeAnalysis analysis = TypeParser.analyze(QueryTexts.span(sql));
        assertThat(analysis.diagnostics()).isEmpty();
        assertThat(analysis.ddl()).contains(ddl);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"^BIGNT^", "^DECIMAL(50, 2)^", "^ARRAY^", "STRUCT<a: ^INTT^>", "INT ^x^"})
    void reportsTypesThatDoNotExist(String marked) {
        DataTypeAnalysis analysis = TypeParser.analyze(QueryTexts.span(marked.replace("^", "")));
        assertThat(analysis.ddl()).isEmpty();
        Diagnostic problem = QueryTexts.at(marked, analysis.diagnostics());
        assertThat(problem.message()).doesNotContain("SQLSTATE");
    }
}
